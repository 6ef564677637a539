package policies

import (
	"github.com/csmacd/csmacd/mac/backoff"
)

// mostSlots bounds a plain number: at 10 Mb/s this number of slots is fourteen hours.
const mostSlots = 1_000_000_000

// limitParam is the number of failures after which a range stops growing.
var limitParam = param{name: "limit", least: 1, most: 63, standard: units(10), text: "the number of failures after which the range stops growing"}

// slotPolicies returns the policies that draw whole units from a window.
func slotPolicies() []Policy {
	return []Policy{
		{
			Name:     "beb",
			params:   []param{{name: "limit", least: 0, most: 30, ofRules: true, text: "the number of failures after which the range stops doubling"}},
			Text:     "Truncated binary exponential backoff: after the n-th failure a draw from 0 to 2^min(n,limit)-1.",
			Formula:  "uniform over 0, 1, ..., 2^min(n,limit)-1",
			Cap:      "before the draw",
			Source:   "IEEE 802.3 4.2.3.2.5",
			attempts: 16,
			build:    func(a args) (backoff.Policy, error) { return backoff.BEB(a.limitOf("limit")), nil },
		},
		{
			Name:    "beb-untruncated",
			Text:    "Binary exponential backoff whose range never stops doubling, up to 2^30.",
			Formula: "uniform over 0, 1, ..., 2^min(n,30)-1",
			Source:  "Aldous 1987, Goodman et al. 1988: what theory calls binary exponential backoff",
			build:   func(args) (backoff.Policy, error) { return backoff.Untruncated(), nil },
		},
		{
			Name:    "windowed",
			params:  []param{{name: "limit", least: 0, most: 30, ofRules: true, text: "the number of failures after which the windows stop doubling"}},
			Text:    "Modified binary exponential backoff: windows of 2, 4, 8, ... units follow one another. A client that fails in one window waits for its end and draws from the next, so that retries of different rounds never overlap and their rate never rises.",
			Formula: "what is left of window n-1, and uniform over 0, 1, ..., 2^min(n,limit)-1",
			Cap:     "before the draw",
			State:   "what is left of the window",
			Source:  "simon-frankau/backoff-sim, mbeb",
			build:   func(a args) (backoff.Policy, error) { return backoff.Windowed(a.limitOf("limit")), nil },
		},
		{
			Name: "exponential-window",
			params: []param{
				{name: "base", kind: numberParam, least: 1, most: 1024, standard: units(2), text: "the factor by which the range grows with each failure"},
				limitParam,
			},
			Text:    "Exponential backoff of any base: a draw from 0 to floor(base^min(n,limit))-1.",
			Formula: "uniform over 0, 1, ..., floor(base^min(n,limit))-1",
			Cap:     "before the draw",
			Source:  "Kwak, Song and Miller 2005",
			build: func(a args) (backoff.Policy, error) {
				return backoff.ExponentialWindow(a.number("base"), a.whole("limit")), nil
			},
		},
		{
			Name: "polynomial",
			params: []param{
				{name: "degree", least: 1, most: 10, standard: units(2), text: "the power with which the range grows"},
				limitParam,
			},
			Text:    "Polynomial backoff: a draw from 0 to (min(n,limit)+1)^degree-1.",
			Formula: "uniform over 0, 1, ..., (min(n,limit)+1)^degree-1",
			Cap:     "before the draw",
			Source:  "Håstad, Leighton and Rogoff 1987",
			build: func(a args) (backoff.Policy, error) {
				return backoff.Polynomial(a.whole("degree"), a.whole("limit")), nil
			},
		},
		{
			Name: "linear",
			params: []param{
				{name: "step", least: 1, most: 1_000_000, standard: units(1), text: "the number of units by which the range grows with each failure"},
				limitParam,
			},
			Text:    "Linear backoff: a draw from 0 to min(n,limit)*step.",
			Formula: "uniform over 0, 1, ..., min(n,limit)*step",
			Cap:     "before the draw",
			Source:  "with step 1, polynomial of degree 1",
			build:   func(a args) (backoff.Policy, error) { return backoff.Linear(a.whole("step"), a.whole("limit")), nil },
		},
		{
			Name:    "uniform",
			params:  []param{{name: "k", least: 1, most: mostSlots, standard: units(16), text: "the number of units to draw from"}},
			Text:    "The same window each time: a draw from 0 to k-1 after every failure.",
			Formula: "uniform over 0, 1, ..., k-1",
			Source:  "Kleinrock and Lam 1975, retransmission over K slots",
			build:   func(a args) (backoff.Policy, error) { return backoff.Uniform(a.whole("k")), nil },
		},
		{
			Name:    "rcp",
			params:  []param{{name: "k", kind: wholesParam, least: 1, most: mostSlots, standard: unitsList(1, 10, 100, 200), text: "the numbers of units to draw from after 0, 1, 2, ... failures; the first is for a new frame, which does not wait, and the last is for all further failures"}},
			Text:    "Retransmission control by a table: after the m-th failure a draw from 0 to k[m]-1.",
			Formula: "uniform over 0, 1, ..., k[min(n,last)]-1, k counted from 0",
			Source:  "Lam 1974; Lam and Kleinrock 1975, retransmission control procedures",
			build: func(a args) (backoff.Policy, error) {
				var k []int
				for _, v := range a.value("k").list {
					k = append(k, int(v.number))
				}
				return backoff.RCP(k...), nil
			},
			check: func(r *Reader, c *Choice) {
				if n := len(c.values[0].list); n < 1 || n > 63 {
					r.Fail(c.node.Get("k"), "k has %d numbers: it must have 1 to 63", n)
				}
			},
		},
		{
			Name:    "geometric",
			params:  []param{{name: "p", kind: numberParam, least: 1e-9, most: 1, standard: units(0.1), text: "the probability of a retry in a slot; 2/(k+1) has the same mean as uniform with k"}},
			Text:    "A retry in each slot with probability p. The delay is the number of slots before the retry.",
			Formula: "r with probability p*(1-p)^r, r = 0, 1, 2, ...",
			Source:  "Abramson 1970; Kleinrock and Lam 1975",
			build:   func(a args) (backoff.Policy, error) { return backoff.Geometric(a.number("p")), nil },
		},
		{
			Name:    "none",
			Text:    "No wait at all.",
			Formula: "0",
			Source:  "awslabs/aws-arch-backoff-simulator, NoBackoff",
			build:   func(args) (backoff.Policy, error) { return backoff.None(), nil },
		},
		{
			Name:    "fixed",
			params:  []param{{name: "delay", kind: delayParam, least: 0, most: mostSlots, standard: units(1), text: "the number of units to wait"}},
			Text:    "The same wait after every failure, without a draw. Two stations that collide once collide for ever.",
			Formula: "delay",
			Source:  "a baseline that shows what the draw is for",
			build:   func(a args) (backoff.Policy, error) { return backoff.Fixed(a.units("delay")), nil },
			misplaced: map[string]string{
				"window": "a window to draw from is another policy: write {policy: uniform, k: 16}",
				"slots":  "the wait is called delay: write {policy: fixed, delay: 1}",
			},
		},
		{
			Name:    "opencores",
			params:  []param{{name: "limit", least: 0, most: 30, ofRules: true, text: "the number of bits of the longest draw, at most 10"}},
			Text:    "The backoff of a widely used hardware design. It looks at k = min(max(n-1,1),limit) bits of a ten-bit shift register. If they are 0, it does not wait; otherwise it waits one slot more than their value one clock later.",
			Formula: "k = min(max(n-1,1),limit,10); x uniform over 0, 1, ..., 1022, of ten bits; 0 where the low k bits of x are 0, else 1 + the low k bits of 2*x + not(x[2] xor x[9])",
			Cap:     "before the draw",
			Source:  "OpenCores ethmac, eth_random.v and eth_txstatem.v",
			build:   func(a args) (backoff.Policy, error) { return backoff.OpenCores(a.limitOf("limit")), nil },
		},
	}
}
