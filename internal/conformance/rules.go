package main

import (
	"fmt"
	"regexp"
	"strconv"
)

// rule is a rule of the medium.
type rule struct {
	number int
	clause string // of IEEE 802.3
	says   string
}

// rules are the ten rules of the medium, as the comments in mac and medium/bus number
// them. The stories of one are named after it: TestRule3...
var rules = []rule{
	{1, "Table 4-2", "bit time 100 ns, slot 512 bits, gap 96 in parts of 64 and 32, jam 32, preamble and SFD 64, frames of 64 to 1518 octets, 16 attempts, backoff limit 10; each can be overridden"},
	{2, "4.2.3.1, 4.2.8", "a signal travels along the cable at its speed; carrier at a tap is any signal that arrives there, the station's own included"},
	{3, "4.2.3.2.1 and 2, 4.2.8 Deference", "carrier in part 1 of the gap starts the gap again, unless the station has just sent; in part 2 carrier is ignored, and at its end a waiting frame is sent"},
	{4, "4.2.3.2.3 and 4, 4.2.8 PhysicalSignalEncap, StartJam", "the first foreign carrier is the collision; the preamble is completed, then 32 bits of jam: no fragment is shorter than 96 bits"},
	{5, "4.2.3.2.5, 4.2.8 BackOff", "0 to 2^min(n,10)-1 slots, uniform, from the end of the jam, whatever the carrier; on a medium that has been idle for long no gap is added"},
	{6, "4.2.8 TransmitLinkMgmt", "the 16th collision of a frame discards it; the next begins at attempt 1"},
	{7, "4.2.8 WatchForCollision", "a collision is late after more than a slot time, and is retried at 10 and 100 Mb/s"},
	{8, "4.2.8, 30.3.1.1.9, 30.3.1.1.20", "deferred: attempt 1 waited, and sent the frame; excessive deferral: an attempt waited for more than 24 288 bit times"},
	{9, "4.2.4, 4.2.9, 30.3.1.1", "a receiver classifies overlapping signals, at each tap separately: a frame, a fragment, an FCS or alignment error, too long"},
	{10, "4.2.8, concurrent processes", "no outcome depends on the order of stations: an instant is processed in phases, each for all stations together"},
}

// Besides the rules, the page has stories of the counters, and of departures from the standard that a user asks for.
var (
	countersStory = regexp.MustCompile(`^Test(MIB|CountersAreSettled|CountersBy)`)
	overrideStory = regexp.MustCompile(`^Test(GapAfterBackoff|CutHeader|ShorterAndLonger|WithoutC|EveryNumberCan|TheSlottedModel|LateWindow|BackoffDelay|NoBlindStart|BlindGap|NonPersistent|PPersistent|Align)`)
)

const (
	forCounters  = -1
	forOverrides = -2
)

func ruleStory(number int) *regexp.Regexp {
	return regexp.MustCompile(fmt.Sprintf(`^TestRule%d[^0-9]`, number))
}

// rules writes a row for each rule.
func (p *page) rules(all tests, answers []section) {
	numbered := reached(all, "TestNumbered")
	p.text("## The rules of 802.3, one by one")
	p.head("", "clause", "the rule", "stories", "random networks", "published figures", "result")
	row := func(number int, name, clause, says string, stories *regexp.Regexp) {
		list := all.match("medium/bus", stories)
		figures, ok := figuresOn(answers, number)
		networks := "-"
		if number > 0 {
			in := numbered.mattered[fmt.Sprint("rule ", number)]
			networks = grouped(in)
			ok = ok && numbered.ok && in > 0
		}
		p.row(name, clause, says, strconv.Itoa(len(list)), networks, strconv.Itoa(figures), p.verdict(ok && list.ok()))
	}
	for _, r := range rules {
		row(r.number, strconv.Itoa(r.number), r.clause, r.says, ruleStory(r.number))
	}
	row(forCounters, "", "30.3, 5.2.4", "counters are updated once, when the frame leaves, and follow their definitions", countersStory)
	row(forOverrides, "", "none", "an override, as an experiment or a book needs it, changes what it says and nothing else", overrideStory)
	p.line("")
	p.text(`**Stories** are networks computed by hand, with a test for each sentence of a rule; [they are listed below](#the-stories).
**Random networks** is the number of networks in which the rule mattered, of the %s that were compared event by event with
[the second model](#the-second-model). (Rule 1: a number of it was overridden. Rule 3: a frame had to wait. Rule 10: two
stations started, ended or collided at one picosecond.) **Published figures** is the number of figures of [books, theory and
definitions](#published-results) that depend on the rule; "-" means that it is not known.`, grouped(numbered.networks))
}

// numberedResult is the result of numbered networks.
type numberedResult struct {
	ok               bool
	networks, events int
	mattered         map[string]int // by rule: the networks in which it came into play
}

var (
	sameEvents = regexp.MustCompile(`([0-9]+) numbered networks: the engine and the reference gave the same ([0-9]+) events`)
	inPlay     = regexp.MustCompile(`: ([A-Za-z0-9 ]+) came into play in ([0-9]+)`)
)

// reached reads the result from the output of TestNumbered or TestNumberedNetworks.
func reached(all tests, name string) (r numberedResult) {
	t := all.find("internal/clause4", name)
	r.ok, r.mattered = t.ok, map[string]int{}
	if m := sameEvents.FindStringSubmatch(t.output); m != nil {
		r.networks, _ = strconv.Atoi(m[1])
		r.events, _ = strconv.Atoi(m[2])
	}
	for _, m := range inPlay.FindAllStringSubmatch(t.output, -1) {
		r.mattered[m[1]], _ = strconv.Atoi(m[2])
	}
	return r
}
