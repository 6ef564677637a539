package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/csmacd/csmacd/internal/published"
)

// group is some published cases that belong together: those of one problem, or of one
// result of theory.
type group struct {
	id, asks string
	on       []int // the rules that its figures rest on
	show     int   // the figure that is shown for all

	cases    []published.Case
	outcomes []published.Outcome
}

// section is a kind of source.
type section struct {
	title, text string
	groups      []*group
}

// sections are all that is published, in the order of the page. A case that belongs to
// no group is an error.
func sections() []section {
	return []section{
		{"Textbooks, and clause 4 worked out by hand", `Where a book's model is simpler than 802.3, its scenario says so by overrides.`, []*group{
			{id: "STRICT-2STA", asks: "two stations start at once, draw 0 and 1: all instants, at seven distances", on: []int{3, 4, 5}, show: 31},
			{id: "STRICT-ASYM", asks: "fragments of two that start apart", on: []int{4}, show: 14},
			{id: "RATE-max", asks: "greatest frame rates at 10 Mb/s", on: []int{1}},
			{id: "KR6-P17", asks: "how long a draw of 100 slots is", on: []int{5}},
			{id: "KR6-P18", asks: "325 bit times apart: can A end its frame unaware of B's?", on: []int{2, 4}, show: 2},
			{id: "KR6-P19", asks: "245 bit times apart, draws 0 and 1, with the book's jam of 48 bits and gap after the backoff", on: []int{forOverrides}, show: 4},
			{id: "KR6-P20", asks: "efficiency of a slotted, p-persistent CSMA/CD", on: []int{forOverrides}, show: 3},
			{id: "KR-slotted3", asks: "slotted ALOHA, three nodes", on: []int{forOverrides}},
			{id: "TAN4-2sta", asks: "two stations contend: on which round does it end?", on: []int{5}, show: 15},
			{id: "TAN4-poll", asks: "two that become ready during a third's frame collide", on: []int{3}},
			{id: "TAN4-aloha-b", asks: "slotted ALOHA with 10 % of its slots idle"},
			{id: "PD2-capture", asks: "the capture effect: who wins the second and the third race", on: []int{5}},
			{id: "PD2-N/2", asks: "N stations need N/2 slots: what is left"},
		}},
		{"Definitions of the counters", "One frame each, brought into the situation that a definition speaks of.", []*group{
			{id: "MIB-single", asks: "sent after one collision", on: []int{forCounters}},
			{id: "MIB-multiple", asks: "sent after four", on: []int{forCounters}},
			{id: "MIB-excessive", asks: "discarded after sixteen", on: []int{6, forCounters}},
			{id: "MIB-deferred", asks: "deferred, then sent", on: []int{8, forCounters}},
			{id: "MIB-deferred-collided", asks: "deferred, then collided, then sent", on: []int{8, forCounters}},
			{id: "MIB-late", asks: "a late collision, then sent", on: []int{7, forCounters}},
		}},
		{"Theory", `Exact results and published simulations of binary exponential backoff on the slotted model: no header, a jam
of one slot, no gap, all stations at one place, by overrides.`, []*group{
			{id: "THEORY-two-station", asks: "two stations collide: slots and collisions until each gets through", on: []int{5}},
			{id: "THEORY-early", asks: "2 and 3 stations: the distribution of the first success's slot", on: []int{5}, show: 1},
			{id: "THEORY-capture", asks: "the capture effect, races 1 to 5", on: []int{5}, show: 4},
			{id: "THEORY-resolution", asks: "slots and collisions until the first success, 2 to 100 stations", on: []int{5}, show: 8},
			{id: "THEORY-saturated", asks: "saturated: throughput, collisions, discards, 2 to 50 stations", on: []int{5, 6}, show: 3},
		}},
		{"A measured Ethernet", `In the shape of the measurement, whose figures point by point could not be had: 24 hosts in 4 clusters on
910 m of coax, 64 to 4000 octets. What is known of its result, and what is not, stands [with the figures](#bmk-capacity).`, []*group{
			{id: "BMK-capacity", asks: "how much gets through, by size of packet"},
			{id: "BMK-turnaround", asks: "which turn-around of the hosts gives what was measured"},
			{id: "BMK-hosts", asks: "fairness and delay as hosts are added"},
		}},
		{"Other simulators, and what their departures do", `Saturated stations, beside what INET and ns-2 themselves deliver. Where ours, by the standard's rules, differ from theirs
by more than our interval (* in the tables below), the cause is shown: their departures are switched on
(` + "`mac: {as: inet}`, `{as: ns2}`" + `), and the difference closes, as far as their figures can be trusted. Most of INET's is its
seventeenth attempt.`, []*group{
			{id: "PEER-inet", asks: "INET's utilisation, attempts and drops, 2 to 256 stations, with its departures", show: 17},
			{id: "PEER-inet-steps", asks: "INET's departures switched on one after the other: which closes what", show: 0},
			{id: "PEER-ns2", asks: "ns-2's utilisation, attempts and drops, 2 to 256 stations, with its departures", show: 17},
			{id: "PEER-ns2-preamble", asks: "ns-2's utilisation with 8 octets more for a preamble, with its departures", show: 15},
		}},
	}
}

