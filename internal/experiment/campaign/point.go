package campaign

import (
	"fmt"
	"slices"

	"github.com/csmacd/csmacd/internal/experiment/record"
)

// point is a point of the plan and what is there of it.
type point struct {
	address record.Address
	runs    []entry // by replication; zero: missing
	want    int     // replications
	loose   bool    // its intervals are wider than wanted, and it may have no more runs
}

// entry is where the record of a run is.
type entry struct {
	segment int32 // from 1; 0: nowhere
	length  int32
	offset  int64
	sum     uint64

	unsettled bool // no end of its warm-up was found
}

// put notes where the record of a replication is. Two records of one run are the same,
// octet by octet, or something is wrong that nobody but the user can put right.
func (p *point) put(f *recordFiles, replication int, e entry) error {
	if replication >= len(p.runs) {
		p.runs = slices.Grow(p.runs, replication+1-len(p.runs))[:replication+1]
	}
	if old := p.runs[replication]; old.segment != 0 {
		if old.sum != e.sum {
			return fmt.Errorf("differs from another record of the same run, in %s: a run comes to the same each time, so one of the two is not of this program: take that file away", f.name(old))
		}
		return nil
	}
	p.runs[replication] = e
	return nil
}

// missing counts the runs of a point that have no record.
func (p *point) missing() (n int) {
	for r := range p.want {
		if !p.has(r) {
			n++
		}
	}
	return n
}

func (p *point) has(replication int) bool {
	return replication < len(p.runs) && p.runs[replication].segment != 0
}

// unsettled counts the runs of a point that did not settle.
func (p *point) unsettled() (n int) {
	for r := range min(p.want, len(p.runs)) {
		if p.has(r) && p.runs[r].unsettled {
			n++
		}
	}
	return n
}
