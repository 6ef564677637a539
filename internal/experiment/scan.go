package experiment

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/plan"
)

// recordFiles is the files of records of a campaign, and what was found in them.
type recordFiles struct {
	files []*os.File // by an entry's segment, less 1
	findings

	at plan.Point // of the record before
}

// findings counts what was found besides the runs that the plan asks for.
type findings struct {
	damaged  []string       // where, and what is wrong there; the first few
	injured  int            // how many of them there are
	unwanted int            // records of runs that the plan does not ask for
	engines  map[string]int // records by engines of another version
}

// mostTold is how many damaged records are named one by one.
const mostTold = 20

// scan reads all records of the folder, and notes where those are that the plan asks for.
func (c *campaign) scan() (*recordFiles, error) {
	s := &recordFiles{findings: findings{engines: map[string]int{}}}
	dir := filepath.Join(c.dir, recordsName)
	list, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, f := range list {
		if f.IsDir() || !strings.HasSuffix(f.Name(), segmentEnding) || strings.HasPrefix(f.Name(), ".") {
			continue
		}
		if err := c.scanFile(s, filepath.Join(dir, f.Name())); err != nil {
			return nil, errors.Join(err, s.close())
		}
	}
	return s, nil
}

func (c *campaign) scanFile(s *recordFiles, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	s.files = append(s.files, f)
	return c.scanRecords(s, path, f, int32(len(s.files)))
}

// scanRecords reads the records of a file; number is the file's among segments.
func (c *campaign) scanRecords(s *recordFiles, path string, f io.Reader, number int32) error {
	r := bufio.NewReaderSize(f, 256<<10)
	var offset int64
	var long []byte // a line that is longer than the reader's buffer
	for line := 1; ; line++ {
		text, err := r.ReadSlice('\n')
		length := int64(len(text))
		for long = long[:0]; errors.Is(err, bufio.ErrBufferFull); {
			long = append(long, text...)
			text, err = r.ReadSlice('\n')
			if length += int64(len(text)); length > longestLine {
				long, text = long[:0], nil // whatever it is, it is no record
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
		if e := c.take(s, text, entry{segment: number, length: int32(min(length, longestLine)), offset: offset}); e != nil {
			if !errors.Is(e, errCut) && !errors.Is(e, errDamaged) && !errors.Is(e, errStrange) {
				return fmt.Errorf("%s:%d: %w", path, line, e)
			}
			if s.injured++; len(s.damaged) < mostTold {
				s.damaged = append(s.damaged, fmt.Sprintf("%s:%d: %v", path, line, e))
			}
		}
		offset += length
	}
}

// take notes where a record is, if the plan asks for its run. No line is one that is too
// long to be a record.
func (c *campaign) take(s *recordFiles, line []byte, e entry) error {
	if line == nil {
		return errDamaged
	}
	sum, err := check(line)
	if err != nil {
		return err
	}
	r, _, err := parse(string(line))
	if err != nil {
		return err
	}
	if r.engine != c.Engine {
		s.engines[r.engine]++
		return nil
	}
	if r.version() != c.records() {
		s.unwanted++ // its address is another, too
		return nil
	}
	e.sum, e.unsettled = sum, c.unsettled(line)
	wanted := false
	for _, i := range c.byPoint[r.point] {
		if s.at.Key == "" || s.at.Number != i { // records of a point mostly stand together
			s.at = c.plan.Point(i)
		}
		if r.replication >= c.most() || Seed(c.plan, &s.at, r.replication) != r.seed {
			continue
		}
		wanted = true
		if err := c.points[i].put(s, r.replication, e); err != nil {
			return err
		}
	}
	if !wanted {
		s.unwanted++
	}
	return nil
}

// put notes where the record of a replication is. Two records of one run are the same,
// octet by octet, or something is wrong that nobody but the user can put right.
func (p *point) put(s *recordFiles, replication int, e entry) error {
	if replication >= len(p.runs) {
		p.runs = slices.Grow(p.runs, replication+1-len(p.runs))[:replication+1]
	}
	if old := p.runs[replication]; old.segment != 0 {
		if old.sum != e.sum {
			return fmt.Errorf("differs from another record of the same run, in %s: a run comes to the same each time, so one of the two is not of this program: take that file away", s.name(old))
		}
		return nil
	}
	p.runs[replication] = e
	return nil
}

func (s *recordFiles) name(e entry) string { return s.files[e.segment-1].Name() }

// add adds a file that is being written.
func (s *recordFiles) add(path string) (number int32, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	s.files = append(s.files, f)
	return int32(len(s.files)), nil
}

// read reads the record of an entry again: its text, and the values of its metrics, which
// are appended to list.
func (s *recordFiles) read(e entry, list []string) (r record, all []string, err error) {
	line := make([]byte, e.length)
	f := s.files[e.segment-1]
	if _, err := f.ReadAt(line, e.offset); err != nil {
		return r, nil, files.Because(f.Name(), err)
	}
	if sum, err := check(line); err != nil || sum != e.sum {
		return r, nil, fmt.Errorf("%s: has changed while it was read: start again", f.Name())
	}
	r, rest, err := parse(string(line))
	if err == nil {
		all, r.kept, err = values(rest, list)
	}
	if err == nil && !r.older {
		r.distributions, r.kept, err = cutDistributions(r.kept)
	}
	if err != nil {
		return r, nil, fmt.Errorf("%s: the record at octet %d %w", f.Name(), e.offset, err)
	}
	return r, all, nil
}

func (s *recordFiles) close() error {
	if s == nil {
		return nil
	}
	var err error
	for _, f := range s.files {
		err = errors.Join(err, f.Close())
	}
	s.files = nil
	return err
}
