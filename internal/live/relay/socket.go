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

// Serve listens at a unix socket, which only its owner may connect to, and makes every
// one who connects a client. [Relay.Close] removes it. What a killed run left at
// the path is replaced; where another run listens, that is an error.
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

// listen makes the socket. It is made under another name, and takes its own once only
// its owner can connect.
func listen(path string) (net.Listener, error) {
	// No longer than the path, for which there may be just room.
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

// socket is a listener that removes its socket, which is not called as it was made.
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

// vacate removes a socket that nobody listens at.
func vacate(path string) error {
	info, err := os.Lstat(path)
	if err != nil {
		return nil // there is none, or listening will say what is wrong
	}
	if info.Mode().Type() != fs.ModeSocket {
		return fmt.Errorf("the socket %s of the live capture: there is a file of that name, and it is no socket", path)
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

// accept makes clients until the listener is closed.
func (b *Relay) accept(l net.Listener) {
	for {
		conn, err := l.Accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil: // no descriptors are left, at present
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

// watch notices that a client has gone while there is nothing to write to it. What a
// client says is no matter. The end of it may only mean that it will say nothing more: a
// write of nothing tells whether it still listens. It ends as the client is closed.
func watch(conn net.Conn, c *client) {
	_, err := io.Copy(io.Discard, conn)
	if err == nil {
		_, err = conn.Write(nil)
	}
	if err != nil {
		c.giveUp()
	}
}
