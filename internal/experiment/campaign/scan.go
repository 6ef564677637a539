package campaign

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/csmacd/csmacd/internal/experiment/record"
	"github.com/csmacd/csmacd/internal/files"
)

// Findings counts the records that were found and cannot be used.
type Findings struct {
	Damaged  []string       // where, and what is wrong there; at most mostTold
	Injured  int            // their number
	Unwanted int            // records of runs that are not in the plan
	Engines  map[string]int // number of records, by the engine that made them, if it is another
}

// mostTold limits the number of damaged records that are described.
const mostTold = 20

// Scan reads all records of the folder, and notes the places of those of the plan's runs. The result of an earlier scan
// is forgotten.
func (c *Campaign) Scan() error {
	if err := c.Close(); err != nil {
		return err
	}
	c.Findings = Findings{Engines: map[string]int{}}
	for i := range c.points {
		c.points[i] = point{address: c.points[i].address, want: c.least()}
	}
	dir := filepath.Join(c.Dir, RecordsName)
	list, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, f := range list {
		if f.IsDir() || !strings.HasSuffix(f.Name(), Ending) || strings.HasPrefix(f.Name(), ".") {
			continue
		}
		if err := c.scanFile(filepath.Join(dir, f.Name())); err != nil {
			return err
		}
	}
	return nil
}

// Close closes the files of records.
func (c *Campaign) Close() error { return c.files.close() }

func (c *Campaign) scanFile(path string) error {
	number, err := c.files.add(path)
	if err != nil {
		return err
	}
	return c.scanRecords(path, c.files[number-1], number)
}

// scanRecords reads the records of a file; number is the file's number as a segment.
func (c *Campaign) scanRecords(path string, f io.Reader, number int32) error {
	r := bufio.NewReaderSize(f, 256<<10)
	var offset int64
	var long []byte // a line longer than the reader's buffer
	for line := 1; ; line++ {
		text, err := r.ReadSlice('\n')
		length := int64(len(text))
		for long = long[:0]; errors.Is(err, bufio.ErrBufferFull); {
			long = append(long, text...)
			text, err = r.ReadSlice('\n')
			if length += int64(len(text)); length > record.Longest {
				long, text = long[:0], nil // longer than any record
			}
		}
		if len(long) > 0 {
			long = append(long, text...)
			text = long
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return files.Because(path, err)
		}
		if length == 0 {
			return nil
		}
		if e := c.take(text, entry{segment: number, length: int32(min(length, record.Longest)), offset: offset}); e != nil {
			if !errors.Is(e, record.ErrCut) && !errors.Is(e, record.ErrDamaged) && !errors.Is(e, record.ErrStrange) {
				return fmt.Errorf("%s:%d: %w", path, line, e)
			}
			if c.Injured++; len(c.Damaged) < mostTold {
				c.Damaged = append(c.Damaged, fmt.Sprintf("%s:%d: %v", path, line, e))
			}
		}
		offset += length
	}
}

// take notes the place of a record, if its run is in the plan. A line of nil stands for one that is too
// long to be a record.
func (c *Campaign) take(line []byte, e entry) error {
	if line == nil {
		return record.ErrDamaged
	}
	sum, err := record.Check(line)
	if err != nil {
		return err
	}
	r, _, err := record.Parse(string(line))
	if err != nil {
		return err
	}
	if r.Engine != c.Engine {
		c.Engines[r.Engine]++
		return nil
	}
	if r.Version() != c.Version() {
		c.Unwanted++ // its address differs, too
		return nil
	}
	e.sum, e.unsettled = sum, c.unsettled(line)
	wanted := false
	for _, i := range c.byPoint[r.Point] {
		if c.at.Key == "" || c.at.Number != i { // records of a point are mostly together
			c.at = c.Sweep.Point(i)
		}
		if r.Replication >= c.most() || record.Seed(c.Sweep, &c.at, r.Replication) != r.Seed {
			continue
		}
		wanted = true
		if err := c.points[i].put(&c.files, r.Replication, e); err != nil {
			return err
		}
	}
	if !wanted {
		c.Unwanted++
	}
	return nil
}
