package mac_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/phy"
)

const bit = 100 * phy.Nanosecond

// bt returns n bit times of 10 Mb/s.
func bt(n phy.Time) phy.Time { return n * bit }

// rules returns the rules of the standard with a change.
func rules(change func(*mac.Params)) mac.Params {
	p := mac.For(phy.Ethernet10)
	change(&p)
	return p
}

// IEEE 802.3 Table 4-2, at 10 Mb/s.
func TestRulesOfTable42(t *testing.T) {
	assert.Equal(t, mac.Params{
		BitTime: 100 * phy.Nanosecond, Header: 6400 * phy.Nanosecond, Jam: 3200 * phy.Nanosecond,
		Gap: 9600 * phy.Nanosecond, GapPart1: 6400 * phy.Nanosecond, SlotTime: 51200 * phy.Nanosecond,
		MaxDefer: 2428800 * phy.Nanosecond, AttemptLimit: 16, BackoffLimit: 10, MinFrame: 64, MaxFrame: 1518,
	}, mac.For(phy.Ethernet10))
	for _, l := range phy.Lines {
		p := mac.For(l)
		assert.NoError(t, p.Check(), l.Name)
		assert.Equal(t, 512*l.BitTime, p.SlotTime, l.Name)
	}
}

func TestDuration(t *testing.T) {
	p := mac.For(phy.Ethernet10)
	assert.Equal(t, bt(576), p.Duration(64))
	assert.Equal(t, bt(64+12144), p.Duration(1518))
	assert.Equal(t, bt(64), p.Duration(0))
}

func TestCheckSaysWhatIsImpossible(t *testing.T) {
	const (
		gap     = "the gap must not be negative, and its part 1 no longer than the whole"
		frames  = "frames must be at least 18 octets, at most 65535, and the least not above the greatest"
		jam     = "the jam must be a whole number of bit times, at least one"
		header  = "the header must be a whole number of bit times"
		windows = "the window of collisions that are not late, and the delay added to a backoff, must not be negative"
		long    = "a length of time is more than 30 days"
	)
	for _, row := range []struct {
		text   string
		change func(*mac.Params)
	}{
		{"the bit time must be more than 0, and at most a second", func(p *mac.Params) { p.BitTime = 0 }},
		{"the bit time must be more than 0, and at most a second", func(p *mac.Params) { p.BitTime = phy.Second + 1 }},
		{header, func(p *mac.Params) { p.Header = bit / 2 }},
		{header, func(p *mac.Params) { p.Header = -bit }},
		{jam, func(p *mac.Params) { p.Jam = 0 }},
		{jam, func(p *mac.Params) { p.Jam = bit + 1 }},
		{gap, func(p *mac.Params) { p.Gap = -1 }},
		{gap, func(p *mac.Params) { p.GapPart1 = -1 }},
		{gap, func(p *mac.Params) { p.GapPart1 = p.Gap + 1 }},
		{"the slot time must be more than 0", func(p *mac.Params) { p.SlotTime = 0 }},
		{windows, func(p *mac.Params) { p.LateWindow = -1 }},
		{windows, func(p *mac.Params) { p.BackoffDelay = -1 }},
		{"the window of collisions that are not late is more than 30 days, and not Forever", func(p *mac.Params) { p.LateWindow = phy.MaxTime + 1 }},
		{"BlindAfter needs GapAfterBackoff: set it too", func(p *mac.Params) { p.BlindAfter = true }},
		{"GapLead must not be negative, and needs GapAfterBackoff without BlindAfter", func(p *mac.Params) { p.GapLead = 1 }},
		{"GapLead must not be negative, and needs GapAfterBackoff without BlindAfter", func(p *mac.Params) { p.GapAfterBackoff, p.GapLead = true, -1 }},
		{"GapLead must not be negative, and needs GapAfterBackoff without BlindAfter", func(p *mac.Params) { p.GapAfterBackoff, p.BlindAfter, p.GapLead = true, true, 1 }},
		{"the longest deferral must not be negative", func(p *mac.Params) { p.MaxDefer = -1 }},
		{"the attempt limit must be 1 to 255", func(p *mac.Params) { p.AttemptLimit = 0 }},
		{"the attempt limit must be 1 to 255", func(p *mac.Params) { p.AttemptLimit = 256 }},
		{"the backoff limit must be 0 to 30", func(p *mac.Params) { p.BackoffLimit = -1 }},
		{"the backoff limit must be 0 to 30", func(p *mac.Params) { p.BackoffLimit = 31 }},
		{frames, func(p *mac.Params) { p.MinFrame = 17 }},
		{frames, func(p *mac.Params) { p.MaxFrame = 63 }},
		{frames, func(p *mac.Params) { p.MaxFrame = 65536 }},
		{"the slot of a persistence must be more than 0", func(p *mac.Params) { p.Persist = 1 }},
		{"the grid of starts must not be negative", func(p *mac.Params) { p.Align = -1 }},
		{long, func(p *mac.Params) { p.SlotTime = phy.MaxTime + 1 }},
		{long, func(p *mac.Params) { p.Align = phy.MaxTime + 1 }},
		{"header, jam and gap together are more than 15 days", func(p *mac.Params) { p.Gap = phy.MaxTime / 2 }},
	} {
		p := rules(row.change)
		assert.EqualError(t, p.Check(), row.text)
	}
	for _, change := range []func(*mac.Params){
		func(p *mac.Params) {},
		func(p *mac.Params) { p.GapPart1 = p.Gap },
		func(p *mac.Params) { p.LateWindow = phy.MaxTime },
		func(p *mac.Params) { p.MinFrame = p.MaxFrame },
		func(p *mac.Params) { p.BitTime, p.Header, p.Jam = phy.Second, 0, phy.Second },
		func(p *mac.Params) { p.Gap = phy.MaxTime/2 - p.Header - p.Jam },
		func(p *mac.Params) { p.Gap, p.GapPart1, p.Header = 0, 0, 0 },
		func(p *mac.Params) { p.AttemptLimit, p.BackoffLimit, p.MinFrame, p.MaxFrame = 255, 30, 18, 65535 },
		func(p *mac.Params) { p.Persist, p.PersistSlot, p.Align = 1, 1, 1 },
		func(p *mac.Params) { p.SlotTime, p.LateWindow = phy.MaxTime, phy.Forever },
	} {
		p := rules(change)
		assert.NoError(t, p.Check())
	}
}
