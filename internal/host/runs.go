//go:build linux

package host

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
)

// Runs returns the records of this user's live runs, ordered by the numbers of their processes.
// If some cannot be read, it returns the others together with the error.
func Runs() ([]Record, error) {
	all, err := runDirectory().records()
	live := slices.DeleteFunc(all, func(r Record) bool { return !r.Alive() })
	slices.SortFunc(live, func(a, b Record) int { return a.PID - b.PID })
	return live, err
}

// Down removes what dead runs left and describes it, one line for each thing. It removes
// nothing that belongs to a live run or that no run made. It continues after errors.
func Down() (removed []string, err error) {
	dir, err := absolute(runDirectory())
	if err == nil {
		err = dir.check()
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		var unlock func()
		if unlock, err = dir.lock(); err == nil {
			defer unlock()
			removed, err = dir.sweep()
		}
	}
	return removed, err
}

// sweep removes what dead runs left. The directory is locked.
func (d directory) sweep() (removed []string, err error) {
	all, err := d.records()
	errs := []error{err}
	for i := range all {
		r := &all[i]
		if r.Alive() {
			continue
		}
		// What a rootless run made ends with it, and nothing outlasts the machine's boot:
		// others may use the same names by now. Only files remain.
		if r.Rootless || r.Boot != boot() {
			r.Made = slices.DeleteFunc(r.Made, func(t Thing) bool { return t.Kind != MadeSocket })
		}
		did, err := r.undo(0)
		for _, what := range did {
			removed = append(removed, fmt.Sprintf("%s, of %v", what, r))
		}
		if err != nil {
			errs = append(errs, err, d.write(r))
			continue
		}
		errs = append(errs, d.forget(r))
		removed = append(removed, fmt.Sprintf("record of %v", r))
	}
	return removed, errors.Join(errs...)
}

// othersRuns is a hint for a user that root may have what was not found.
func othersRuns(own int) string {
	if own == 0 && os.Geteuid() != 0 && exists(systemDir) {
		return "; root's runs are for root to enter: sudo"
	}
	return ""
}
