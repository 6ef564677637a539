package main

import "strconv"

// others describes how other open MACs implement a rule, by their sources; "-" is not
// examined, or without meaning there.
type others struct{ inet, ns3, ns2, ethmac string }

var standing = map[int]others{
	1:  {"attempts and gap differ: rules 6 and 3", "slot 1 us, 1000 retries by default", "no preamble, no FCS", "slot, jam and attempts kept; the gap is set by registers"},
	2:  {"places on a cable matter", "the delay between any two stations is the same", "the delay between any two stations is the same; from 12.8 us on carrier sense is lost", "-"},
	3:  {"the gap is one part, in which carrier is ignored", "on a busy channel a station backs off", "the gap is one part; carrier that rises within it is forgotten", "carrier at the end of a gap always defers"},
	4:  {"a collision cuts the frame at once, in the preamble too: fragments can be shorter than 96 bits", "no collisions and no jam", "no fragments: jam is a timer", "kept"},
	5:  {"a further whole gap after each backoff, however long the medium has been idle", "the draw leaves out slot 0 and the top slot", "counted from 12.8 us (jam and gap) after the detection", "the range doubles one collision late, a draw that is not 0 waits a slot more, and a whole gap follows it"},
	6:  {"17 transmissions", "no collisions; 1000 retries by default", "kept", "kept"},
	7:  {"late collisions are treated like others", "no collisions", "no collision is late; with a delay of more than 25.6 us frames vanish", "from 564 bit times by default, and not retried"},
	8:  {"no counters of clause 30", "-", "no counters", "-"},
	9:  {"no counters of clause 30", "nothing is damaged by collisions", "no fragments, no FCS, no counters", "-"},
	10: {"-", "-", "-", "-"},
}

// peers writes how other MACs implement the rules.
func (p *page) peers() {
	p.text("## How other MACs implement the rules")
	p.text(`Nothing was run for this table. It was read from the sources of INET for OMNeT++ (EthernetCsmaMac.cc), ns-3
(src/csma: csma-net-device.cc, csma-channel.cc, backoff.cc), ns-2 (mac-802_3.cc) and OpenCores ethmac, a MAC in hardware
(eth_txstatem.v, eth_random.v, eth_txcounters.v). "-" means not examined, or not applicable. These projects have other aims
than this one, and most departures show only under load. Their effect is measured [below](#other-simulators-and-what-their-departures-do).
With ` + "`mac: {as: inet}`, `ns2` and `opencores`" + ` the stations of a scenario depart in the same ways.`)
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
