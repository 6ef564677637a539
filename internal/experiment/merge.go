package experiment

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/csmacd/csmacd/internal/engine"
	"github.com/csmacd/csmacd/internal/experiment/campaign"
	"github.com/csmacd/csmacd/internal/experiment/record"
)

// Merge joins campaigns that are parts of one and writes their tables. The paths are folders, or single
// files of records of the first one's plan. The result is in the folder out, or in the first folder if out
// is "". If runs are missing, the tables contain the others, and the outcome says how many are missing.
func Merge(paths []string, out string, note func(string)) (*Outcome, error) {
	c, err := campaign.Open(paths[0])
	if err != nil {
		return nil, err
	}
	for _, path := range paths[1:] {
		if err := c.Fits(path, paths[0]); err != nil { // before anything is written
			return nil, err
		}
	}
	if out != "" && !campaign.SameFile(out, c.Dir) {
		c.Dir = out
		if err := campaign.CheckFolder(out); err != nil {
			return nil, err
		}
		if err := os.MkdirAll(filepath.Join(out, campaign.RecordsName), 0o755); err != nil {
			return nil, err
		}
		if was, err := campaign.ReadHeader(out); err == nil && was.Engine != c.Engine {
			return nil, fmt.Errorf("%s: its runs are by %s, and those of %s by %s: give --out another folder", out, engine.Name(was.Engine), paths[0], engine.Name(c.Engine))
		} else if err == nil && was.Plan != c.Header.Plan {
			return nil, fmt.Errorf("%s: holds the campaign of another plan: give --out another folder", out)
		}
		if err := c.Save(); err != nil {
			return nil, err
		}
	}
	for _, path := range paths {
		if campaign.SameFile(path, c.Dir) {
			continue
		}
		if err := c.Bring(path); err != nil {
			return nil, err
		}
	}
	defer c.Close()
	if err := c.Scan(); err != nil {
		return nil, err
	}
	o := &Outcome{Points: c.Points()}
	if o.Missing, err = c.Settle(); err != nil {
		return nil, err
	}
	for i := range c.Points() {
		found := o.Found
		for r := range c.Want(i) {
			if c.Has(i, r) {
				o.Found++
			}
		}
		if o.Runs += c.Want(i); o.Found-found < c.Want(i) {
			o.Partial++
		}
	}
	tell(&c.Findings, note, o, "csmacd sweep does its run again")
	if c.Version() == record.OldVersion {
		note(fmt.Sprintf("%s: its records are of version %d, without distributions: p50, p95 and p99 are empty in points.csv, and runs.csv has those of each run", c.Dir, record.OldVersion))
	}
	o.Loose, o.Restless = c.Loose(), c.Restless()
	if o.Found == 0 {
		return o, nil
	}
	return o, c.Tables(o.Missing == 0)
}
