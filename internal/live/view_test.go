//go:build !js

package live

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	tea "charm.land/bubbletea/v2"
	"github.com/mattn/go-runewidth"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/phy"
)

// screenOf is a screen that has been fed so many snapshots.
func screenOf(f *fake, width, height, snapshots int) *screen {
	s := &screen{width: width, height: height}
	for range snapshots {
		s.window.add(f.Snapshot())
	}
	return s
}

func TestAScreen(t *testing.T) {
	f := saturated(4)
	s := screenOf(f, 120, 30, 9)
	text := s.draw()
	lines := strings.Split(text, "\n")
	require.Len(t, lines, 30)
	assert.Equal(t, "a cable   4 stations (2 live) on 10base5", lines[0])
	assert.Equal(t, "simulated 2.250 s   speed 1   keeps up   frames reach hosts 35 us late (median), 210 us (99 %)", lines[1])
	assert.Regexp(t, `^\[#+x+\.+\] # frames 9\d %  x collisions *[<\d]+ %  \. idle *\d %$`, lines[2])
	assert.Regexp(t, `^9\.\d\d Mb/s   [\d,]+ collisions/s   [\d,]+ frames/s   in all: \d+ frames discarded   0 lost   4 queued$`, lines[3])
	assert.Regexp(t, `^station +is +refused +in +sent +received +out +deferred +coll +drop +queue +Mb/s +host$`, lines[5])
	st := &f.last.Result.Stations[0]
	h := &f.last.Figures.Hosts[0]
	assert.Regexp(t, fmt.Sprintf(`^h1 +live +- +%s +%s +%s +%s +%s +%s +%s +1 +\d\.\d\d +tap0 in h1, 10.0.0.1/24$`, count(h.In), count(st.Counters.FramesTransmittedOK),
		count(st.Counters.FramesReceivedOK), count(h.Out), count(st.Counters.FramesWithDeferredXmissions), count(collisions(st)), count(st.FramesDropped)), lines[6])
	assert.Regexp(t, `^h4 +sim `, lines[9])
	assert.Contains(t, text, f.last.Events[len(f.last.Events)-1])
	assert.Equal(t, "q ends the run", lines[29])

	// The rates of the stations add up to the medium's.
	r := s.window.rates()
	sum := 0.0
	for _, x := range r.stations {
		sum += x
	}
	assert.InDelta(t, r.throughput, sum, 1)
	assert.InDelta(t, f.last.Result.Medium.Throughput*1e7, r.throughput, 1e6, "a saturated medium is alike all the time")
}

func TestRatesAreOfTheLastSecond(t *testing.T) {
	f := saturated(3)
	var w window
	var at []*Snapshot
	for range 20 {
		s := f.Snapshot()
		at = append(at, s)
		w.add(s)
	}
	r := w.rates()
	last, before := at[19].Result, at[15].Result
	octets := uint64(0)
	for i := range last.Stations {
		octets += last.Stations[i].OctetsDelivered - before.Stations[i].OctetsDelivered
	}
	assert.Len(t, w.kept, 5)
	assert.InDelta(t, float64(8*octets), r.throughput, 1)
	assert.InDelta(t, float64(last.Medium.Collisions-before.Medium.Collisions), r.collisions, 1e-6)
	busy := func(s *Snapshot) float64 { return s.Result.Medium.ShareSuccess * s.Now.Seconds() }
	assert.InDelta(t, busy(at[19])-busy(at[15]), r.success, 1e-9)
	assert.InDelta(t, 1, r.speed, 1e-9)

	// A thousandth of real time: the window is a second of the wall clock, and the rates
	// are the medium's own.
	slow := saturated(3)
	slow.step, slow.wall = phy.Millisecond/4, func(t phy.Time) float64 { return 1000 * t.Seconds() }
	var v window
	for range 20 {
		v.add(slow.Snapshot())
	}
	assert.Len(t, v.kept, 5)
	assert.InDelta(t, 0.001, v.rates().speed, 1e-9)
	assert.Greater(t, v.rates().throughput, 1e6)

	// Figures that begin anew.
	again := saturated(3).Snapshot()
	again.Figures.WallSeconds = 6
	w.add(again)
	assert.Len(t, w.kept, 1)
	assert.False(t, w.rates().known)
}

func TestAMachineThatDoesNotKeepUp(t *testing.T) {
	f := saturated(2)
	s := screenOf(f, 100, 20, 3)
	assert.NotContains(t, s.draw(), "!!")
	f.edit = func(s *Snapshot) { s.Figures.Behind, s.Figures.Stalls = 0.7, 1 }
	s.window.add(f.Snapshot())
	assert.Contains(t, s.draw(), "!! DOES NOT KEEP UP: 700 ms behind, 1 stall")
	for range int(loud*4) + 1 {
		s.window.add(f.Snapshot())
	}
	assert.NotContains(t, s.draw(), "!!")
	assert.Contains(t, s.draw(), "keeps up again, 700 ms behind, 1 stall")
}

