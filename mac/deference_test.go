package mac_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/phy"
)

// Carrier falls at 1000; the gap is 1000 to 1096, its part 1 until 1064.
const fall = 1000

func TestDeferenceHasHeardNothing(t *testing.T) {
	p := mac.For(phy.Ethernet10)
	var d mac.Deference
	assert.Zero(t, d.Clear(&p, 0), "nothing defers at time 0")
	assert.Equal(t, bt(7), d.Clear(&p, bt(7)))
	assert.True(t, d.Starts(&p, bt(7), bt(7)), "carrier that rises at the start itself is not seen")
	assert.False(t, d.Starts(&p, bt(7), bt(7)-1))
	assert.Zero(t, d.Fall())
}

func TestDeferenceClearsAtTheEndOfTheGap(t *testing.T) {
	p := mac.For(phy.Ethernet10)
	var d mac.Deference
	d.Sense(&p, 0, bt(fall))
	for t0, clear := range map[phy.Time]phy.Time{0: 1096, 1000: 1096, 1095: 1096, 1096: 1096, 1097: 1097} {
		assert.Equal(t, bt(clear), d.Clear(&p, bt(t0)))
	}
	assert.Equal(t, bt(fall), d.Fall())
	d = mac.Deference{}
	d.Sense(&p, 0, phy.Forever)
	assert.GreaterOrEqual(t, d.Clear(&p, 0), phy.Forever)
}

// A frame waits since 900, and carrier rises in the gap. Does the station start the frame
// nevertheless? And with blind_start: off?
func TestDeferenceInTheGap(t *testing.T) {
	for _, row := range []struct {
		name   string
		sent   bool // the station sent in the busy period
		part1  phy.Time
		rise   phy.Time
		starts bool
	}{
		{"as part 1 begins", false, 64, bt(1000), false},
		{"as part 1 ends, nearly", false, 64, bt(1064) - 1, false},
		{"in part 2", false, 64, bt(1064), true},
		{"as part 2 ends, nearly", false, 64, bt(1096) - 1, true},
		{"as the gap ends", false, 64, bt(1096), true},
		{"after a transmission", true, 64, bt(1000), true},
		{"part 1 is all", false, 96, bt(1096) - 1, false},
		{"part 1 is all, after a transmission", true, 96, bt(1000), true},
		{"part 1 is nothing", false, 0, bt(1000), true},
	} {
		t.Run(row.name, func(t *testing.T) {
			p := rules(func(p *mac.Params) { p.GapPart1 = bt(row.part1) })
			seeing := p
			seeing.NoBlindStart = true
			var d mac.Deference
			if row.sent {
				d.Transmitted(bt(fall))
			} else {
				d.Sense(&p, 0, bt(fall))
			}
			assert.Equal(t, row.starts, d.Starts(&p, bt(900), row.rise))
			assert.Equal(t, row.rise == bt(1096), d.Starts(&seeing, bt(900), row.rise))
			assert.False(t, d.Starts(&p, bt(1097), bt(1097)-1), "a frame that comes later does not go before it")

			// If no frame waits, that carrier is a busy period that remembers nothing.
			d.Sense(&p, row.rise, row.rise+bt(100))
			assert.Equal(t, row.rise+bt(100+96), d.Clear(&p, 0))
			assert.Equal(t, row.part1 == 0, d.Starts(&p, 0, d.Fall()+bt(1)), "its part 1 is not blind")
		})
	}
}

// Carrier that rises and falls within the part of the gap that ignores it has no effect.
func TestDeferenceBlindToWhatComesAndGoes(t *testing.T) {
	p := mac.For(phy.Ethernet10)
	var d mac.Deference
	d.Transmitted(bt(fall))
	before := d
	d.Sense(&p, bt(1001), bt(1090))
	assert.Equal(t, before, d)
	d.Sense(&p, bt(1091), bt(1096))
	assert.Equal(t, before, d)
	assert.Equal(t, bt(1096), d.Clear(&p, 0))
	d.Sense(&p, bt(1096)-1, bt(1096)+1)
	assert.Equal(t, bt(1096)+1+bt(96), d.Clear(&p, 0))
}

// A station that does not start into carrier looks again at the end of its gap if carrier that has not arrived will rise in the
// part that ignores it and fall later: other carrier may come before.
func TestDeferenceLooksAgain(t *testing.T) {
	p := rules(func(p *mac.Params) { p.NoBlindStart, p.GapPart1 = true, bt(64) })
	var d mac.Deference
	assert.False(t, d.LooksAgain(&p, 0, bt(1), bt(90)), "no gap runs")
	d.Sense(&p, 0, bt(1000))
	at := func(rise, fall phy.Time) bool { return d.LooksAgain(&p, bt(1010), rise, fall) }
	assert.True(t, at(bt(1064), bt(1096)+1))
	assert.True(t, at(bt(1096)-1, bt(2000)))
	assert.False(t, at(bt(1064)-1, bt(2000)), "in part 1: a gap follows it in any case")
	assert.False(t, at(bt(1096), bt(2000)), "after the gap")
	assert.False(t, at(bt(1064), bt(1096)), "it has fallen by then")
	assert.False(t, at(bt(1064), phy.Forever), "it waits for the end")
	assert.False(t, d.LooksAgain(&p, bt(1064), bt(1064), bt(2000)), "it has arrived")
	p.NoBlindStart = false
	assert.False(t, at(bt(1064), bt(2000)), "it starts in any case")
	p.NoBlindStart = true
	d.Transmitted(bt(1000))
	assert.True(t, at(bt(1020), bt(2000)), "after its own transmission it ignores all carrier in the gap")
}

