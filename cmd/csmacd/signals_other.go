//go:build !unix

package main

import "context"

func untilHangUp(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithCancel(ctx)
}

func ignoreBrokenPipe() {}
