package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/csmacd/csmacd/internal/published"
)

// group is a number of published cases that belong together: those of one problem, or of one result
// of theory.
type group struct {
	id, asks string
	on       []int // the rules on which its figures depend
	show     int   // the index of the figure that is shown as an example

	cases    []published.Case
	outcomes []published.Outcome
}

// section is a kind of source.
type section struct {
	title, text string
	groups      []*group
}

// sections returns all published cases, in the order of the page. A case that does not belong to a
// group is an error.
func sections() []section {
	return []section{
		{"Textbooks, and clause 4 computed by hand", `If a book's model is simpler than 802.3, overrides in the scenario express that.`, []*group{
			{id: "STRICT-2STA", asks: "two stations start at the same time and draw 0 and 1: all instants, at seven distances", on: []int{3, 4, 5}, show: 31},
			{id: "STRICT-ASYM", asks: "fragments of two stations that start at different times", on: []int{4}, show: 14},
			{id: "RATE-max", asks: "highest frame rates at 10 Mb/s", on: []int{1}},
			{id: "KR6-P17", asks: "how long a draw of 100 slots is", on: []int{5}},
			{id: "KR6-P18", asks: "325 bit times apart: can A end its frame before it notices B's?", on: []int{2, 4}, show: 2},
			{id: "KR6-P19", asks: "245 bit times apart, draws 0 and 1, with the book's jam of 48 bits and gap after the backoff", on: []int{forOverrides}, show: 4},
			{id: "KR6-P20", asks: "efficiency of a slotted, p-persistent CSMA/CD", on: []int{forOverrides}, show: 3},
			{id: "KR-slotted3", asks: "slotted ALOHA, three nodes", on: []int{forOverrides}},
			{id: "TAN4-2sta", asks: "two stations contend: in which round does the contention end?", on: []int{5}, show: 15},
			{id: "TAN4-poll", asks: "two stations that become ready during a third one's frame collide", on: []int{3}},
			{id: "TAN4-aloha-b", asks: "slotted ALOHA with 10 % of its slots idle"},
			{id: "PD2-capture", asks: "the capture effect: which station wins the second and the third race", on: []int{5}},
			{id: "PD2-N/2", asks: "N stations need N/2 slots: the share of the medium that remains"},
		}},
		{"Definitions of the counters", "Each scenario brings one frame into the situation of a definition.", []*group{
			{id: "MIB-single", asks: "sent after one collision", on: []int{forCounters}},
			{id: "MIB-multiple", asks: "sent after four", on: []int{forCounters}},
			{id: "MIB-excessive", asks: "discarded after sixteen", on: []int{6, forCounters}},
			{id: "MIB-deferred", asks: "deferred, then sent", on: []int{8, forCounters}},
			{id: "MIB-deferred-collided", asks: "deferred, then collided, then sent", on: []int{8, forCounters}},
			{id: "MIB-late", asks: "a late collision, then sent", on: []int{7, forCounters}},
		}},
		{"Theory", `Exact results and published simulations of binary exponential backoff on the slotted model: no header, a jam
of one slot, no gap, all stations at one place, by overrides.`, []*group{
			{id: "THEORY-two-station", asks: "two stations collide: slots and collisions until each has sent its frame", on: []int{5}},
			{id: "THEORY-early", asks: "2 and 3 stations: the distribution of the first success's slot", on: []int{5}, show: 1},
			{id: "THEORY-capture", asks: "the capture effect, races 1 to 5", on: []int{5}, show: 4},
			{id: "THEORY-resolution", asks: "slots and collisions until the first success, 2 to 100 stations", on: []int{5}, show: 8},
			{id: "THEORY-saturated", asks: "saturated: throughput, collisions, discards, 2 to 50 stations", on: []int{5, 6}, show: 3},
		}},
		{"A measured Ethernet", `The setup of the measurement: 24 hosts in 4 clusters on 910 m of coax, 64 to 4000 octets. Its individual figures
are not available, so that the comparison is in shape only. What is known of its result, and what is not, is [with the
figures](#bmk-capacity).`, []*group{
			{id: "BMK-capacity", asks: "throughput by size of packet"},
			{id: "BMK-turnaround", asks: "the turn-around of the hosts for which the throughput is the measured one"},
			{id: "BMK-hosts", asks: "fairness and delay as hosts are added"},
		}},
		{"Other simulators, and what their departures do", `Saturated stations, compared with the figures of INET and ns-2 themselves. If the figures by the standard's rules differ
from theirs by more than our interval (* in the tables below), the cause is shown: with their departures switched on
(` + "`mac: {as: inet}`, `{as: ns2}`" + `) the difference disappears, as far as their figures are reliable. Most of INET's difference
is its seventeenth attempt.`, []*group{
			{id: "PEER-inet", asks: "INET's utilisation, attempts and drops, 2 to 256 stations, with its departures", show: 17},
			{id: "PEER-inet-steps", asks: "INET's departures switched on one after the other: the effect of each", show: 0},
			{id: "PEER-ns2", asks: "ns-2's utilisation, attempts and drops, 2 to 256 stations, with its departures", show: 17},
			{id: "PEER-ns2-preamble", asks: "ns-2's utilisation with 8 octets more for a preamble, with its departures", show: 15},
		}},
	}
}

// runAnswers runs all published cases.
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

// groupOf returns the group of a case: its own, or that of the case to which it belongs.
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

// complain writes to standard error what does not hold.
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

// figuresOn counts the figures that depend on a rule, and reports whether all hold. Formulas are
// not counted: no network is run for them.
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

// part returns the name of a case within its group, or "" if the group has one case only.
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
