package extcap

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"syscall"
)

// capture copies the live capture of a run from its socket into Wireshark's pipe, until the run
// is over or the user stops the capture.
func capture(socket, fifo string) error {
	from, err := net.Dial("unix", socket)
	if err != nil {
		return notOffered(err)
	}
	defer from.Close()
	// Wireshark has opened the pipe before it runs this program. It is a pipe, so opening must
	// not create a file if there is none.
	to, err := os.OpenFile(fifo, os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("the pipe to Wireshark: %w", err)
	}
	defer to.Close()
	ctx, stop := context.WithCancel(context.Background())
	watching := make(chan struct{})
	go func() {
		defer close(watching)
		if readerGone(ctx, to) {
			from.Close() // ends the copying even if nothing is captured
		}
	}()
	// Not io.Copy, which would let the kernel splice, and then could not be woken.
	_, err = io.CopyBuffer(struct{ io.Writer }{to}, struct{ io.Reader }{from}, make([]byte, 64<<10))
	stop()
	<-watching
	if errors.Is(err, net.ErrClosed) || errors.Is(err, syscall.EPIPE) {
		return nil // Wireshark has ended
	}
	if err != nil {
		return fmt.Errorf("from the run to Wireshark: %w", err)
	}
	return nil
}

// notOffered says why a run's socket could not be connected to.
func notOffered(err error) error {
	var op *net.OpError
	if errors.As(err, &op) {
		err = op.Err
	}
	switch {
	case errors.Is(err, os.ErrNotExist), errors.Is(err, syscall.ECONNREFUSED):
		return errors.New("the run has ended, or offers no capture")
	case errors.Is(err, os.ErrPermission):
		return errors.New("the run is another user's: run Wireshark as that user")
	}
	return fmt.Errorf("the run's capture: %w", err)
}
