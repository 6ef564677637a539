package relay

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// Serve listens on a unix socket, to which only its owner can connect. Each connection is a client.
// [Relay.Close] removes the socket. A socket that a killed run left at the path is replaced; a socket on which
// another run listens is an error.
func (b *Relay) Serve(path string) error {
	if err := vacate(path); err != nil {
		return err
	}
	l, err := listen(path)
	if err != nil {
		var op *net.OpError
		if errors.As(err, &op) {
			err = op.Err
		}
		if errors.Is(err, syscall.EINVAL) {
			err = errors.New("the path is longer than a socket's may be")
		}
		return fmt.Errorf("the socket %s of the live capture: %w", path, err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed || b.listener != nil {
		_ = l.Close()
		return fmt.Errorf("the socket %s of the live capture: there is one already, or the capture has ended", path)
	}
	b.listener = l
	b.running.Add(1)
	go func() {
		defer b.running.Done()
		b.accept(l)
	}()
	return nil
}

// listen makes the socket under a temporary name, and renames it once only its owner can connect.
func listen(path string) (net.Listener, error) {
	// The name is no longer than the path, which may be as long as a socket's path can be.
	unfinished := strings.TrimSuffix(path, filepath.Ext(path)) + "~"
	if err := os.Remove(unfinished); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: unfinished, Net: "unix"})
	if err != nil {
		return nil, err
	}
	if err = os.Chmod(unfinished, 0o600); err == nil {
		err = os.Rename(unfinished, path)
	}
	if err != nil {
		_ = l.Close() // removes it
		return nil, err
	}
	l.SetUnlinkOnClose(false)
	return socket{l, path}, nil
}

// socket is a listener that removes its socket, which was renamed after it was made.
type socket struct {
	net.Listener
	path string
}

// Close implements [net.Listener].
func (s socket) Close() error {
	err := os.Remove(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return errors.Join(err, s.Listener.Close())
}

// vacate removes a socket on which no process listens.
func vacate(path string) error {
	info, err := os.Lstat(path)
	if err != nil {
		return nil // there is no socket, or listening will return the error
	}
	if info.Mode().Type() != fs.ModeSocket {
		return fmt.Errorf("the socket %s of the live capture: there is a file of that name, and it is not a socket", path)
	}
	conn, err := net.DialTimeout("unix", path, time.Second)
	if err == nil {
		_ = conn.Close()
		return fmt.Errorf("the socket %s of the live capture: another run listens there", path)
	}
	if errors.Is(err, syscall.ECONNREFUSED) {
		_ = os.Remove(path)
	}
	return nil
}

// accept adds clients until the listener is closed.
func (b *Relay) accept(l net.Listener) {
	for {
		conn, err := l.Accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil: // there are no free descriptors at the moment
			if b.ended() {
				return
			}
			time.Sleep(50 * time.Millisecond)
			continue
		}
		if c := b.add(conn); c != nil {
			go watch(conn, c)
		}
	}
}

func (b *Relay) ended() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.closed
}

// watch notices that a client leaves while there is nothing to write to it. It ignores what the client sends.
// The end of that input may only mean that the client will send no more: an empty write shows whether it still
// reads. watch ends when the client is closed.
func watch(conn net.Conn, c *client) {
	_, err := io.Copy(io.Discard, conn)
	if err == nil {
		_, err = conn.Write(nil)
	}
	if err != nil {
		c.giveUp()
	}
}
