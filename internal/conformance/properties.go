package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// property is a property of any network, and the tests that check it.
type property struct {
	says  string
	room  string
	tests []string
	on    string // what the tests run on, if it is not a number of random networks
}

var properties = []property{
	{"every frame offered is delivered, lost, dropped or still queued", "medium/bus", []string{"TestFramesAreConserved"}, ""},
	{"time on the medium adds up: success, collision and idle", "medium/bus", []string{"TestSharesAddUp"}, ""},
	{"every start follows a whole gap of silence at its own tap, or is at the end of a gap", "medium/bus", []string{"TestEveryStartFollowsAGap"}, ""},
	{"a station alone never collides", "medium/bus", []string{"TestOneStationAloneNeverCollides"}, ""},
	{"mirroring the cable, or shifting all places, does not change the result", "medium/bus", []string{"TestAMirroredCableIsTheSame", "TestAShiftedCableIsTheSame"}, ""},
	{"the order of stations does not change the result", "medium/bus", []string{"TestReorderedStationsAreTheSame"}, ""},
	{"shifting everything by the same time does not change the result", "medium/bus", []string{"TestShiftedTimeIsTheSame"}, ""},
	{"with scripted draws, the names of stations do not change the result", "medium/bus", []string{"TestRenamedStationsAreTheSame"}, ""},
	{"an additional idle station changes nothing", "medium/bus", []string{"TestAnIdleStationChangesNothing"}, ""},
	{"running in pieces, or with an observer, does not change the result", "medium/bus", []string{"TestRunInAnyChunks", "TestObserversChangeNothing"}, ""},
	{"whole contention rounds have the same result as one instant after another", "medium/bus", []string{"TestRoundsAgreeWithInstants", "TestAnObserverChangesNothing"}, ""},
	{"the counters of receivers, which the engine derives, agree with what each tap hears", "medium/bus", []string{"TestCountersAreWhatWasHeard", "TestCountersAreWhatWasHeardOnABusyAloha"}, ""},
	{"collisions are groups of attempts that detected each other", "medium/bus", []string{"TestCollisionsAreGroupsOfAttempts", "TestCollisionsOfABusyAloha"}, ""},
	{"the functions of deference agree with each other on any sequence of carrier", "mac", []string{"TestDeferenceFunctionsAgree"}, ""},
	{"draws lie in their range", "mac/backoff", []string{"TestDrawsLieInTheirRange"}, ""},
	{"draws are uniform by a chi-squared test", "mac/backoff", []string{"TestDrawsAreUniform"}, "10^7 draws after collisions 1, 2, 3, 6 and 10"},
	{"the same after every collision", "mac/backoff", []string{"TestEveryRangeIsUniform"}, "10^6 draws after collisions 1 to 10"},
	{"the streams of stations are independent, whatever their names and seeds", "mac/backoff", []string{"TestStreamsAreIndependent", "TestStreamsBeginAnywhere"}, "pairs of draws, first draws"},
	{"nothing that differs between platforms reaches a result", ".", []string{"TestEngineIsPortable"}, "the engine's source"},
	{"the reference: the size of its step, and the instants it skips, change nothing", "internal/clause4", []string{"TestSteps"}, ""},
	{"the reference: the order of stations changes nothing, and its counts add up", "internal/clause4", []string{"TestOrderOfStations", "TestBooks"}, ""},
}

// properties writes the properties of any network.
func (p *page) properties(all tests, platforms []platform) {
	p.text("## Properties of any network")
	p.text("Each of these tests makes its own random networks, of up to eight stations with any traffic.")
	p.head("property", "tests", "on", "result")
	for _, r := range properties {
		ok, on, names := true, r.on, []string(nil)
		for _, name := range r.tests {
			t := all.find(r.room, name)
			ok = ok && t.ok && (r.on != "" || t.random > 0)
			names = append(names, t.name)
			if r.on == "" && on == "" {
				on = grouped(t.random) + " random cases"
				if len(r.tests) > 1 {
					on += " each"
				}
			}
		}
		p.row(r.says, strings.Join(names, ", "), on, p.verdict(ok))
	}
	for _, r := range platforms {
		on, result := "not run: "+r.needs+" is not installed", "-"
		if r.test != nil {
			on, result = fmt.Sprintf("%d scenarios of [testdata/scenarios](../testdata/scenarios)", r.test.parts), p.verdict(r.test.ok)
		}
		p.row("the lessons have the recorded figures and digest: "+r.what, "TestLessonsGiveTheirFigures", on, result)
	}
	p.line("")
}

// differences writes the results of the comparison with the second model.
func (p *page) differences(all tests) {
	n := reached(all, "TestNumbered")
	p.text("## The second model")
	p.text(`[internal/clause4](../internal/clause4) runs the processes of 4.2.8 (Deference, TransmitLinkMgmt, BackOff,
WatchForCollision, BitTransmitter, the receiver's side) in steps of a quarter of a bit, with the cable as delay lines. It was
written from the standard, to be read beside it, and shares only the line parameters and the draws with the engine.`)
	p.head("check", "on", "result")
	p.row("engine and reference have the same events in the same order, the same counters and figures: 1 to 8 stations, cables up to 20 000 bit times, "+
		"starts on and around every edge, frames of every size, forced and drawn backoffs, rules overridden",
		fmt.Sprintf("%s random networks, %s events", grouped(n.networks), grouped(n.events)), p.verdict(n.ok))
	kept, _ := filepath.Glob("testdata/differences/*.yaml")
	kinds := []struct {
		says, on string
		names    *regexp.Regexp
	}{
		{"every difference that was ever found is gone", fmt.Sprintf("%d networks kept in [testdata/differences](../testdata/differences), each with a description of the error", len(kept)), regexp.MustCompile(`^TestDifferences$`)},
		{"sixteen collisions in a row, of two and three stations, at one place and along a cable", "", regexp.MustCompile(`^Test(SixteenInARow|TheFrameAfterADrop)`)},
		{"the reference agrees with results computed by hand", "", regexp.MustCompile(`^Test(Tie|Part1|NewBusy|StartAtOnce|Middle|Touch|OwnTrans|Lengths|LongFragment|TwoStations|Unequal|GapAfter|Slotted|SixteenCollisions|CollisionAtTheEnd|Late|CutHeader|Deaf|Excessive)`)},
	}
	for _, k := range kinds {
		list := all.match("internal/clause4", k.names)
		on := k.on
		if on == "" {
			on = fmt.Sprintf("%d tests", len(list))
		}
		p.row(k.says, on, p.verdict(list.ok()))
	}
	p.line("")
	p.text("`make exact` compares a million further random networks. A network on which the two differ is reduced and printed as a scenario for `csmacd run`.")
}

// root reports whether the tests can be run from here.
func root() error {
	if _, err := os.Stat("testdata/published"); err != nil {
		return fmt.Errorf("run it at the root of the module: %w", err)
	}
	return nil
}
