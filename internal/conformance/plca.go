package main

import (
	"fmt"
	"regexp"
	"strconv"
)

// plcaRules are what clauses 147 and 148 say, and the stories of the second model that show it.
var plcaRules = []struct{ clause, says, stories string }{
	{"148.4.4", "an idle cycle is the beacon and a silent turn for each node; with latencies also the way of the beacon's end back to its sender, up to the next edge of the clock", `^TestIdleCycle`},
	{"147.3.2", "a frame is on the line for its bits and two symbols more; a burst is one signal", `^Test(FrameOnTheLine|BurstOnTheLine)`},
	{"148.4.5", "one node that always has a frame, and all: 96 bits of COMMIT after a logical collision, and the frame", `^Test(OneTalker|AllTalk)$`},
	{"148.4.4", "bursts, continued and not", `^Test(Bursts|PartialBurst)$`},
	{"148.4.4, 148.4.5", "the longest wait from the head of the queue to the first bit; INET's worst case", `^Test(AccessBound|WorstCaseOfINET)$`},
	{"148.4.6", "without a coordinator plca_status fails after 255 turns and 130 090 bits", `^TestLostCoordinator$`},
	{"none", "two nodes with one ID collide; a plain station beside one turn starves; the shortest turn that is safe", `^Test(OneIDTwice|StarvedGuest|ShortestTurn)$`},
	{"148.4, runs of a transcription", "all nodes busy with real latencies; followers that take a beacon for data are locked out", `^Test(AllTalkWithLatencies|Lockout)$`},
	{"802.3da draft 3.0", "D-PLCA: nodes choose their IDs", `^TestNodesChooseIDs$`},
}

// plca writes what holds on a bus of 10BASE-T1S with PLCA.
func (p *page) plca(all tests) {
	p.text("## 10BASE-T1S and PLCA")
	p.text(`[medium/t1s](../medium/t1s) is the engine of a multidrop bus whose nodes take turns. The second model,
[internal/clause148](../internal/clause148), has the state diagrams of clause 148 and of the drafts as tables, the PHYs of clause 147
with their latencies and clocks, and the MAC of internal/clause4.`)
	p.head("clause", "the rule", "stories", "result")
	for _, r := range plcaRules {
		list := all.match("internal/clause148", regexp.MustCompile(r.stories))
		p.row(r.clause, r.says, strconv.Itoa(len(list)), p.verdict(list.ok()))
	}
	p.line("")
	networks := all.find("internal/clause148", "TestPLCANetworks")
	p.head("check", "on", "result")
	p.row("engine and second model have the same events, counters and figures of PLCA, observed or not, in one piece or in five: equal, missing and several IDs, timers, bursts, latencies, clocks, nodes without PLCA, changes, lost beacons",
		fmt.Sprintf("%s random networks", grouped(networks.random)), p.verdict(networks.ok && networks.random > 0))
	p.line("")
}
