package mac

import (
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/phy"
)

// Deviation is a named set of departures from clause 4: what another MAC, whose source is public,
// does instead. It answers the question what such a departure does to a network. It is not a model
// of that MAC; Omits lists what is left out.
type Deviation struct {
	Name    string   // the name in a scenario: mac: {as: NAME}
	Title   string   // the MAC that deviates
	Source  string   // the source that was read
	Differs []string // the departures from clause 4, each by the key that sets it
	Omits   []string // what else that MAC does differently, which the set does not reproduce

	// Backoff is the policy of stations that have no policy of their own. nil: binary exponential,
	// with the backoff limit of the rules.
	Backoff backoff.Policy

	apply func(*Params)
}

// Apply changes rules, usually those of a line (see [For]), by the deviations of the set.
func (d *Deviation) Apply(p *Params) { d.apply(p) }

// Deviations are the sets that a scenario can name. The first is empty: it is for a station that
// follows the standard among others that do not.
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
			"after a collision the sender's gap runs from the detection and ignores carrier; here it follows the carrier of the frames that it collided with: at 4us apart, a retry with a draw of 0 starts 0.9us later than there",
			"listeners treat a collision as over 32 bit times after they heard it; here when its fragments have passed",
			"carrier that rises within a gap is forgotten for good: a station that then starts does not notice the collision, and others may start into its frame",
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
			"backoff: opencores: the range doubles one collision late, and the wait is one slot more than the draw unless that is 0: 0, 1 or 2 slots after collisions 1 and 2",
			"ifg_after_backoff: 84bt: a gap follows a backoff, at its pins 12 bit times shorter than one that follows carrier, whose fall it notices late",
			"blind_start: off: carrier that is on at the end of a gap defers, and does not only collide",
			"late_window: 563bt: a collision is late from 564 bit times on, 51 later than it should be",
			"late_collision: discard: a late collision is not retried",
		},
		Omits: []string{
			"its shift register runs with the clock, so that draws are not independent; here each is drawn anew",
			"carrier and collision are seen through flip-flops, a few bits late, and in steps of four bits",
			"its own default of a gap that is set by three registers: here it is the standard's",
		},
		Backoff: backoff.OpenCores(10),
		apply: func(p *Params) {
			p.GapAfterBackoff, p.GapLead = true, 12*p.BitTime
			p.NoBlindStart = true
			p.LateWindow = 563 * p.BitTime
			p.LateDiscard = true
		},
	},
}

// DeviationByName returns the set of [Deviations] that has a name.
func DeviationByName(name string) (*Deviation, bool) {
	for i := range Deviations {
		if Deviations[i].Name == name {
			return &Deviations[i], true
		}
	}
	return nil, false
}