// Starts and Clear agree: a station that may not start before carrier rises, nor in spite of it, is
// not clear before that carrier falls.
func TestDeferenceFunctionsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rules(func(p *mac.Params) { p.GapPart1 = bt(phy.Time(rapid.IntRange(0, 96).Draw(t, "part 1"))) })
		var d mac.Deference
		at := phy.Time(0)
		for range rapid.IntRange(0, 6).Draw(t, "periods") {
			rise := at + phy.Time(rapid.Int64Range(1, int64(bt(150))).Draw(t, "pause"))
			at = rise + phy.Time(rapid.Int64Range(1, int64(bt(150))).Draw(t, "length"))
			if rapid.Bool().Draw(t, "own") {
				d.Transmitted(at)
			} else {
				d.Sense(&p, rise, at)
			}
		}
		wait := phy.Time(rapid.Int64Range(0, int64(at+bt(200))).Draw(t, "wait"))
		rise := at + phy.Time(rapid.Int64Range(1, int64(bt(150))).Draw(t, "rise"))
		fall := rise + phy.Time(rapid.Int64Range(1, int64(bt(150))).Draw(t, "fall"))
		clear := d.Clear(&p, wait)
		starts := d.Starts(&p, wait, rise)
		d.Sense(&p, rise, fall)
		if starts {
			assert.True(t, clear <= rise || clear-rise <= p.Gap)
		} else {
			assert.Greater(t, clear, rise)
			assert.GreaterOrEqual(t, d.Clear(&p, wait), fall)
		}
	})
}

func TestFreshGap(t *testing.T) {
	p := mac.For(phy.Ethernet10)
	for _, row := range []struct {
		q, rise, fall, next phy.Time
		ok                  bool
	}{
		{1000, 1096, 2000, 1000, true},  // it ends as the carrier rises
		{1000, 1095, 2000, 2000, false}, // no part of it ignores carrier
		{1000, 1070, 1080, 1080, false}, // in what would be part 2
		{1000, 900, 1200, 1200, false},  // there is carrier at q
		{1000, 800, 900, 1000, false},   // there was carrier, before q
		{1000, 1000, 1100, 1100, false}, // carrier rises as the gap would begin
	} {
		next, ok := p.FreshGap(0, bt(row.q), bt(row.rise), bt(row.fall))
		assert.Equal(t, row.ok, ok, "%+v", row)
		assert.Equal(t, bt(row.next), next, "%+v", row)
	}
}

// ifg_after_backoff: blind. Once the gap has begun, carrier does not stop it.
func TestBlindFreshGap(t *testing.T) {
	p := rules(func(p *mac.Params) { p.GapAfterBackoff, p.BlindAfter = true, true })
	_, ok := p.FreshGap(bt(1000), bt(1000), bt(1001), bt(2000))
	assert.True(t, ok)
	next, ok := p.FreshGap(bt(1000), bt(1000), bt(1000), bt(2000))
	assert.False(t, ok, "it has not begun")
	assert.Equal(t, bt(2000), next)
}

// A station that did not start at the end of the gap, here at 1096, hears carrier again.
func TestFreshGapThatIsOver(t *testing.T) {
	for _, row := range []struct {
		at, rise, fall phy.Time
		blind          bool
		next           phy.Time
		ok             bool
	}{
		{1500, 1200, 1300, false, 1300, false},
		{1500, 1500, 1600, false, 1000, true},
		{1500, 1200, 1300, true, 1300, false},
		{1500, 1050, 1096, true, 1000, false}, // ignored, and over
		{1500, 1050, 1097, true, 1097, false}, // ignored, but it goes on
		{1096, 1050, 1097, true, 1000, true},
	} {
		p := rules(func(p *mac.Params) { p.GapAfterBackoff, p.BlindAfter = true, row.blind })
		next, ok := p.FreshGap(bt(row.at), bt(1000), bt(row.rise), bt(row.fall))
		assert.Equal(t, row.ok, ok, "%+v", row)
		assert.Equal(t, bt(row.next), next, "%+v", row)
	}
}

// A gap that begins as a backoff ends is shorter by GapLead, but at least one bit of it remains.
func TestFreshFrom(t *testing.T) {
	for _, row := range []struct{ gap, lead, before phy.Time }{
		{96, 0, 0}, {96, 12, 12}, {96, 95, 95}, {96, 96, 95}, {96, 200, 95}, {1, 12, 0}, {0, 12, 0},
	} {
		p := rules(func(p *mac.Params) {
			p.GapAfterBackoff, p.Gap, p.GapPart1, p.GapLead = true, bt(row.gap), 0, bt(row.lead)
		})
		assert.Equal(t, bt(1000-row.before), p.FreshFrom(bt(1000)), "%+v", row)
	}
}
