//go:build ignore

// Generate writes hash.go.
package main

import (
	"fmt"
	"os"

	"github.com/csmacd/csmacd/internal/engine/sources"
)

func main() {
	hash, err := sources.Hash("../..")
	if err == nil {
		err = os.WriteFile("hash.go", []byte(sources.File(hash)), 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
