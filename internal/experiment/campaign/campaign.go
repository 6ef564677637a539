package campaign

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/csmacd/csmacd/internal/experiment/keep"
	"github.com/csmacd/csmacd/internal/experiment/record"
	"github.com/csmacd/csmacd/internal/plan"
	"github.com/csmacd/csmacd/internal/scenario"
)

// Campaign is a folder with a plan and its records.
type Campaign struct {
	Header
	Dir   string
	Sweep *plan.Sweep
	text  []byte // plan.yaml

	points  []point
	byPoint map[record.Address][]int // numbers of points; several points can have the same scenario

	Findings  // of the last scan
	files     recordFiles
	at        plan.Point // of the record that was scanned last
	own       segment    // that this process appends to
	ownNumber int32      // of own, among files; 0: nothing has been appended
	figures   figures    // of the point that is being computed
}

// New returns the campaign of a plan. Its folder need not exist.
func New(dir string, plan *plan.Sweep, h Header) (*Campaign, error) {
	text, err := plan.Plan()
	if err != nil {
		return nil, fmt.Errorf("the plan: %w", err)
	}
	c := &Campaign{Header: h, Dir: dir, Sweep: plan, text: text}
	c.Schema, c.Records = Schema, record.Version
	hash := sha256.Sum256(text)
	c.Header.Plan = hex.EncodeToString(hash[:])
	c.address()
	return c, nil
}

// Open returns the campaign in a folder.
func Open(dir string) (*Campaign, error) {
	c := &Campaign{Dir: dir}
	h, err := ReadHeader(dir)
	if err != nil {
		return nil, err
	}
	c.Header = *h
	path := filepath.Join(dir, PlanName)
	if c.text, err = os.ReadFile(path); err != nil {
		return nil, err
	}
	if hash := sha256.Sum256(c.text); c.Header.Plan != hex.EncodeToString(hash[:]) {
		return nil, fmt.Errorf("%s: is not the plan that %s describes: csmacd sweep FILE --out %s corrects it", path, HeaderName, dir)
	}
	if c.Sweep, err = scenario.ParsePlan(path, c.text); err != nil {
		return nil, err
	}
	c.address()
	return c, nil
}

// address computes the address of each point.
func (c *Campaign) address() {
	c.points = make([]point, c.Sweep.Points())
	c.byPoint = make(map[record.Address][]int, len(c.points))
	c.figures.confidence = c.Confidence
	kept := keep.Key(c.Sweep)
	for i := range c.points {
		p := c.Sweep.Point(i)
		a := record.AddressOf(c.Version(), c.Engine, c.Inputs, kept, c.Sweep.Text(&p))
		c.points[i] = point{address: a, want: c.least()}
		c.byPoint[a] = append(c.byPoint[a], i)
	}
}

// Points returns the number of points of the plan.
func (c *Campaign) Points() int { return len(c.points) }

// Address returns the address of the records of a point.
func (c *Campaign) Address(point int) record.Address { return c.points[point].address }

// Want returns the number of replications that a point is known to need.
func (c *Campaign) Want(point int) int { return c.points[point].want }

// Has reports whether a run has a record.
func (c *Campaign) Has(point, replication int) bool { return c.points[point].has(replication) }

// unsettled reports whether a record is of a run in which the rule for the warm-up found none.
func (c *Campaign) unsettled(line []byte) bool {
	return c.Sweep.SteadyOf != "" && record.Unsettled(line)
}

// least returns the number of replications that every point has.
func (c *Campaign) least() int {
	if c.Precision != nil {
		return max(2, c.Sweep.Replications)
	}
	return c.Sweep.Replications
}

// most returns the greatest number of replications of a point.
func (c *Campaign) most() int {
	if c.Precision != nil {
		return max(c.Precision.Most, c.least())
	}
	return c.Sweep.Replications
}

// Save writes plan and header.
func (c *Campaign) Save() error {
	if err := replace(c.Dir, PlanName, c.text); err != nil {
		return err
	}
	text, err := json.MarshalIndent(c.Header, "", "  ")
	if err != nil {
		return err
	}
	return replace(c.Dir, HeaderName, append(text, '\n'))
}
