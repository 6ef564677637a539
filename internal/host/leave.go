//go:build linux

package host

import (
	"errors"
	"os"
	"slices"
)

// Leave removes the host of a station: its TAP device, what was added to one that existed, and the
// namespace that was made for it, unless another host is in it. A station without a host is not an
// error.
func (r *Run) Leave(station string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := slices.IndexFunc(r.record.Hosts, func(h Host) bool { return h.Station == station })
	if r.closed || i < 0 {
		return nil
	}
	h := r.record.Hosts[i]
	err := r.devices[i].Close() // that of the i-th host
	if errors.Is(err, os.ErrClosed) {
		err = nil
	}
	unlock, locked := r.dir.lock()
	if locked != nil {
		return errors.Join(err, locked)
	}
	defer unlock()
	r.record.Hosts = slices.Delete(r.record.Hosts, i, i+1)
	r.devices = slices.Delete(r.devices, i, i+1)
	shared := slices.ContainsFunc(r.record.Hosts, func(o Host) bool { return o.Space.same(h.Space) })
	_, undone := r.record.undoThose(func(_ int, t *Thing) bool {
		switch {
		case t.Kind == MadeSocket || !t.Space.same(h.Space):
			return false
		case t.Kind == MadeSpace:
			return !shared
		}
		return t.TAP == h.TAP
	})
	return errors.Join(err, undone, r.dir.write(&r.record))
}
