package campaign

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/csmacd/csmacd/internal/experiment/metric"
	"github.com/csmacd/csmacd/internal/experiment/record"
	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/stats"
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

// reading is a record that was read again. It is valid until the next one is.
type reading struct {
	record.Record
	texts  []string  // of the metrics
	values []float64 // of the metrics
	pooled [metric.Distributions]stats.Distribution
	line   []byte
}

// read reads the record of an entry again.
func (f recordFiles) read(e entry, r *reading) error {
	r.line = slices.Grow(r.line[:0], int(e.length))[:e.length]
	file := f[e.segment-1]
	if _, err := file.ReadAt(r.line, e.offset); err != nil {
		return files.Because(file.Name(), err)
	}
	if sum, err := record.Check(r.line); err != nil || sum != e.sum {
		return fmt.Errorf("%s: has changed while it was read: start csmacd again", file.Name())
	}
	of, rest, err := record.Parse(string(r.line))
	if err == nil {
		r.texts, r.values, of.Kept, err = record.Values(rest, r.texts[:0], r.values[:0])
	}
	if err == nil && !of.Older {
		of.Distributions, of.Kept, err = record.CutDistributions(of.Kept)
	}
	for i := 0; i < len(r.pooled) && err == nil; i++ {
		r.pooled[i], err = record.ParseBins(of.Distributions[i], r.pooled[i].Bins)
	}
	if err != nil {
		return fmt.Errorf("%s: the record at octet %d %w", file.Name(), e.offset, err)
	}
	r.Record = of
	return nil
}

func (f *recordFiles) close() error {
	var err error
	for _, file := range *f {
		err = errors.Join(err, file.Close())
	}
	*f = nil
	return err
}
