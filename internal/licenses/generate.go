//go:build ignore

// Generate writes third-party.txt and docs/reference/dependencies.md.
package main

import (
	"fmt"
	"os"

	"github.com/csmacd/csmacd/internal/licenses/collect"
)

func main() {
	if err := collect.Write("../.."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
