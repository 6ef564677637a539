//go:build linux

package host

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/csmacd/csmacd/tap"
)

// Helped is a run whose part of the machine a helper process makes and removes. After
// [DropAllPrivileges] this process has no capability, and can still add hosts.
type Helped struct {
	mu     sync.Mutex
	wire   wire
	child  *exec.Cmd
	began  answer
	spaces map[string]Space // by station
	closed bool
}

// BeginHelped starts a helper, which is this program again, and begins a run there, as [Begin] does.
func BeginHelped(scenario string) (*Helped, error) {
	self, err := ownPath()
	if err != nil {
		return nil, err
	}
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("a socket for the helper: %w", err)
	}
	own, others := os.NewFile(uintptr(pair[0]), "helper"), os.NewFile(uintptr(pair[1]), "helped")
	defer others.Close()
	c, err := net.FileConn(own)
	own.Close()
	if err != nil {
		return nil, err
	}
	h := &Helped{wire: wire{c.(*net.UnixConn)}, spaces: map[string]Space{}}
	h.child = &exec.Cmd{
		Path: self, Args: []string{os.Args[0], "(helper)"}, Env: append(os.Environ(), helperEnv+"=3"),
		ExtraFiles:  []*os.File{others},                 // and no terminal: errors come as answers
		SysProcAttr: &syscall.SysProcAttr{Setsid: true}, // a signal to the terminal's processes is not for it
	}
	if err := h.child.Start(); err != nil {
		c.Close()
		return nil, fmt.Errorf("the helper, %s: %w", self, err)
	}
	others.Close() // so that its end is noticed
	if h.began, _, err = h.ask(&request{Do: begins, Name: scenario, Rootless: rootless}); err != nil {
		h.end()
		return nil, err
	}
	return h, nil
}

// ask sends a request and waits for its answer.
func (h *Helped) ask(r *request) (reply answer, files []int, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return reply, nil, errors.New("the run is closed")
	}
	if err = h.wire.send(r, nil); err == nil {
		files, err = h.wire.receive(&reply)
	}
	if err != nil {
		return reply, nil, fmt.Errorf("the helper has ended (csmacd down removes what is left): %w", err)
	}
	if reply.Error != "" {
		closeAll(files)
		return reply, nil, errors.New(reply.Error)
	}
	return reply, files, nil
}

// ID returns the run's name.
func (h *Helped) ID() string { return h.began.ID }

// Socket is as [Run.Socket].
func (h *Helped) Socket() string { return h.began.Socket }

// Control is as [Run.Control].
func (h *Helped) Control() string { return h.began.Control }

// Swept returns what was removed of dead runs.
func (h *Helped) Swept() []string { return h.began.Swept }

// Name makes hosts known by their names: see [Run.Name].
func (h *Helped) Name(hosts []Named) error {
	_, _, err := h.ask(&request{Do: names, Hosts: hosts})
	return err
}

// Up sets up one host: see [Run.Up].
func (h *Helped) Up(spec Spec) (*tap.Device, error) {
	reply, files, err := h.ask(&request{Do: ups, Spec: &spec})
	if err != nil {
		return nil, err
	}
	h.mu.Lock()
	h.spaces[spec.Station] = reply.Space
	h.mu.Unlock()
	d, err := tap.DeviceOf(reply.Parts, files)
	if err != nil {
		closeAll(files)
	}
	return d, err
}

// Leave removes the host of a station: see [Run.Leave].
func (h *Helped) Leave(station string) error {
	_, _, err := h.ask(&request{Do: leaves, Name: station})
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.spaces, station)
	return err
}

// Packet opens a packet socket: see [Run.Packet].
func (h *Helped) Packet(netns, name string) (*tap.Packet, error) {
	reply, files, err := h.ask(&request{Do: packets, Netns: netns, Name: name})
	if err != nil {
		return nil, err
	}
	p, err := tap.PacketOf(reply.Parts, files)
	if err != nil {
		closeAll(files)
	}
	return p, err
}

func closeAll(files []int) {
	for _, fd := range files {
		unix.Close(fd)
	}
}

// MakeSocket lets a function make the file of a Unix socket: see [Run.MakeSocket].
func (h *Helped) MakeSocket(path string, open func() error) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if _, _, err := h.ask(&request{Do: intends, Name: path}); err != nil {
		return err
	}
	err = open()
	_, _, settled := h.ask(&request{Do: settles, Name: path, Made: err == nil})
	return errors.Join(err, settled)
}

// NameGone is as [Run.NameGone].
func (h *Helped) NameGone(station string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.spaces[station].nameGone()
}

// Prefer has a thread of this process run before others.
func (h *Helped) Prefer(thread int) error {
	_, _, err := h.ask(&request{Do: urgent, Thread: thread})
	return err
}

// Close removes all that the run made, and ends the helper. A second Close does nothing.
func (h *Helped) Close() error {
	h.mu.Lock()
	closed := h.closed
	h.mu.Unlock()
	if closed {
		return nil
	}
	_, _, err := h.ask(&request{Do: closes})
	return errors.Join(err, h.end())
}

// end waits for the end of the helper, which comes when its socket is closed.
func (h *Helped) end() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	h.wire.Close()
	if err := h.child.Wait(); err != nil {
		return fmt.Errorf("the helper: %w", err)
	}
	return nil
}
