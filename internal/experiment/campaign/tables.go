package campaign

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/csmacd/csmacd/internal/experiment/record"
	"github.com/csmacd/csmacd/internal/experiment/table"
	"github.com/csmacd/csmacd/internal/plan"
)

// tablesVersion changes when the tables do, so that old tables are written again.
const tablesVersion = "csmacd/tables/3"

// Tables writes the tables, unless they exist and were made from the same records.
func (c *Campaign) Tables(complete bool) error {
	of := c.fingerprint(complete)
	if c.written(of) {
		return nil
	}
	// Tables without columns.json do not count: until all are written, there are none.
	if err := c.Withdraw(); err != nil {
		return err
	}
	w := &tableWriter{c: c, sizes: map[string]int64{}}
	if err := w.write(); err != nil {
		return err
	}
	for _, name := range notKept(c.Sweep) { // of an earlier plan
		if err := os.Remove(filepath.Join(c.Dir, keptFile(name))); err != nil && !os.IsNotExist(err) {
			return err
		}
	}
	kept := map[string][]table.Column{}
	for _, name := range c.Sweep.Keep {
		kept[name] = c.keptColumns(name)
	}
	text, err := json.MarshalIndent(table.File{
		Info: table.Info{Schema: table.ColumnsSchema, Name: c.Sweep.Name, Engine: c.Engine, Confidence: c.Confidence, Complete: complete},
		Made: table.Made{Of: of, Sizes: w.sizes},
		Runs: c.runColumns(), Points: c.pointColumns(), Kept: kept,
	}, "", "  ")
	if err != nil {
		return err
	}
	return replace(c.Dir, table.FileName, append(text, '\n'))
}

// Withdraw removes columns.json. The other tables do not count without it.
func (c *Campaign) Withdraw() error {
	if err := os.Remove(filepath.Join(c.Dir, table.FileName)); err != nil && !os.IsNotExist(err) {
		return err
	}
	return nil
}

// fingerprint returns a hash of everything that the tables depend on.
func (c *Campaign) fingerprint(complete bool) string {
	h := sha256.New()
	record.WritePart(h, tablesVersion)
	record.WritePart(h, strconv.FormatBool(complete))
	text, _ := json.Marshal(c.Header)
	record.WritePart(h, string(text))
	var b [12]byte
	for i := range c.points {
		p := &c.points[i]
		for r := range p.want {
			if p.has(r) {
				binary.BigEndian.PutUint32(b[:], uint32(r))
				binary.BigEndian.PutUint64(b[4:], p.runs[r].sum)
				h.Write(b[:])
			}
		}
		h.Write(p.address[:])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// written reports whether the tables exist as they would be written.
func (c *Campaign) written(of string) bool {
	text, err := os.ReadFile(filepath.Join(c.Dir, table.FileName))
	if err != nil {
		return false
	}
	var f table.File
	if json.Unmarshal(text, &f) != nil || f.Made.Of != of {
		return false
	}
	names := []string{runsName, linesName, pointsName}
	for _, name := range c.Sweep.Keep {
		names = append(names, keptFile(name))
	}
	for _, name := range names {
		info, err := os.Stat(filepath.Join(c.Dir, name))
		if err != nil || info.Size() != f.Made.Sizes[name] {
			return false
		}
	}
	return true
}

// notKept returns the names of what a plan does not keep.
func notKept(s *plan.Sweep) (names []string) {
	for _, name := range plan.Kept {
		if !slices.Contains(s.Keep, name) {
			names = append(names, name)
		}
	}
	return names
}
