package campaign

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/csmacd/csmacd/internal/engine"
	"github.com/csmacd/csmacd/internal/experiment/record"
	"github.com/csmacd/csmacd/internal/files"
)

// Bring copies the records of a campaign's folder, or of one file of records, into the campaign.
func (c *Campaign) Bring(path, first string) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", path, fs.ErrNotExist)
	}
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return c.bringFile(path, true)
	}
	h, err := ReadHeader(path)
	switch {
	case err != nil:
		return err
	case h.Engine != c.Engine:
		return fmt.Errorf("%s: its runs are by %s, and those of %s by %s: they are not mixed", path, engine.Name(h.Engine), first, engine.Name(c.Engine))
	case h.Version() != c.Version():
		return fmt.Errorf("%s: its records are of version %d, and those of the first of version %d: they are not mixed", path, h.Version(), c.Version())
	case h.Plan != c.Header.Plan || h.Inputs != c.Inputs:
		return fmt.Errorf("%s: holds the campaign of another plan: compare its %s with that of the first campaign", path, PlanName)
	}
	list, err := os.ReadDir(filepath.Join(path, RecordsName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, f := range list {
		if strings.HasSuffix(f.Name(), Ending) && !f.IsDir() {
			if err := c.bringFile(filepath.Join(path, RecordsName, f.Name()), false); err != nil {
				return err
			}
		}
	}
	return nil
}

// bringFile copies a file of records, which may be larger than memory. The name of the copy is a hash of its content, so that
// a file that is brought again is not there twice.
func (c *Campaign) bringFile(path string, named bool) error {
	from, err := os.Open(path)
	if err != nil {
		return err
	}
	defer from.Close()
	h := sha256.New()
	head := make([]byte, 64<<10)
	n, err := io.ReadFull(io.TeeReader(from, h), head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return files.Because(path, err)
	}
	if named && !record.In(head[:n], c.Version()) {
		return fmt.Errorf("%s: is neither a campaign nor a file of its records", path)
	}
	if _, err := io.Copy(h, from); err != nil {
		return files.Because(path, err)
	}
	hash := h.Sum(nil)
	folder := filepath.Join(c.Dir, RecordsName)
	name := "merged-" + hex.EncodeToString(hash[:8]) + Ending
	if HashOf(filepath.Join(folder, name)) == hex.EncodeToString(hash) {
		return nil // it was brought before
	}
	if _, err := from.Seek(0, io.SeekStart); err != nil {
		return files.Because(path, err)
	}
	to, err := newFile(folder, name)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	return to.done(err)
}
