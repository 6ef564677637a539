package mac

import (
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/phy"
)

// Deviation is a named set of departures from clause 4: what another MAC, whose
// source is open, does in its place. It is there so that one can ask what a
// departure does to a network; it is no model of that MAC, and Omits says what of
// it is left out.
type Deviation struct {
	Name    string   // in a scenario: mac: {as: NAME}
	Title   string   // whose they are
	Source  string   // where they were read
	Differs []string // what departs from clause 4, each by the key that says so
	Omits   []string // what that MAC does besides, and the set does not

	// Backoff is the policy of stations that are given none; nil: binary
	// exponential, by the rules' backoff limit.
	Backoff backoff.Policy

	apply func(*Params)
}

// Apply lays the deviations over rules, those of a line usually ([For]).
func (d *Deviation) Apply(p *Params) { d.apply(p) }

// Deviations are the sets that a scenario can name. The first is none at all: a
// station that keeps to the standard among others that do not.
var Deviations = []Deviation{
	{
		Name: "standard", Title: "IEEE 802.3 clause 4, and nothing else", Source: "IEEE 802.3 clause 4, Table 4-2",
		apply: func(*Params) {},
	},
	{
		Name: "inet", Title: "EthernetCsmaMac of INET for OMNeT++", Source: "inet, EthernetCsmaMac.cc",
		Differs: []string{
			"attempt_limit: 17: a frame is given up after its seventeenth collision",
			"ifg_part1: 0: the gap is in one part, and blind",
			"ifg_after_backoff: blind: a further whole gap after each backoff, however long the medium has been idle",
			"complete_header: off: a collision cuts the frame at once, in the preamble too, so that fragments can be shorter than 96 bits",
			"late_window: off: no collision is late",
		},
		Omits: []string{
			"a collision cuts the frame at the instant, here at the end of the bit under way",
			"it counts nothing of clause 30; the counters here go on counting",
		},
		apply: func(p *Params) {
			p.AttemptLimit = 17
			p.GapPart1 = 0
			p.GapAfterBackoff, p.BlindAfter = true, true
			p.CutHeader = true
			p.LateWindow = phy.Forever
		},
	},
	{
		Name: "ns2", Title: "Mac/802_3 of ns-2", Source: "ns-2, mac-802_3.cc",
		Differs: []string{
			"header: 0: no preamble",
			"jam: 1bt: a collision ends the frame, and jam is not sent but timed",
			"backoff_delay: 127bt: the retry is counted from 128 bit times (jam and gap) after the detection",
			"ifg_part1: 0: the gap is in one part, and blind",
			"late_window: off: no collision is late",
		},
		Omits: []string{
			"one delay for every two stations: write medium: {kind: star, delay: 4us}",
			"listeners take a collision to be over 32 bit times after they heard it; here when its fragments have passed",
			"carrier that comes within a gap is forgotten for good: whoever starts blind learns of no collision, and others may start into its frame",
			"no FCS, no fragments at receivers, no counters; beyond 12.8us of delay carrier sense is lost, beyond 25.6us frames vanish",
		},
		apply: func(p *Params) {
			p.Header, p.Jam = 0, p.BitTime
			p.BackoffDelay = 127 * p.BitTime
			p.GapPart1 = 0
			p.LateWindow = phy.Forever
		},
	},
	{
		Name: "opencores", Title: "ethmac of OpenCores, a MAC in hardware", Source: "ethmac, eth_txstatem.v, eth_random.v, eth_txcounters.v",
		Differs: []string{
			"backoff: opencores: the range doubles one collision late (two draws from 0 and 1), and a draw that is not 0 waits one slot more",
			"ifg_after_backoff: on: a whole gap follows a backoff",
			"blind_start: off: carrier that is on at the end of a gap defers, and does not only collide",
			"late_window: 564bt: a collision is late 52 bit times later than it should be",
			"late_collision: discard: a late collision is not retried",
		},
		Omits: []string{
			"draws come from a shift register of ten bits that runs with the clock, and so are not independent",
			"carrier and collision are seen through flip-flops, a few bits late, and in steps of four bits",
			"its own default of a gap that is set by three registers: here it is the standard's",
		},
		Backoff: backoff.OpenCores(10),
		apply: func(p *Params) {
			p.GapAfterBackoff = true
			p.NoBlindStart = true
			p.LateWindow = 564 * p.BitTime
			p.LateDiscard = true
		},
	},
}

// DeviationByName finds one of [Deviations].
func DeviationByName(name string) (*Deviation, bool) {
	for i := range Deviations {
		if Deviations[i].Name == name {
			return &Deviations[i], true
		}
	}
	return nil, false
}
