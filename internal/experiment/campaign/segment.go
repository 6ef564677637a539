package campaign

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/csmacd/csmacd/internal/files"
)

// segment is the file of records that this process appends to. It is made with the first
// record.
type segment struct {
	dir    string // of the campaign
	file   *os.File
	size   int64
	synced time.Time
	err    error // the first; nothing is written after it
}

// syncing is how often records are made to outlast a power cut. What a process has
// written outlasts the process at once.
const syncing = 5 * time.Second

// create makes a file that no other process has.
func (s *segment) create() error {
	dir := filepath.Join(s.dir, RecordsName)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for i := 1; ; i++ {
		f, err := os.OpenFile(filepath.Join(dir, fmt.Sprintf("%06d%s", i, Ending)), os.O_RDWR|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o644)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		s.file, s.synced = f, time.Now()
		return err
	}
}

// append writes a record whole, or not at all: where a write fails, as on a full disk, the
// file is cut back to the record before.
func (s *segment) append(line []byte) (e entry, err error) {
	if s.err != nil {
		return entry{}, s.err
	}
	if s.file == nil {
		if s.err = s.create(); s.err != nil {
			return entry{}, s.err
		}
	}
	n, err := s.file.Write(line)
	if err == nil && time.Since(s.synced) > syncing {
		err = s.file.Sync()
		s.synced = time.Now()
	}
	if err != nil {
		if n > 0 {
			_ = s.file.Truncate(s.size)
		}
		s.err = files.Because(s.file.Name(), err)
		return entry{}, s.err
	}
	e = entry{length: int32(n), offset: s.size}
	s.size += int64(n)
	return e, nil
}

// close closes the file; one without a record is taken away.
func (s *segment) close() error {
	if s.file == nil {
		return s.err
	}
	err := s.file.Sync()
	if s.size == 0 {
		_ = os.Remove(s.file.Name())
	}
	if e := s.file.Close(); err == nil {
		err = e
	}
	if s.err == nil && err != nil {
		s.err = files.Because(s.file.Name(), err)
	}
	return s.err
}
