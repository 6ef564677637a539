package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// property is what holds for any network, and the tests that say so.
type property struct {
	says  string
	room  string
	tests []string
	on    string // what the tests are on, where that is no number of random networks
}

var properties = []property{
	{"every frame offered is delivered, lost, dropped or still queued", "medium/bus", []string{"TestFramesAreConserved"}, ""},
	{"time on the medium adds up: success, collision and idle", "medium/bus", []string{"TestSharesAddUp"}, ""},
	{"every start follows a whole gap of quiet at its own tap, or is the end of a gap", "medium/bus", []string{"TestEveryStartFollowsAGap"}, ""},
	{"a station alone never collides", "medium/bus", []string{"TestOneStationAloneNeverCollides"}, ""},
	{"a mirrored cable, and one shifted along, give the same", "medium/bus", []string{"TestAMirroredCableIsTheSame", "TestAShiftedCableIsTheSame"}, ""},
	{"reordered stations give the same", "medium/bus", []string{"TestReorderedStationsAreTheSame"}, ""},
	{"everything later by the same time gives the same", "medium/bus", []string{"TestShiftedTimeIsTheSame"}, ""},
	{"renamed stations with scripted draws give the same", "medium/bus", []string{"TestRenamedStationsAreTheSame"}, ""},
	{"an idle station more changes nothing", "medium/bus", []string{"TestAnIdleStationChangesNothing"}, ""},
	{"a run in pieces, and a run that is watched, give the same", "medium/bus", []string{"TestRunInAnyChunks", "TestWatchedOrNot"}, ""},
	{"whole contention rounds have the same result as one instant after another", "medium/bus", []string{"TestRoundsAgreeWithInstants", "TestAnObserverChangesNothing"}, ""},
	{"receivers' counters, which are derived, are what taps hear", "medium/bus", []string{"TestCountersAreWhatWasHeard", "TestCountersAreWhatWasHeardOnABusyAloha"}, ""},
	{"collisions are groups of attempts that detected each other", "medium/bus", []string{"TestCollisionsAreGroupsOfAttempts", "TestCollisionsOfABusyAloha"}, ""},
	{"deference as a function is deference as a story", "mac", []string{"TestDeferenceIsOneStory"}, ""},
	{"draws lie in their range", "mac/backoff", []string{"TestDrawsLieInTheirRange"}, ""},
	{"draws are uniform by chi-squared", "mac/backoff", []string{"TestDrawsAreUniform"}, "10^7 draws after collisions 1, 2, 3, 6 and 10"},
	{"and after every collision", "mac/backoff", []string{"TestEveryRangeIsUniform"}, "10^6 draws after collisions 1 to 10"},
	{"stations' streams are independent, whatever names and seeds", "mac/backoff", []string{"TestStreamsAreIndependent", "TestStreamsBeginAnywhere"}, "pairs of draws, first draws"},
	{"nothing that differs between platforms reaches a result", ".", []string{"TestEngineIsPortable"}, "the engine's source"},
	{"the reference: its step, and what it skips, change nothing", "internal/clause4", []string{"TestSteps"}, ""},
	{"the reference: reordered stations, and its own books", "internal/clause4", []string{"TestOrderOfStations", "TestBooks"}, ""},
}

// properties writes what holds for any network.
func (p *page) properties(all tests, platforms []platform) {
	p.text("## What holds for any network")
	p.text("Random networks of up to eight stations, with any traffic; each of these tests makes its own.")
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
		on, result := "not run: "+r.needs+" is not here", "-"
		if r.test != nil {
			on, result = fmt.Sprintf("%d scenarios of [testdata/scenarios](../testdata/scenarios)", r.test.parts), p.verdict(r.test.ok)
		}
		p.row("the lessons give the figures and the digest that stand beside them: "+r.what, "TestLessonsGiveTheirFigures", on, result)
	}
	p.line("")
}

// differences writes what the second model found.
func (p *page) differences(all tests) {
	n := reached(all)
	p.text("## The second model")
	p.text(`[internal/clause4](../internal/clause4) steps the processes of 4.2.8 (Deference, TransmitLinkMgmt, BackOff,
WatchForCollision, BitTransmitter, the receiver's side) a quarter of a bit at a time, with the cable as delay lines. It was
written from the standard, to be read beside it, and shares nothing with the engine but the line parameters and the draws.`)
	p.head("check", "on", "result")
	p.row("engine and reference give the same events, in the same order, the same counters and figures: 1 to 8 stations, cables up to 20 000 bit times, "+
		"starts on and around every edge, frames of every size, forced and drawn backoffs, rules overridden",
		fmt.Sprintf("%s random networks, %s events", grouped(n.networks), grouped(n.events)), p.verdict(n.ok))
	kept, _ := filepath.Glob("testdata/differences/*.yaml")
	kinds := []struct {
		says, on string
		names    *regexp.Regexp
	}{
		{"every difference that was ever found is none any more", fmt.Sprintf("%d networks kept in [testdata/differences](../testdata/differences), each with what was wrong", len(kept)), regexp.MustCompile(`^TestDifferences$`)},
		{"sixteen collisions in a row, of two and three stations, at one place and along a cable", "", regexp.MustCompile(`^Test(SixteenInARow|TheFrameAfterADrop)`)},
		{"the reference gives what was worked out by hand", "", regexp.MustCompile(`^Test(Tie|Part1|NewBusy|StartAtOnce|Middle|Touch|OwnTrans|Lengths|LongFragment|TwoStations|Unequal|GapAfter|Slotted|SixteenCollisions|CollisionAtTheEnd|Late|CutHeader|Deaf|Excessive)`)},
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
	p.text("`make exact` compares a million networks that nobody has numbered. One on which the two differ is made smaller and printed as a scenario for `csmacd run`.")
}

// root reports whether the tests can be run from here.
func root() error {
	if _, err := os.Stat("testdata/published"); err != nil {
		return fmt.Errorf("run it at the root of the module: %w", err)
	}
	return nil
}
