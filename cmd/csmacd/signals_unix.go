//go:build unix

package main

import (
	"context"
	"os/signal"
	"syscall"
)

// untilHangUp gives a context that ends as the terminal does, too.
func untilHangUp(ctx context.Context) (context.Context, context.CancelFunc) {
	if signal.Ignored(syscall.SIGHUP) { // nohup
		return context.WithCancel(ctx)
	}
	return signal.NotifyContext(ctx, syscall.SIGHUP)
}

func ignoreBrokenPipe() { signal.Ignore(syscall.SIGPIPE) }
