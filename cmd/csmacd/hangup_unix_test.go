//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
)

// interruptible gives the commands that the tests start the signals that end them, whatever
// this process was started with: under nohup SIGHUP is ignored, in the background of a
// script SIGINT is, and a child inherits that. A signal that is caught is reset by exec.
func interruptible() {
	for _, s := range []os.Signal{syscall.SIGHUP, syscall.SIGINT} {
		if signal.Ignored(s) {
			signal.Notify(make(chan os.Signal, 1), s)
		}
	}
}
