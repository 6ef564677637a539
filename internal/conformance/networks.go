package main

import (
	"fmt"
	"regexp"
	"strconv"
)

// networkRule is a rule of networks of several segments, or of faults.
type networkRule struct {
	clause, says string
	stories      string // a pattern: names of tests
	matters      string // what TestNumberedNetworks calls the networks in which the rule came into play; "": they have no such rule
}

// networkRooms are the rooms with the stories: those of the engine first, then those of the second model.
var networkRooms = []string{"medium/domain", "medium/lan", "internal/path", "internal/clause4"}

var networkRules = []networkRule{
	{"9.6.6.2, Figure 9-2", "a repeater sends what one port receives to all others, later by its delay, with a whole header; a fragment is extended to 96 bits",
		`RepeaterSends|RepeaterExtends|AHubRepeatsAFrame|TwoHubsRepeat|ChainOfRepeaters|InputBeforeTheFirstBitOut|Recovery|DisabledPort`, "a repeater"},
	{"9.6.6.2, Figure 9-2", "a collision at the received port only: jam to all others; any other collision: jam to all, at least 96 bits, then to all but the last port left",
		`ReceiveCollision|TransmitCollision|OnePortLeft|TwoPorts|LateSecondPort`, "a collision at a repeater"},
	{"Figure 9-6", "a port is partitioned on the 32nd collision in a row, or in a long one; 512 bits without a collision clear the count and reconnect it",
		`^TestPartition|ReconnectOnSend|LongActivityClears|LongCollision`, "partition"},
	{"9.6.5, 27.3.2.1.4", "output of 50 000 bits is interrupted for 96 bits; at 100 Mb/s an input that jabbers is cut until its carrier ends",
		`Lockup|^TestJabber$|OutputOfNoLength`, "lockup or jabber"},
	{"27.3.2.1.1", "at 100 Mb/s more than two false carriers in a row isolate a port, until it is idle for 33 000 bits or receives a valid carrier",
		`FalseCarrier|ValidCarrier`, ""},
	{"13.4.2", "each repeater can shrink a gap by the variability of the segment", `^TestVariability|GapsShrink`, "variability"},
	{"4.1, 4.2", "an end that is full duplex neither defers to carrier nor collides", `^TestFullDuplex`, "full duplex"},
	{"none", "a half-duplex end that faces a full-duplex one: late collisions here, fragments and errors there", `Mismatch`, "duplex mismatch"},
	{"annex 31B", "PAUSE stops the frames that have not begun, for units of 512 bits; 0 lets them go on", `Pause|Broadcast`, "PAUSE"},
	{"clauses 13 and 29", "path delay and path variability, in both directions, and the 5-4-3 rule", `PublishedPaths|SegmentsOfAPath|WorstPath`, ""},
	{"802.1D", "a bridge learns, forgets, filters and floods; a frame is sent on whole; a loop is an error", `Bridge|Loop|DomainsOf|DomainsWait|ALinkIsFullDuplex|TakesOver`, ""},
	{"clauses 7, 8 and 14", "faults: a cut, a short, a missing terminator, bit errors; a station that is deaf, mute, without power, that jabbers or ignores collisions",
		`Terminator|OpenEnd|Cut|Short|Deaf|NoCollision$|Mute|Power|JabberOf|Jabbering|WrongBits|FramesWithErrors|Restored|StationFaults|APortAndALink|JoinAndLeave|FastClock|ThatComesBack`, ""},
}

// networks writes a row for each rule of networks.
func (p *page) networks(all tests) {
	n := reached(all, "TestNumberedNetworks")
	changing := all.find("internal/clause4", "TestChangingNetworks")
	p.text("## Networks and faults")
	p.text(`These rules hold in networks of several segments: [medium/domain](../medium/domain) is the engine of cables and links that
repeaters join, and [medium/lan](../medium/lan) joins such domains with bridges. The second model has repeaters, full-duplex ends, PAUSE
and faults as well.`)
	p.head("clause", "the rule", "stories", "random networks", "result")
	for _, r := range networkRules {
		stories, ok := r.in(all)
		networks := "-"
		if r.matters != "" {
			networks = grouped(n.mattered[r.matters])
			ok = ok && n.ok && n.mattered[r.matters] > 0
		}
		p.row(r.clause, r.says, strconv.Itoa(stories), networks, p.verdict(ok))
	}
	p.line("")
	p.head("check", "on", "result")
	p.row("engine and second model have the same events and the same counters of stations and ports, observed or not, in one piece or in five: 1 to 4 segments, up to 12 stations, 3 repeaters",
		fmt.Sprintf("%s random networks, %s events", grouped(n.networks), grouped(n.events)), p.verdict(n.ok))
	p.row("the same while faults begin and end", fmt.Sprintf("%s random networks", grouped(changing.random)), p.verdict(changing.ok && changing.random > 0))
	for _, k := range []struct{ says, room, name string }{
		{"every difference of networks that was ever found is gone", "internal/clause4", "TestNetworksOnceWrong"},
		{"worked examples of clauses 13 and 29 and of books: path delay and path variability", "internal/path", "TestPublishedPaths"},
		{"a result does not depend on pieces, observers, or the number of workers", "medium/lan", "TestResultsDoNotDependOnHowANetworkIsRun"},
		{"nor does it with faults", "medium/lan", "TestFaultsDoNotDependOnHowANetworkIsRun"},
		{"every frame is delivered, lost, dropped or still queued, once, across bridges", "medium/lan", "TestEveryFrameHasOneFate"},
		{"a network of one cable is that cable", "medium/lan", "TestOneCableIsABus"},
		{"whole contention rounds of a hub have the same result as one instant after another", "medium/domain", "TestRoundsOfAHubAgreeWithInstants"},
	} {
		t := all.find(k.room, k.name)
		on := fmt.Sprintf("%s random networks", grouped(t.random))
		if t.random == 0 {
			on = fmt.Sprintf("%d networks", t.parts)
		}
		p.row(k.says, on, p.verdict(t.ok && t.random+t.parts > 0))
	}
	p.line("")
	p.text(`**Stories** are networks computed by hand, for the engine and for the second model. **Random networks** is the number of
networks in which the rule came into play, of the %s that were compared with the second model. Bridges have no second model.`, grouped(n.networks))
}

// in returns the number of stories of a rule, and whether all hold.
func (r *networkRule) in(all tests) (stories int, ok bool) {
	ok = true
	for _, room := range networkRooms {
		list := all.match(room, regexp.MustCompile(r.stories))
		stories += len(list)
		ok = ok && (len(list) == 0 || list.ok())
	}
	return stories, ok && stories > 0
}
