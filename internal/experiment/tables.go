package experiment

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
)

// tablesVersion changes as the tables do, so that old ones are written anew.
const tablesVersion = "csmacd/tables/3"

// tables writes the tables, unless they are there and made of the same.
func (c *campaign) tables(s *recordFiles, complete bool) error {
	of := c.fingerprint(complete)
	if c.written(of) {
		return nil
	}
	// Until all are written, there are none.
	if err := os.Remove(filepath.Join(c.dir, columnsName)); err != nil && !os.IsNotExist(err) {
		return err
	}
	w := &tableWriter{campaign: c, recordFiles: s, sizes: map[string]int64{}}
	if err := w.write(); err != nil {
		return err
	}
	for _, name := range notKept(c.plan) { // of what the plan was before
		if err := os.Remove(filepath.Join(c.dir, keptFile(name))); err != nil && !os.IsNotExist(err) {
			return err
		}
	}
	kept := map[string][]Column{}
	for _, name := range c.plan.Keep {
		kept[name] = c.keptColumns(name)
	}
	text, err := json.MarshalIndent(columnsFile{
		Info: Info{ColumnsSchema, c.plan.Name, c.Engine, c.Confidence, complete},
		Made: made{of, w.sizes},
		Runs: c.runColumns(), Points: c.pointColumns(), Kept: kept,
	}, "", "  ")
	if err != nil {
		return err
	}
	return replace(c.dir, columnsName, append(text, '\n'))
}

// made says what tables were made of.
type made struct {
	Of    string           `json:"of"`
	Sizes map[string]int64 `json:"sizes"` // in octets
}

// fingerprint stands for all that the tables hang on.
func (c *campaign) fingerprint(complete bool) string {
	h := sha256.New()
	writePart(h, tablesVersion)
	writePart(h, strconv.FormatBool(complete))
	text, _ := json.Marshal(c.header)
	writePart(h, string(text))
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

// written says whether the tables are there, as they would be written.
func (c *campaign) written(of string) bool {
	text, err := os.ReadFile(filepath.Join(c.dir, columnsName))
	if err != nil {
		return false
	}
	var f columnsFile
	if json.Unmarshal(text, &f) != nil || f.Made.Of != of {
		return false
	}
	names := []string{runsName, linesName, pointsName}
	for _, name := range c.plan.Keep {
		names = append(names, keptFile(name))
	}
	for _, name := range names {
		info, err := os.Stat(filepath.Join(c.dir, name))
		if err != nil || info.Size() != f.Made.Sizes[name] {
			return false
		}
	}
	return true
}
