package campaign

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/csmacd/csmacd/internal/experiment/record"
	"github.com/csmacd/csmacd/internal/files"
)

// Schema names the format of campaign.json.
const Schema = "csmacd/campaign/1"

// Header is the content of campaign.json: what a campaign's records and tables depend on.
type Header struct {
	Schema     string     `json:"schema"`
	Engine     string     `json:"engine"`              // the hash of the code that made its runs
	Plan       string     `json:"plan"`                // hash of plan.yaml
	Inputs     string     `json:"inputs,omitempty"`    // hash of the files that the scenario names: captures, measured times
	Confidence float64    `json:"confidence"`          // of the intervals in the tables
	Precision  *Precision `json:"precision,omitempty"` // nil: every point has the replications of the plan
	Records    int        `json:"records,omitempty"`   // version of the records; left out: 1
}

// Version returns the version of the campaign's records.
func (h *Header) Version() int { return max(h.Records, record.OldVersion) }

// Same reports whether two headers are of the same plan, engine and inputs, and of tables with the same intervals.
func (h *Header) Same(g *Header) bool {
	return h.Engine == g.Engine && h.Plan == g.Plan && h.Inputs == g.Inputs && h.Confidence == g.Confidence && h.Precision.same(g.Precision)
}

// ReadHeader reads campaign.json. If there is none, the folder is not a campaign, and the error is an fs.ErrNotExist.
func ReadHeader(dir string) (*Header, error) {
	path := filepath.Join(dir, HeaderName)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, files.Missing("%s: is not a campaign: it has no %s (csmacd sweep FILE creates campaigns)", dir, HeaderName)
	}
	if err != nil {
		return nil, err
	}
	h := &Header{}
	d := json.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(h); err != nil {
		return nil, fmt.Errorf("%s: is damaged (%w): csmacd sweep FILE --out %s writes it again", path, files.JSON(err), dir)
	}
	if h.Schema != Schema {
		return nil, fmt.Errorf("%s: its schema is %q; this version reads %s", path, h.Schema, Schema)
	}
	if v := h.Version(); v > record.Version {
		return nil, fmt.Errorf("%s: its records are of version %d, from a later csmacd; this one reads versions up to %d", path, v, record.Version)
	}
	return h, nil
}
