package experiment

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/plan"
	"github.com/csmacd/csmacd/internal/scenario"
)

// CampaignSchema names the format of campaign.json.
const CampaignSchema = "csmacd/campaign/1"

// header is campaign.json: what a campaign's records and tables were made for.
type header struct {
	Schema     string     `json:"schema"`
	Engine     string     `json:"engine"`              // the hash of the code that made its runs
	Plan       string     `json:"plan"`                // hash of plan.yaml
	Inputs     string     `json:"inputs,omitempty"`    // hash of the captures that the scenario replays
	Confidence float64    `json:"confidence"`          // of the intervals in the tables
	Precision  *Precision `json:"precision,omitempty"` // nil: as many replications as the plan has
	Records    int        `json:"records,omitempty"`   // version of the records; left out: 1
}

// records returns the version of the campaign's records.
func (h *header) records() int { return max(h.Records, oldRecords) }

// campaign is a folder with a plan and its records.
type campaign struct {
	header
	dir  string
	plan *plan.Sweep
	text []byte // plan.yaml

	points  []point
	byPoint map[address][]int // numbers of points; several come to one scenario at times

	figures figures // of the point that is looked at
}

// point is a point of the plan while its campaign is at work.
type point struct {
	address address
	runs    []entry // by replication; zero: missing
	want    int     // replications
	waiting int     // runs of it that are to come, or under way
	loose   bool    // its intervals are wider than wanted, and it may have no more runs
	failed  bool    // a run of it came to an error, or the user ended it: there is no telling how many it needs
}

// entry is where the record of a run is.
type entry struct {
	segment int32 // from 1; 0: nowhere
	length  int32
	offset  int64
	sum     uint64

	unsettled bool // no end of its warm-up was found
}

// newCampaign gives a campaign of a plan, whose folder need not exist.
func newCampaign(dir string, plan *plan.Sweep, h header) (*campaign, error) {
	text, err := plan.Plan()
	if err != nil {
		return nil, fmt.Errorf("the plan: %w", err)
	}
	c := &campaign{header: h, dir: dir, plan: plan, text: text}
	c.Schema, c.Records = CampaignSchema, recordsVersion
	hash := sha256.Sum256(text)
	c.Plan = hex.EncodeToString(hash[:])
	c.address()
	return c, nil
}

// openCampaign reads the plan of a folder.
func openCampaign(dir string) (*campaign, error) {
	c := &campaign{dir: dir}
	h, err := readHeader(dir)
	if err != nil {
		return nil, err
	}
	c.header = *h
	path := filepath.Join(dir, planName)
	if c.text, err = os.ReadFile(path); err != nil {
		return nil, err
	}
	if hash := sha256.Sum256(c.text); c.Plan != hex.EncodeToString(hash[:]) {
		return nil, fmt.Errorf("%s: is not the plan that %s is about: csmacd sweep FILE --out %s puts it right", path, campaignName, dir)
	}
	if c.plan, err = scenario.ParsePlan(path, c.text); err != nil {
		return nil, err
	}
	c.address()
	return c, nil
}

// readHeader reads campaign.json. A folder without one is no campaign.
func readHeader(dir string) (*header, error) {
	path := filepath.Join(dir, campaignName)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: is no campaign: there is no %s (csmacd sweep FILE makes one): %w", dir, campaignName, fs.ErrNotExist)
	}
	if err != nil {
		return nil, err
	}
	h := &header{}
	d := json.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(h); err != nil {
		return nil, fmt.Errorf("%s: is damaged (%w): csmacd sweep FILE --out %s writes it anew", path, err, dir)
	}
	if h.Schema != CampaignSchema {
		return nil, fmt.Errorf("%s: its schema is %q; this version reads %s", path, h.Schema, CampaignSchema)
	}
	if v := h.records(); v > recordsVersion {
		return nil, fmt.Errorf("%s: its records are of version %d, by a later csmacd; this one reads them up to version %d", path, v, recordsVersion)
	}
	return h, nil
}

// address works out what the runs of each point are kept under.
func (c *campaign) address() {
	c.points = make([]point, c.plan.Points())
	c.byPoint = make(map[address][]int, len(c.points))
	c.figures.confidence = c.Confidence
	kept := keeping(c.plan)
	for i := range c.points {
		p := c.plan.Point(i)
		a := addressOf(c.records(), c.Engine, c.Inputs, kept, c.plan.Text(&p))
		c.points[i] = point{address: a, want: c.least()}
		c.byPoint[a] = append(c.byPoint[a], i)
	}
}

// least is how many replications every point has.
func (c *campaign) least() int {
	if c.Precision != nil {
		return max(2, c.plan.Replications)
	}
	return c.plan.Replications
}

// most is how many replications a point can come to.
func (c *campaign) most() int {
	if c.Precision != nil {
		return max(c.Precision.Most, c.least())
	}
	return c.plan.Replications
}

// save writes plan and header.
func (c *campaign) save() error {
	if err := replace(c.dir, planName, c.text); err != nil {
		return err
	}
	text, err := json.MarshalIndent(c.header, "", "  ")
	if err != nil {
		return err
	}
	return replace(c.dir, campaignName, append(text, '\n'))
}

// replace writes a file so that it is there whole or as it was. One that says so already
// is left alone.
func replace(dir, name string, text []byte) error {
	path := filepath.Join(dir, name)
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, text) {
		return nil
	}
	f, err := newFile(dir, name)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return f.done(err)
}

// file is a file that takes its place once it is whole.
type file struct {
	*os.File
	path string
}

func newFile(dir, name string) (*file, error) {
	f, err := os.CreateTemp(dir, "."+name+".*")
	if err != nil {
		return nil, err
	}
	return &file{f, filepath.Join(dir, name)}, nil
}

// done puts the file in its place, unless there was an error.
func (f *file) done(err error) error {
	if err == nil {
		err = f.Chmod(0o644)
	}
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), f.path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return files.Because(f.path, err)
	}
	return nil
}
