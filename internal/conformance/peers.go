package main

import "strconv"

// others is how other open MACs stand on a rule, as their sources have it; "-" is not
// examined, or without meaning there.
type others struct{ inet, ns3, ns2, ethmac string }

var standing = map[int]others{
	1:  {"attempts and gap are other: rules 6 and 3", "slot 1 us, 1000 retries by default", "no preamble, no FCS", "slot, jam and attempts kept; the gap is set by registers"},
	2:  {"places on a cable count", "one delay for every two stations", "one delay for every two stations; from 12.8 us of it carrier sense is lost", "-"},
	3:  {"the gap is in one part, and blind", "a busy channel makes it back off", "the gap is in one part; carrier that comes within it is forgotten", "carrier at the end of a gap always defers"},
	4:  {"a collision cuts the frame at once, in the preamble too: fragments can be shorter than 96 bits", "no collisions and no jam", "no fragments: jam is a timer", "kept"},
	5:  {"a further whole gap after each backoff, however long the medium has been idle", "the draw leaves out slot 0 and the top slot", "counted from 12.8 us (jam and gap) after the detection", "the range doubles one collision late, a draw that is not 0 waits a slot more, and a whole gap follows it"},
	6:  {"17 transmissions", "no collisions; 1000 retries by default", "kept", "kept"},
	7:  {"late collisions are not told from others", "no collisions", "none are late; above 25.6 us of delay frames vanish", "from 564 bit times by default, and not retried"},
	8:  {"no counters of clause 30", "-", "no counters", "-"},
	9:  {"no counters of clause 30", "nothing is damaged by collisions", "no fragments, no FCS, no counters", "-"},
	10: {"-", "-", "-", "-"},
}

// peers writes how others stand on the rules.
func (p *page) peers() {
	p.text("## How others stand on them")
	p.text(`Nothing was run for this table: it is what was read in the sources of INET for OMNeT++ (EthernetCsmaMac.cc), ns-3
(src/csma: csma-net-device.cc, csma-channel.cc, backoff.cc), ns-2 (mac-802_3.cc) and OpenCores ethmac, a MAC in hardware
(eth_txstatem.v, eth_random.v, eth_txcounters.v). "-": not examined, or without meaning there. They have other aims than this
project, and most departures show only under load. What they come to is run [below](#other-simulators-and-what-their-departures-do);
` + "`mac: {as: inet}`, `ns2` and `opencores`" + ` have a scenario's stations depart in the same ways.`)
	p.head("", "the rule", "INET", "ns-3", "ns-2", "ethmac")
	for _, r := range rules {
		o := standing[r.number]
		p.row(strconv.Itoa(r.number), short[r.number], o.inet, o.ns3, o.ns2, o.ethmac)
	}
	p.line("")
}

var short = map[int]string{
	1: "Table 4-2", 2: "propagation", 3: "deference and gap", 4: "collision and jam", 5: "backoff",
	6: "give-up", 7: "late collisions", 8: "deferral counters", 9: "reception", 10: "ties",
}
