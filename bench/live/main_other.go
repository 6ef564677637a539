//go:build !linux

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "live: network namespaces and TAP interfaces need Linux")
	os.Exit(1)
}