// runAnswers runs all that is published.
func runAnswers(ctx context.Context, effort published.Effort) ([]section, error) {
	cases, err := published.Cases(os.DirFS("testdata"))
	if err != nil {
		return nil, err
	}
	list := sections()
	for i := range cases {
		g := groupOf(list, cases[i].ID)
		if g == nil {
			return nil, fmt.Errorf("no group holds the published case %s", cases[i].ID)
		}
		o := cases[i].Run(ctx, effort)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		complain(&cases[i], &o)
		g.cases = append(g.cases, cases[i])
		g.outcomes = append(g.outcomes, o)
	}
	return list, nil
}

// groupOf finds a case's group: its own, or the one that it is a part of.
func groupOf(list []section, id string) *group {
	whole, _, _ := strings.Cut(id, "/")
	for _, s := range list {
		for _, g := range s.groups {
			if g.id == id || g.id == whole {
				return g
			}
		}
	}
	return nil
}

// complain says on standard error what does not hold.
func complain(c *published.Case, o *published.Outcome) {
	if o.Err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", c.ID, o.Err)
		return
	}
	for k, f := range c.Expected {
		if k >= len(o.Got) || !o.Got[k].OK {
			fmt.Fprintf(os.Stderr, "%s: %s: %g is published (within %g)", c.ID, f.Name, f.Value, f.Within)
			if k < len(o.Got) {
				fmt.Fprintf(os.Stderr, ", and here it is %g (within %g)", o.Got[k].Value, o.Got[k].Interval)
			}
			fmt.Fprintln(os.Stderr)
		}
	}
}

// figuresOn counts the figures that rest on a rule, and reports whether all hold. Formulas
// are left out: no network is run for them.
func figuresOn(list []section, rule int) (n int, ok bool) {
	ok = true
	for _, s := range list {
		for _, g := range s.groups {
			for _, r := range g.on {
				if r != rule {
					continue
				}
				for i := range g.cases {
					if g.cases[i].Kind != published.Arithmetic {
						n += len(g.cases[i].Expected)
						ok = ok && g.outcomes[i].OK
					}
				}
			}
		}
	}
	return n, ok
}

// part names a case within its group; "" where it is all of it.
func (g *group) part(c *published.Case) string {
	part, some := strings.CutPrefix(c.ID, g.id+"/")
	if !some || len(g.cases) == 1 {
		return ""
	}
	return part + ": "
}

// ok reports whether the group's cases were run, and hold.
func (g *group) ok() bool {
	for i := range g.outcomes {
		if !g.outcomes[i].OK {
			return false
		}
	}
	return len(g.outcomes) > 0
}
