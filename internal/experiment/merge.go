package experiment

import (
	"bytes"
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
	"github.com/csmacd/csmacd/internal/files"
)

// Merge makes the tables of campaigns that are parts of one: folders, or single files of
// records of the first one's plan. What it finds goes into the folder out; "" is the
// first. Runs may be missing then: the tables are of those that are there, and the
// outcome says how many are not.
func Merge(paths []string, out string, note func(string)) (*Outcome, error) {
	c, err := openCampaign(paths[0])
	if err != nil {
		return nil, err
	}
	if out != "" && !sameFile(out, c.dir) {
		c.dir = out
		if err := CheckFolder(out); err != nil {
			return nil, err
		}
		if err := os.MkdirAll(filepath.Join(out, recordsName), 0o755); err != nil {
			return nil, err
		}
		if was, err := readHeader(out); err == nil && was.Engine != c.Engine {
			return nil, fmt.Errorf("%s: its runs are by %s, and those of %s by %s: give --out another folder", out, engine.Name(was.Engine), paths[0], engine.Name(c.Engine))
		} else if err == nil && was.Plan != c.Plan {
			return nil, fmt.Errorf("%s: is the campaign of another plan: give --out another folder", out)
		}
		if err := c.save(); err != nil {
			return nil, err
		}
	}
	for _, path := range paths {
		if sameFile(path, c.dir) {
			continue
		}
		if err := c.bring(path, paths[0]); err != nil {
			return nil, err
		}
	}
	s, err := c.scan()
	if err != nil {
		return nil, err
	}
	defer s.close()
	o := &Outcome{Points: len(c.points)}
	if o.Missing, err = c.settle(s); err != nil {
		return nil, err
	}
	for i := range c.points {
		if c.points[i].missing() > 0 {
			o.Partial++
		}
		for r := range c.points[i].want {
			o.Runs++
			if c.points[i].has(r) {
				o.Found++
			}
		}
	}
	s.tell(note, o)
	if c.records() == oldRecords {
		note(fmt.Sprintf("%s: its records are of version %d, without distributions: p50, p95 and p99 are empty in points.csv, and runs.csv has those of each run", c.dir, oldRecords))
	}
	o.Loose, o.Restless = c.loose(), c.restless()
	if o.Found == 0 {
		return o, nil
	}
	return o, c.tables(s, o.Missing == 0)
}

func sameFile(a, b string) bool {
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}

// bring copies the records of a folder, or of a file, into the campaign's.
func (c *campaign) bring(path, first string) error {
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
	h, err := readHeader(path)
	switch {
	case err != nil:
		return err
	case h.Engine != c.Engine:
		return fmt.Errorf("%s: its runs are by %s, and those of %s by %s: they are not mixed", path, engine.Name(h.Engine), first, engine.Name(c.Engine))
	case h.records() != c.records():
		return fmt.Errorf("%s: its records are of version %d, and those of the first of version %d: they are not mixed", path, h.records(), c.records())
	case h.Plan != c.Plan || h.Inputs != c.Inputs:
		return fmt.Errorf("%s: is the campaign of another plan: compare its %s with the first one's", path, planName)
	}
	list, err := os.ReadDir(filepath.Join(path, recordsName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, f := range list {
		if strings.HasSuffix(f.Name(), segmentEnding) && !f.IsDir() {
			if err := c.bringFile(filepath.Join(path, recordsName, f.Name()), false); err != nil {
				return err
			}
		}
	}
	return nil
}

// bringFile copies a file of records, which may be larger than memory. Its name follows from what is in it, so that it is
// there once however often it is brought.
func (c *campaign) bringFile(path string, named bool) error {
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
	if named && !bytes.Contains(head[:n], []byte(recordHeads[c.records()])) {
		return fmt.Errorf("%s: is no campaign, and no file of its records", path)
	}
	if _, err := io.Copy(h, from); err != nil {
		return files.Because(path, err)
	}
	hash := h.Sum(nil)
	folder := filepath.Join(c.dir, recordsName)
	name := "merged-" + hex.EncodeToString(hash[:8]) + segmentEnding
	if hashOf(filepath.Join(folder, name)) == hex.EncodeToString(hash) {
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
