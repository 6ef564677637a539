package scenario

import (
	"github.com/csmacd/csmacd/mac/backoff"
)

// PolicyInfo describes a backoff policy that a scenario can name.
type PolicyInfo struct {
	Name   string
	Params []ParamInfo
	Text   string // what it does, in a sentence
	Source string // clause or paper
}

// ParamInfo describes a parameter of a policy.
type ParamInfo struct {
	Name    string
	Default string // "" where it must be given
	Range   string
	Text    string
}

// Policies lists the policies that a scenario can name, in the order in which they
// are best read about.
func Policies() []PolicyInfo {
	var list []PolicyInfo
	for _, p := range policies {
		list = append(list, p.info())
	}
	return list
}

// policy is a backoff policy and how it is built. Its values are in the order of
// its parameters.
type policy struct {
	name   string
	params []param
	text   string
	source string
	build  func(values []float64) backoff.Policy

	script bool // built from a list of draws, not from values
}

// param is a number that a policy takes.
type param struct {
	name        string
	least, most float64
	standard    float64
	fraction    bool // need not be whole
	ofRules     bool // left out, it is the station's backoff_limit
	text        string
}

// mostSlots bounds a draw: at 10 Mb/s it is fourteen hours.
const mostSlots = 1_000_000_000

var policies = []policy{
	{
		name:   "beb",
		params: []param{{name: "limit", least: 0, most: 30, ofRules: true, text: "collisions after which the range stops doubling"}},
		text:   "Truncated binary exponential backoff: after the n-th collision a draw from 0 to 2^min(n,limit)-1.",
		source: "IEEE 802.3 4.2.3.2.5",
		build:  func(v []float64) backoff.Policy { return backoff.BEB(int(v[0])) },
	},
	{
		name: "exponential",
		params: []param{
			{name: "base", least: 1, most: 1024, standard: 2, fraction: true, text: "by which the range grows"},
			{name: "limit", least: 1, most: 63, standard: 10, text: "collisions after which the range stops growing"},
		},
		text:   "Exponential backoff of any base: a draw from 0 to floor(base^min(n,limit))-1.",
		source: "Kwak, Song and Miller 2005",
		build:  func(v []float64) backoff.Policy { return backoff.Exponential(v[0], int(v[1])) },
	},
	{
		name: "polynomial",
		params: []param{
			{name: "degree", least: 1, most: 10, standard: 2, text: "power by which the range grows"},
			{name: "limit", least: 1, most: 63, standard: 10, text: "collisions after which the range stops growing"},
		},
		text:   "Polynomial backoff: a draw from 0 to (min(n,limit)+1)^degree-1.",
		source: "Håstad, Leighton and Rogoff 1987",
		build:  func(v []float64) backoff.Policy { return backoff.Polynomial(int(v[0]), int(v[1])) },
	},
	{
		name: "linear",
		params: []param{
			{name: "step", least: 1, most: 1_000_000, standard: 1, text: "slots by which the range grows"},
			{name: "limit", least: 1, most: 63, standard: 10, text: "collisions after which the range stops growing"},
		},
		text:   "Linear backoff: a draw from 0 to min(n,limit)*step.",
		source: "with step 1, polynomial of degree 1",
		build:  func(v []float64) backoff.Policy { return backoff.Linear(int(v[0]), int(v[1])) },
	},
	{
		name:   "fixed",
		params: []param{{name: "window", least: 1, most: mostSlots, standard: 16, text: "slots to draw from"}},
		text:   "A fixed window: a draw from 0 to window-1 after every collision.",
		source: "Kleinrock and Lam 1975, retransmission over K slots",
		build:  func(v []float64) backoff.Policy { return backoff.Fixed(int(v[0])) },
	},
	{
		name:   "constant",
		params: []param{{name: "slots", least: 0, most: mostSlots, standard: 1, text: "slots to wait"}},
		text:   "The same wait after every collision, without a draw: two stations that collide once collide for ever.",
		source: "a baseline that shows what the draw is for",
		build:  func(v []float64) backoff.Policy { return backoff.Constant(int(v[0])) },
	},
	{
		name:   "opencores",
		params: []param{{name: "limit", least: 0, most: 30, ofRules: true, text: "bits of the longest draw"}},
		text:   "Backoff as a widely used hardware design has it: after the n-th collision a draw from 0 to 2^min(max(n-1,1),limit)-1, and a wait of one slot more than drawn unless that is 0.",
		source: "OpenCores ethmac, eth_random.v and eth_txcounters.v",
		build:  func(v []float64) backoff.Policy { return backoff.OpenCores(int(v[0])) },
	},
	{
		name:   "scripted",
		params: []param{{name: "slots", least: 0, most: mostSlots, text: "the draws, in order"}},
		text:   "Forced draws: the station's first collision waits the first number of slots, its next the next, each within the range of beb; running out is an error.",
		source: "for lessons and tests, whose outcome is worked out by hand",
		script: true,
	},
}

// info describes the policy to the outside.
func (p *policy) info() PolicyInfo {
	info := PolicyInfo{Name: p.name, Text: p.text, Source: p.source}
	for _, q := range p.params {
		i := ParamInfo{Name: q.name, Range: q.rangeText(), Text: q.text, Default: formatNumber(q.standard)}
		switch {
		case p.script:
			i.Default, i.Range = "", "a list; each "+i.Range
		case q.ofRules:
			i.Default = "the station's backoff_limit, 10"
		}
		info.Params = append(info.Params, i)
	}
	return info
}

func (q *param) rangeText() string {
	return formatNumber(q.least) + " to " + formatNumber(q.most)
}
