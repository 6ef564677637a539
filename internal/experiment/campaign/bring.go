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

// Fits returns an error if a path is neither the folder of a campaign nor a file of records that can
// be brought into this one. first is what messages call the campaign that this one began with.
func (c *Campaign) Fits(path, first string) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", path, fs.ErrNotExist)
	}
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return c.fitsFile(path)
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
	return nil
}

// fitsFile returns an error if a file does not begin with a record.
func (c *Campaign) fitsFile(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	head := make([]byte, 64<<10)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return files.Because(path, err)
	}
	if !record.In(head[:n], c.Version()) {
		return fmt.Errorf("%s: is neither a campaign nor a file of its records", path)
	}
	return nil
}

// Bring copies the records of a campaign's folder, or of one file of records, into the campaign,
// which they fit.
func (c *Campaign) Bring(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return c.bringFile(path)
	}
	list, err := os.ReadDir(filepath.Join(path, RecordsName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, f := range list {
		if strings.HasSuffix(f.Name(), Ending) && !f.IsDir() {
			if err := c.bringFile(filepath.Join(path, RecordsName, f.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// bringFile copies a file of records, which may be larger than memory. The name of the copy is a hash of its content, so that
// a file that is brought again is not there twice.
func (c *Campaign) bringFile(path string) error {
	from, err := os.Open(path)
	if err != nil {
		return err
	}
	defer from.Close()
	h := sha256.New()
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
