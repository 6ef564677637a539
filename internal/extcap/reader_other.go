//go:build !unix

package extcap

import (
	"context"
	"os"
)

// readerGone is not known here: the next write to the pipe will tell.
func readerGone(ctx context.Context, _ *os.File) bool {
	<-ctx.Done()
	return false
}