func TestAStationThatHasLeft(t *testing.T) {
	f := saturated(2)
	f.edit = func(s *Snapshot) { s.Figures.Hosts[0].Left = "its device is gone" }
	text := screenOf(f, 110, 20, 1).draw()
	assert.Regexp(t, `(?m)^h1 +LEFT .*its device is gone$`, text)
}

// Whoever is waited for is not alive, and what is lost has a column for each reason, once
// it happens and where there is room.
func TestAStationThatWaits(t *testing.T) {
	f := saturated(4)
	f.edit = func(s *Snapshot) { s.Figures.Hosts[1].TooShort = 0 }
	const columns = `host drop|refused|not taken|absent`
	assert.NotRegexp(t, columns, screenOf(f, 160, 20, 1).draw())
	f.edit = func(s *Snapshot) {
		h := &s.Figures.Hosts[1]
		h.Waiting, h.TooShort, h.TooLong, h.Dropped, h.NotTaken, h.Absent = true, 10, 1, 222, 333, 4444
	}
	text := screenOf(f, 160, 20, 1).draw()
	assert.Regexp(t, `(?m)^station +is +host drop +refused +in +sent +received +out +not taken +absent +deferred `, text)
	assert.Regexp(t, `(?m)^h1 +live +- +- +\d[\d,]* +[\d,]+ +[\d,]+ +[\d,]+ +- +- +[\d,]+ `, text)
	assert.Regexp(t, `(?m)^h2 +waiting +222 +11 +\d[\d,]* +[\d,]+ +[\d,]+ +[\d,]+ +333 +4,444 +[\d,]+ `, text)
	narrow := screenOf(f, 60, 20, 1).draw()
	assert.Regexp(t, `(?m)^h2 +waiting `, narrow)
	assert.NotRegexp(t, columns, narrow)
	assert.Contains(t, screenOf(f, 80, 20, 1).draw(), "keeps up   35 us late, 210 us (99 %)\n")
}

// A narrow terminal has events in brief, so that what was drawn is seen.
func TestEventsInBrief(t *testing.T) {
	f := saturated(3)
	at := regexp.MustCompile(`(?m)^\d+\.\d{6} s  h\d:(?: frame [\d,]+)? met collision \d+, waits (.*)$`)
	for width, form := range map[int]string{wide: `^[\d,]+ slots? \(drawn from 0 to \d+\)$`, wide - 1: `^[\d,]+ of 0\.\.\d+$`, 60: `^[\d,]+ of 0\.\.\d+$`} {
		told := at.FindAllStringSubmatch(screenOf(f, width, 30, 1).draw(), -1)
		require.NotEmpty(t, told)
		for _, m := range told {
			assert.Regexp(t, form, m[1])
		}
	}
	for _, other := range []string{"1.000000 s  A: frame 2 DISCARDED, the queue is full", "2.000000 s  vm: connected (unix:/vm)", ""} {
		assert.Equal(t, other, brief(other, 10))
	}
}

// Collisions do not hide what is rare; what is old does not hide collisions.
func TestWhichEventsAreShown(t *testing.T) {
	of := func(list []string, collisions bool) []string {
		return slices.DeleteFunc(slices.Clone(list), func(e string) bool { return strings.Contains(e, "collision") != collisions })
	}
	rapid.Check(t, func(t *rapid.T) {
		var events []string
		for i := range rapid.IntRange(0, 20).Draw(t, "events") {
			what := fmt.Sprintf("%02d s  vm: gone, waits at unix:/vm", i)
			if rapid.Bool().Draw(t, "collision") {
				what = fmt.Sprintf("%02d s  A: frame 7 met collision 2, waits 1 slot (drawn from 0 to 3)", i)
			}
			events = append(events, what)
		}
		n := rapid.IntRange(0, len(events)).Draw(t, "room")
		picked, last := pick(events, n), events[len(events)-n:]
		require.Len(t, picked, n)
		require.True(t, slices.IsSorted(picked))
		for _, collisions := range []bool{true, false} {
			all, some := of(events, collisions), of(picked, collisions)
			require.True(t, slices.Equal(all[len(all)-len(some):], some), "of each sort the last")
		}
		others := len(of(events, false))
		require.GreaterOrEqual(t, len(of(picked, false)), min(others, n/2))
		if len(of(last, false)) >= min(others, n/2) {
			require.True(t, slices.Equal(last, picked))
		}
	})
}

