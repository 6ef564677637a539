package scenario

import (
	"github.com/csmacd/csmacd/mac/backoff"
)

// mostSlots bounds a plain number: at 10 Mb/s as many slots are fourteen hours.
const mostSlots = 1_000_000_000

// limitParam is a number of failures after which a range stops growing.
var limitParam = param{name: "limit", least: 1, most: 63, standard: units(10), text: "failures after which the range stops growing"}

// slotPolicies are the policies that draw whole units from a window.
func slotPolicies() []policy {
	return []policy{
		{
			name:     "beb",
			params:   []param{{name: "limit", least: 0, most: 30, ofRules: true, text: "failures after which the range stops doubling"}},
			text:     "Truncated binary exponential backoff: after the n-th failure a draw from 0 to 2^min(n,limit)-1.",
			formula:  "uniform over 0, 1, ..., 2^min(n,limit)-1",
			cap:      "before the draw",
			source:   "IEEE 802.3 4.2.3.2.5",
			attempts: 16,
			build:    func(a args) (backoff.Policy, error) { return backoff.BEB(a.limitOf("limit")), nil },
		},
		{
			name:    "beb-untruncated",
			text:    "Binary exponential backoff whose range never stops doubling, up to 2^30.",
			formula: "uniform over 0, 1, ..., 2^min(n,30)-1",
			source:  "Aldous 1987, Goodman et al. 1988: what theory calls binary exponential backoff",
			build:   func(args) (backoff.Policy, error) { return backoff.Untruncated(), nil },
		},
		{
			name:    "windowed",
			params:  []param{{name: "limit", least: 0, most: 30, ofRules: true, text: "failures after which the windows stop doubling"}},
			text:    "Modified binary exponential backoff: windows of 2, 4, 8, ... follow one another, and who has failed in one waits it out, then draws from the next, so that retries of different rounds never overlap and their rate never rises.",
			formula: "what is left of window n-1, and uniform over 0, 1, ..., 2^min(n,limit)-1",
			cap:     "before the draw",
			state:   "what is left of the window",
			source:  "simon-frankau/backoff-sim, mbeb",
			build:   func(a args) (backoff.Policy, error) { return backoff.Windowed(a.limitOf("limit")), nil },
		},
		{
			name: "exponential-window",
			params: []param{
				{name: "base", kind: numberParam, least: 1, most: 1024, standard: units(2), text: "by which the range grows"},
				limitParam,
			},
			text:    "Exponential backoff of any base: a draw from 0 to floor(base^min(n,limit))-1.",
			formula: "uniform over 0, 1, ..., floor(base^min(n,limit))-1",
			cap:     "before the draw",
			source:  "Kwak, Song and Miller 2005",
			build: func(a args) (backoff.Policy, error) {
				return backoff.ExponentialWindow(a.number("base"), a.whole("limit")), nil
			},
		},
		{
			name: "polynomial",
			params: []param{
				{name: "degree", least: 1, most: 10, standard: units(2), text: "power by which the range grows"},
				limitParam,
			},
			text:    "Polynomial backoff: a draw from 0 to (min(n,limit)+1)^degree-1.",
			formula: "uniform over 0, 1, ..., (min(n,limit)+1)^degree-1",
			cap:     "before the draw",
			source:  "Håstad, Leighton and Rogoff 1987",
			build: func(a args) (backoff.Policy, error) {
				return backoff.Polynomial(a.whole("degree"), a.whole("limit")), nil
			},
		},
		{
			name: "linear",
			params: []param{
				{name: "step", least: 1, most: 1_000_000, standard: units(1), text: "units by which the range grows"},
				limitParam,
			},
			text:    "Linear backoff: a draw from 0 to min(n,limit)*step.",
			formula: "uniform over 0, 1, ..., min(n,limit)*step",
			cap:     "before the draw",
			source:  "with step 1, polynomial of degree 1",
			build:   func(a args) (backoff.Policy, error) { return backoff.Linear(a.whole("step"), a.whole("limit")), nil },
		},
		{
			name:    "uniform",
			params:  []param{{name: "k", least: 1, most: mostSlots, standard: units(16), text: "units to draw from"}},
			text:    "The same window each time: a draw from 0 to k-1 after every failure.",
			formula: "uniform over 0, 1, ..., k-1",
			source:  "Kleinrock and Lam 1975, retransmission over K slots",
			build:   func(a args) (backoff.Policy, error) { return backoff.Uniform(a.whole("k")), nil },
		},
		{
			name:    "rcp",
			params:  []param{{name: "k", kind: wholesParam, least: 1, most: mostSlots, standard: unitsList(1, 10, 100, 200), text: "units to draw from after 0, 1, 2, ... failures, 0 being a new frame, which does not wait; the last for all that follow"}},
			text:    "Retransmission control by a table: after the m-th failure a draw from 0 to k[m]-1.",
			formula: "uniform over 0, 1, ..., k[min(n,last)]-1, k counted from 0",
			source:  "Lam 1974; Lam and Kleinrock 1975, retransmission control procedures",
			build: func(a args) (backoff.Policy, error) {
				var k []int
				for _, v := range a.value("k").list {
					k = append(k, int(v.number))
				}
				return backoff.RCP(k...), nil
			},
			check: func(r *reader, c *choice) {
				if n := len(c.values[0].list); n < 1 || n > 63 {
					r.Fail(c.node.Get("k"), "k has %d numbers: it must have 1 to 63", n)
				}
			},
		},
		{
			name:    "geometric",
			params:  []param{{name: "p", kind: numberParam, least: 1e-9, most: 1, standard: units(0.1), text: "probability of trying again in a slot; 2/(k+1) has the mean of uniform's k"}},
			text:    "A try in each slot with probability p: the number of slots before the first success.",
			formula: "r with probability p*(1-p)^r, r = 0, 1, 2, ...",
			source:  "Abramson 1970; Kleinrock and Lam 1975",
			build:   func(a args) (backoff.Policy, error) { return backoff.Geometric(a.number("p")), nil },
		},
		{
			name:    "none",
			text:    "No wait at all.",
			formula: "0",
			source:  "awslabs/aws-arch-backoff-simulator, NoBackoff",
			build:   func(args) (backoff.Policy, error) { return backoff.None(), nil },
		},
		{
			name:    "fixed",
			params:  []param{{name: "delay", kind: delayParam, least: 0, most: mostSlots, standard: units(1), text: "units to wait"}},
			text:    "The same wait after every failure, without a draw: two stations that collide once collide for ever.",
			formula: "delay",
			source:  "a baseline that shows what the draw is for",
			build:   func(a args) (backoff.Policy, error) { return backoff.Fixed(a.units("delay")), nil },
			misplaced: map[string]string{
				"window": "a window to draw from is another policy: write {policy: uniform, k: 16}",
				"slots":  "the wait is called delay: write {policy: fixed, delay: 1}",
			},
		},
		{
			name:    "opencores",
			params:  []param{{name: "limit", least: 0, most: 30, ofRules: true, text: "bits of the longest draw, at most 10"}},
			text:    "Backoff as a widely used hardware design has it: it looks at k = min(max(n-1,1),limit) bits of a shift register of ten, waits not at all where they are 0, and else one slot more than they are a clock later.",
			formula: "k = min(max(n-1,1),limit,10); x uniform over 0, 1, ..., 1022, of ten bits; 0 where the low k bits of x are 0, else 1 + the low k bits of 2*x + not(x[2] xor x[9])",
			cap:     "before the draw",
			source:  "OpenCores ethmac, eth_random.v and eth_txstatem.v",
			build:   func(a args) (backoff.Policy, error) { return backoff.OpenCores(a.limitOf("limit")), nil },
		},
	}
}
