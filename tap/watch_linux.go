package tap

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// watch follows one interface of a namespace, by a netlink subscription in it.
type watch struct {
	file    *os.File
	index   int
	is      Interface
	closing chan struct{} // closed when the subscription ends
	ended   sync.Once
	over    chan struct{} // closed when its goroutine has ended; nil before it begins
}

const (
	// askEvery is how often the kernel is asked for the state of an interface. It does not report
	// that an interface of a macvlan needs every frame.
	askEvery = time.Second
	// leastBetween and mostBetween are the least time between two changes that are passed on, at first
	// and after many: a host that changes its interface all the time cannot occupy the run.
	leastBetween = 5 * time.Millisecond
	mostBetween  = time.Second
)

// newWatch opens the subscription, in the namespace of the calling thread.
func newWatch(index int) (*watch, error) {
	fd, err := openRoute(true)
	if err != nil {
		return nil, err
	}
	if err = onlyAbout(fd, index); err != nil {
		unix.Close(fd)
		return nil, fmt.Errorf("a netlink socket: %w", err)
	}
	return watchOf(fd, index)
}

// follow returns the present state of the interface, and begins to pass on other states.
func (w *watch) follow(changed func(Interface)) (Interface, error) {
	err := w.drain()
	if err == nil {
		err = w.ask()
	}
	if err != nil {
		return Interface{}, err
	}
	var first Interface
	for deadline := time.Now().Add(askEvery); first.Name == ""; {
		if first, err = w.next(deadline); err != nil {
			return Interface{}, fmt.Errorf("asking for the state of an interface: %w", err)
		}
	}
	w.is, w.over = first, make(chan struct{})
	go w.run(changed) // w.is is its own from here on
	return first, nil
}

// run passes on each change until the file is closed or the interface is gone.
func (w *watch) run(changed func(Interface)) {
	defer close(w.over)
	pause, last := leastBetween, time.Now()
	for {
		is, err := w.next(time.Now().Add(askEvery))
		switch {
		case errors.Is(err, os.ErrClosed):
			return
		case err != nil: // no news, or more than the socket holds
			if w.ask() != nil {
				return
			}
			continue
		case is == w.is || is.Name == "":
			continue
		}
		w.is = is
		changed(is)
		if is.Gone {
			return
		}
		if pause = min(2*pause, mostBetween); time.Since(last) > 2*pause {
			pause = leastBetween
		}
		w.rest(pause)
		last = time.Now()
	}
}

// drain discards what has been said so far.
func (w *watch) drain() error {
	raw, err := w.file.SyscallConn()
	if err != nil {
		return err
	}
	return raw.Control(func(fd uintptr) {
		for err := error(nil); err == nil || err == unix.EINTR || err == unix.ENOBUFS; {
			_, _, err = unix.Recvfrom(int(fd), nil, unix.MSG_DONTWAIT)
		}
	})
}

// rest waits, unless the subscription is closed.
func (w *watch) rest(pause time.Duration) {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-w.closing:
	}
}

// ask asks the kernel for the interface. The answer comes as a change does.
func (w *watch) ask() error {
	_, err := w.file.Write(request(w.index, false))
	return err
}

// next returns what the next message says, or a state without a name if it says nothing.
func (w *watch) next(deadline time.Time) (is Interface, err error) {
	if err := w.file.SetReadDeadline(deadline); err != nil {
		return is, err
	}
	raw, err := w.file.SyscallConn()
	if err != nil {
		return is, err
	}
	var b [16 << 10]byte
	n, from := 0, unix.Sockaddr(nil)
	var failed error
	err = raw.Read(func(fd uintptr) bool {
		n, from, failed = unix.Recvfrom(int(fd), b[:], unix.MSG_DONTWAIT)
		return failed != unix.EAGAIN && failed != unix.EINTR
	})
	if err = errors.Join(err, failed); err != nil {
		return is, err
	}
	if sender, ok := from.(*unix.SockaddrNetlink); !ok || sender.Pid != 0 {
		return is, nil // it is not the kernel's
	}
	messages, err := syscall.ParseNetlinkMessage(b[:n])
	if err != nil {
		return is, err
	}
	for i := range messages {
		is = w.read(&messages[i], is)
	}
	return is, nil
}

// read returns the state after a message.
func (w *watch) read(m *syscall.NetlinkMessage, before Interface) Interface {
	gone := w.is
	gone.Gone = true
	switch m.Header.Type {
	case unix.NLMSG_ERROR: // the answer to a question: there is no such interface
		return gone
	case unix.RTM_DELLINK:
		if index, _, err := describe(m); err == nil && index == w.index {
			return gone
		}
	case unix.RTM_NEWLINK:
		if index, is, err := describe(m); err == nil && index == w.index {
			return is
		}
	}
	return before
}

// close ends the subscription. No change is passed on after it.
func (w *watch) close() {
	w.ended.Do(func() { close(w.closing) })
	w.file.Close()
	if w.over != nil {
		<-w.over
	}
}
