//go:build !unix

package extcap

import (
	"context"
	"os"
)

// readerGone does nothing on this system: the next write to the pipe fails instead.
func readerGone(ctx context.Context, _ *os.File) bool {
	<-ctx.Done()
	return false
}
