package lan

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// step is a change that concerns more than its domain: a station joins, or gets another address. All domains run
// up to its instant before it is made: then they know of it when they go on.
type step struct {
	at      phy.Time
	part    int32
	joins   bool
	station domain.Station // that joins; of one that moves, its name
	ether   phy.Address    // to which it moves
}

// addStep adds a step. Those of one instant keep their order.
func (n *Network) addStep(x step) {
	at, _ := slices.BinarySearchFunc(n.steps, x.at+1, func(x step, t phy.Time) int { return cmp.Compare(x.at, t) })
	n.steps = slices.Insert(n.steps, at, x)
}

// stepper is an engine that can make a step.
type stepper interface {
	MakeChanges()
	Numbered(station int) uint32
}

// makeSteps makes the steps whose instant has come. All domains have been run up to it, and what happened before has
// been shown.
func (n *Network) makeSteps() {
	if len(n.steps) == 0 || n.steps[0].at > n.now {
		return
	}
	before := n.Len()
	due := 0
	for due < len(n.steps) && n.steps[due].at <= n.now {
		due++
	}
	steps := slices.Clone(n.steps[:due])
	n.steps = slices.Delete(n.steps, 0, due)
	var letters *letters
	if slices.ContainsFunc(steps, func(x step) bool { return !x.joins }) {
		letters = n.address()
	}
	var concerned []int32
	for k := range steps {
		x := &steps[k]
		what, do := "ether", n.move
		if x.joins {
			what, do = "add", n.welcome
		}
		if err := do(x); err != nil {
			n.err = fmt.Errorf("%s at %v: station %q: %w", what, x.at, x.station.Name, err)
			return
		}
		if !slices.Contains(concerned, x.part) {
			concerned = append(concerned, x.part)
		}
	}
	for _, k := range concerned {
		n.parts[k].engine.(stepper).MakeChanges()
	}
	if letters != nil {
		n.readdress(letters)
	}
	for k := range n.parts {
		n.parts[k].moved = true
	}
	for i := before; i < n.Len(); i++ {
		n.tell(i)
	}
}
