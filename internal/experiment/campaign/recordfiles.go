package campaign

import (
	"errors"
	"fmt"
	"os"

	"github.com/csmacd/csmacd/internal/experiment/record"
	"github.com/csmacd/csmacd/internal/files"
)

// recordFiles are the open files of records of a campaign. The index is the segment of an entry, less 1.
type recordFiles []*os.File

func (f recordFiles) name(e entry) string { return f[e.segment-1].Name() }

// add opens a file, to which this process may still be writing.
func (f *recordFiles) add(path string) (number int32, err error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	*f = append(*f, file)
	return int32(len(*f)), nil
}

// read reads the record of an entry again. It appends the texts of the values of its metrics
// to list.
func (f recordFiles) read(e entry, list []string) (r record.Record, all []string, err error) {
	line := make([]byte, e.length)
	file := f[e.segment-1]
	if _, err := file.ReadAt(line, e.offset); err != nil {
		return r, nil, files.Because(file.Name(), err)
	}
	if sum, err := record.Check(line); err != nil || sum != e.sum {
		return r, nil, fmt.Errorf("%s: has changed while it was read: start csmacd again", file.Name())
	}
	r, rest, err := record.Parse(string(line))
	if err == nil {
		all, r.Kept, err = record.Values(rest, list)
	}
	if err == nil && !r.Older {
		r.Distributions, r.Kept, err = record.CutDistributions(r.Kept)
	}
	if err != nil {
		return r, nil, fmt.Errorf("%s: the record at octet %d %w", file.Name(), e.offset, err)
	}
	return r, all, nil
}

func (f *recordFiles) close() error {
	var err error
	for _, file := range *f {
		err = errors.Join(err, file.Close())
	}
	*f = nil
	return err
}
