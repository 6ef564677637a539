//go:build linux

package host

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// suffix ends the name of a record's file.
const suffix = ".json"

func (d directory) file(id string) string { return filepath.Join(string(d), id+suffix) }

// write stores a record, whole or not at all.
func (d directory) write(r *Record) error {
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	name := d.file(r.ID)
	if err := os.WriteFile(name+".tmp", append(text, '\n'), 0o600); err != nil {
		return d.unusable(err)
	}
	if err := os.Rename(name+".tmp", name); err != nil {
		return d.unusable(err)
	}
	return nil
}

// records reads all records; without a directory there are none. A record that cannot be read
// does not keep the others from being read.
func (d directory) records() (list []Record, err error) {
	if err := d.check(); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(string(d))
	if err != nil {
		return nil, err
	}
	var errs []error
	for _, e := range entries {
		id, ok := strings.CutSuffix(e.Name(), suffix)
		if !ok {
			continue
		}
		var text []byte
		if !e.Type().IsRegular() {
			err = errors.New("it is not a file") // reading a pipe would never end
		} else {
			text, err = os.ReadFile(d.file(id))
		}
		if errors.Is(err, fs.ErrNotExist) {
			continue // its run has just ended
		}
		var r Record
		if err == nil {
			err = json.Unmarshal(text, &r)
		}
		if err == nil && r.ID != id {
			err = fmt.Errorf("it belongs to run %q", r.ID)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s is not a record of a run, remove it: %w", d.file(id), err))
			continue
		}
		list = append(list, r)
	}
	return list, errors.Join(errs...)
}

// forget removes a record, its socket, and what writing the record may have left.
func (d directory) forget(r *Record) error {
	var errs []error
	for _, name := range []string{r.Socket, r.Control, r.Names, d.file(r.ID) + ".tmp", d.file(r.ID)} {
		if dir := filepath.Dir(name); dir != string(d) && dir != filepath.Join(string(d), controlDir) {
			continue // this package puts nothing elsewhere
		}
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
