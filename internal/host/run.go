//go:build linux

package host

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"github.com/csmacd/csmacd/tap"
)

// Run is a live run's part of the machine. It may be used by several goroutines.
type Run struct {
	mu      sync.Mutex
	dir     directory
	record  Record
	devices []*tap.Device
	swept   []string
	closed  bool
}

// Begin opens a run of a scenario, which others see under the scenario's name. It first removes
// what dead runs left; [Run.Swept] lists that. It fails if the run directory cannot be written
// to, or if what a dead run left cannot be removed.
func Begin(scenario string) (*Run, error) { return begin(scenario, os.Getpid(), rootless) }

// begin opens a run of a process.
func begin(scenario string, pid int, rootless bool) (*Run, error) {
	dir := runDirectory()
	dir, err := absolute(dir)
	if err != nil {
		return nil, err
	}
	if err := dir.create(); err != nil {
		return nil, err
	}
	unlock, err := dir.lock()
	if err != nil {
		return nil, err
	}
	defer unlock()
	swept, err := dir.sweep()
	if err != nil {
		return nil, fmt.Errorf("what a dead run left cannot be removed: %w", err)
	}
	start, _ := startOf(pid)
	r := &Run{dir: dir, swept: swept, record: Record{
		PID: pid, Start: start, Boot: boot(), Began: time.Now().Round(0), Scenario: scenario, Rootless: rootless,
	}}
	r.record.ID = fmt.Sprint(pid)
	for n := 2; exists(dir.file(r.record.ID)); n++ {
		r.record.ID = fmt.Sprintf("%d-%d", pid, n)
	}
	r.record.Socket = filepath.Join(string(dir), r.record.ID+".sock")
	r.record.Control = filepath.Join(string(dir), controlDir, r.record.ID)
	r.record.Names = filepath.Join(string(dir), r.record.ID+".hosts")
	const longest = 107 // sun_path less its final 0
	if len(r.record.Socket) > longest {
		return nil, dir.unusable(fmt.Errorf("its path is too long for a socket (%d octets for %s, and the limit is %d)", len(r.record.Socket), r.record.Socket, longest))
	}
	return r, dir.write(&r.record)
}

func absolute(d directory) (directory, error) {
	path, err := filepath.Abs(string(d))
	return directory(path), err
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// ID returns the run's name: the number of its process, with a suffix if that has several runs.
func (r *Run) ID() string { return r.record.ID }

// Socket is the path at which the run may offer a capture on a Unix socket. The code that
// offers it makes the socket; Close removes it.
func (r *Run) Socket() string { return r.record.Socket }

// Control is the path at which the run may take commands on a Unix socket, in a directory of its
// own. The code that takes them makes both; Close removes the socket.
func (r *Run) Control() string { return r.record.Control }

// Swept returns what Begin removed of dead runs.
func (r *Run) Swept() []string { return slices.Clone(r.swept) }

// Close removes all that the run made, the last first, and its record. It continues after
// errors; [Down] finds what could not be removed once this process has ended. A thing that no
// longer exists is not an error. A second Close does nothing.
func (r *Run) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil
	}
	r.closed = true
	var errs []error
	for _, d := range slices.Backward(r.devices) {
		if err := d.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
			errs = append(errs, err)
		}
	}
	// Even without the lock: leaving things behind would be worse.
	if unlock, err := r.dir.lock(); err == nil {
		defer unlock()
	} else {
		errs = append(errs, err)
	}
	_, err := r.record.undo(0)
	if err != nil {
		errs = append(errs, err, r.dir.write(&r.record))
	} else {
		errs = append(errs, r.dir.forget(&r.record))
	}
	return errors.Join(errs...)
}

// NameGone reports whether the namespace of a station's host has lost its name under
// /run/netns, because somebody deleted it.
func (r *Run) NameGone(station string) bool {
	return r.spaceOf(station).nameGone()
}

// spaceOf returns the namespace of a station's host.
func (r *Run) spaceOf(station string) Space {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range r.record.Hosts {
		if r.record.Hosts[i].Station == station {
			return r.record.Hosts[i].Space
		}
	}
	return Space{}
}

// nameGone reports whether a namespace has lost its name.
func (s Space) nameGone() bool {
	if s.Name == "" {
		return false
	}
	var stat unix.Stat_t
	err := unix.Stat(s.path(), &stat)
	return errors.Is(err, unix.ENOENT) || err == nil && (stat.Ino != s.Inode || stat.Dev != s.Device)
}

// intend records that a thing is about to be made.
func (r *Run) intend(t Thing) error {
	r.record.Made = append(r.record.Made, t)
	return r.dir.write(&r.record)
}
