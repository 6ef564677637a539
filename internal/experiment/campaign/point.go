package campaign

import (
	"fmt"
	"slices"

	"github.com/csmacd/csmacd/internal/experiment/record"
)

// point is a point of the plan and its runs that have a record.
type point struct {
	address record.Address
	runs    []entry // by replication; zero: the run has no record
	want    int     // replications
	loose   bool    // its intervals are too wide, and it must not have more runs
}

// entry is the place of the record of a run.
type entry struct {
	segment int32 // number of the file, from 1; 0: there is no record
	length  int32
	offset  int64
	sum     uint64

	unsettled bool // no warm-up was found in the run
}

// put notes the place of the record of a replication. Two records of one run that differ are an error,
// which only the user can correct.
func (p *point) put(f *recordFiles, replication int, e entry) error {
	if replication >= len(p.runs) {
		p.runs = slices.Grow(p.runs, replication+1-len(p.runs))[:replication+1]
	}
	if old := p.runs[replication]; old.segment != 0 {
		if old.sum != e.sum {
			return fmt.Errorf("differs from another record of the same run, in %s: a run has the same result each time, so one of the two is not from this program: remove that file", f.name(old))
		}
		return nil
	}
	p.runs[replication] = e
	return nil
}

// missing returns the number of runs of a point that have no record.
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

// unsettled returns the number of runs of a point that did not settle.
func (p *point) unsettled() (n int) {
	for r := range min(p.want, len(p.runs)) {
		if p.has(r) && p.runs[r].unsettled {
			n++
		}
	}
	return n
}