// A note is shown for ten seconds from when it could first be seen.
func TestNotesGoAway(t *testing.T) {
	now := time.Unix(1e9, 0)
	m := &model{source: saturated(2), now: func() time.Time { return now }}
	m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	shows := func(after time.Duration, notes ...string) {
		t.Helper()
		now = now.Add(after)
		m.Update(m.take())
		for _, n := range []string{"first note", "second note"} {
			assert.Equal(t, slices.Contains(notes, n), strings.Contains(m.View().Content, n), n)
		}
	}
	m.notes.add("first note")
	now = now.Add(time.Minute) // before there was anything to see
	shows(0, "first note")
	m.notes.add("second note")
	shows(4*time.Second, "first note", "second note")
	shows(5999*time.Millisecond, "first note", "second note")
	shows(time.Millisecond, "second note")
	shows(4 * time.Second)
}

// On every terminal, with any stations, wherever one has scrolled to: no line is too
// wide, there are not too many, and nothing is in it that moves the cursor.
func TestAScreenFitsItsTerminal(t *testing.T) {
	fakes := map[int]*fake{0: nil, 1: saturated(1), 2: saturated(2), 16: saturated(16), 200: saturated(200)}
	for n, f := range fakes {
		if n > 0 {
			f.step = 10 * phy.Millisecond
			f.Snapshot()
		}
	}
	strange := odd()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{-1, 0, 1, 2, 16, 200}).Draw(t, "stations")
		s := &screen{width: rapid.IntRange(0, 200).Draw(t, "width"), height: rapid.IntRange(0, 60).Draw(t, "height")}
		s.notes = rapid.SliceOfN(rapid.String(), 0, mostNotes).Draw(t, "notes")
		switch {
		case n > 0:
			s.window.add(fakes[n].last)
		case n < 0:
			s.window.add(strange)
		}
		for _, by := range rapid.SliceOfN(rapid.IntRange(-300, 300), 0, 5).Draw(t, "scroll") {
			s.scroll(by)
		}
		text := s.draw()
		lines := strings.Split(text, "\n")
		require.LessOrEqual(t, len(lines), max(1, s.height))
		for _, l := range lines {
			require.LessOrEqual(t, runewidth.StringWidth(l), s.width)
			for _, r := range l {
				require.True(t, unicode.IsPrint(r), "%q", l)
			}
		}
		if n <= 0 || s.height < headLines+tableHead+footLines+2 || s.width < 20 {
			return
		}
		shown, _, _ := s.rows()
		require.True(t, s.top >= 0 && s.top+shown <= n)
		for i := range n {
			is := strings.Contains(text, fmt.Sprintf("\nh%d ", i+1))
			require.Equal(t, i >= s.top && i < s.top+shown, is, "station %d of %d from %d", i+1, shown, s.top)
		}
	})
}

func TestKeysMoveTheTable(t *testing.T) {
	f := saturated(200)
	f.step = phy.Millisecond
	quits := 0
	m := &model{source: f, quit: func() { quits++ }, now: time.Now}
	press := func(key tea.Key) tea.Cmd {
		_, command := m.Update(tea.KeyPressMsg(key))
		return command
	}
	rune := func(r rune) tea.Key { return tea.Key{Code: r, Text: string(r)} }
	for _, k := range []tea.Key{{Code: tea.KeyDown}, {Code: tea.KeyEnd}, {Code: tea.KeyPgUp}} {
		press(k) // nothing is there yet
	}
	m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	_, command := m.Update(m.Init()())
	require.NotNil(t, command, "the next snapshot")
	top := func() int { return m.screen.top }
	press(tea.Key{Code: tea.KeyDown})
	press(rune('j'))
	assert.Equal(t, 2, top())
	press(tea.Key{Code: tea.KeyUp})
	assert.Equal(t, 1, top())
	press(tea.Key{Code: tea.KeyPgDown})
	assert.Greater(t, top(), 4)
	press(tea.Key{Code: tea.KeyEnd})
	assert.Contains(t, m.View().Content, "\nh200 ")
	end := top()
	press(tea.Key{Code: tea.KeyDown})
	assert.Equal(t, end, top())
	m.Update(tea.WindowSizeMsg{Width: 80, Height: 300})
	assert.Contains(t, m.View().Content, "\nh1 ", "a terminal that has grown shows all")
	press(tea.Key{Code: tea.KeyHome})
	press(tea.Key{Code: tea.KeyUp})
	assert.Zero(t, top())
	assert.Zero(t, quits)
	for i, k := range []tea.Key{rune('q'), {Code: 'c', Mod: tea.ModCtrl}} {
		command := press(k)
		require.NotNil(t, command)
		assert.Equal(t, tea.QuitMsg{}, command())
		assert.Equal(t, i+1, quits)
	}
}
