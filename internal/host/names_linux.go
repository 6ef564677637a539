package host

import (
	"errors"
	"io/fs"
	"os"
)

// Name makes hosts known by their names to the commands that [Host.Exec] runs in hosts, now and from
// now on. It replaces the names that it was given before.
func (r *Run) Name(hosts []Named) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil
	}
	machine, err := os.ReadFile("/etc/hosts")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	// The file is written in place, by one write: it is mounted for commands that run, and they may read it
	// just now. Programs of other users in a host may read names.
	f, err := os.OpenFile(r.record.Names, os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		return r.dir.unusable(err)
	}
	text := hostsFile(hosts, string(machine))
	if err = f.Chmod(0o644); err == nil {
		_, err = f.WriteString(text)
	}
	if err == nil {
		err = f.Truncate(int64(len(text)))
	}
	return errors.Join(err, f.Close())
}
