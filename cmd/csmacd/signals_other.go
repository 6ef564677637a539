//go:build !unix

package main

import (
	"os"
	"syscall"
)

// endings are the signals that end a command.
func endings() []os.Signal { return []os.Signal{os.Interrupt, syscall.SIGTERM} }

func endingOf(s os.Signal) ending {
	if s == os.Interrupt {
		return ending{"Ctrl-C", exitInterrupted}
	}
	return ending{"SIGTERM", 128 + 15}
}

func ignoreBrokenPipe() {}
