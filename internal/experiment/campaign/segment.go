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

// segment is the file to which this process appends records. It is created with the first
// record.
type segment struct {
	dir    string // of the campaign
	file   *os.File
	size   int64
	synced time.Time
	err    error // the first error; nothing is written after it
}

// syncing is the time after which records are synced, to survive a power cut. They survive
// the end of the process without that.
const syncing = 5 * time.Second

// create creates a file that no other process has.
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

// append writes a whole record or nothing: if a write fails, as on a full disk, the
// file is cut back to the end of the record before.
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

// close closes the file, and removes it if it has no record.
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
