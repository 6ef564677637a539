//go:build !linux

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "live: it measures network namespaces and TAP interfaces, which only Linux has")
	os.Exit(1)
}
