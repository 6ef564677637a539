package trace

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// rx is a reception at station 0 and its events.
type rx struct {
	frame  medium.Frame
	start  phy.Time
	bits   int // header included
	ok     bool
	octets int32
	why    medium.Why
}

func (r rx) events() []medium.Event {
	e := medium.Event{Station: 0, From: r.frame.Source, Frame: r.frame}
	e.At, e.Kind = r.start, medium.RxStart
	list := []medium.Event{e}
	e.At, e.Kind = r.start+bits(r.bits), medium.RxEnd
	e.OK, e.Octets, e.Why = r.ok, r.octets, r.why
	return append(list, e)
}

func heard(t *testing.T, list ...[]medium.Event) []seen {
	var events []medium.Event
	for _, l := range list {
		events = append(events, l...)
	}
	return read(t, capture(t, names{"A", "B", "C"}, rules(), Options{At: 0}, events))
}

func TestCaptureAtAStation(t *testing.T) {
	own, others := frame(0, 1, 1, 64), frame(2, 1, 5, 64)
	got := heard(t,
		rx{frame: others, start: 25, bits: 576, ok: true, octets: 64}.events(),
		tx{frame: others, attempt: 1}.events(rules()), // is another station's business
		tx{frame: own, attempt: 1, start: bits(700), jam: bits(764), slots: 3}.events(rules()),
		tx{frame: own, attempt: 2, start: bits(3000)}.events(rules()))
	content := Simulated{names{"A", "B", "C"}}
	require.Equal(t, []seen{
		{0, 6400 * ns, 64, content.AppendFrame(nil, others), inbound | fcsPresent | receivedPromiscuous, ""},
		{0, 76400 * ns, 4, []byte{0x55, 0x55, 0x55, 0x55}, outbound | fcsPresent | errorCRC | errorTooShort, "collision attempt=1 slots=3"},
		{0, 306400 * ns, 64, content.AppendFrame(nil, own), outbound | fcsPresent, "sent attempt=2"},
	}, got)
}

func TestCaptureHowItWasReceived(t *testing.T) {
	for destination, want := range map[int32]packetFlags{
		0: receivedUnicast, medium.Broadcast: receivedBroadcast, group: receivedMulticast, 1: receivedPromiscuous,
	} {
		got := heard(t, rx{frame: frame(2, destination, 1, 64), bits: 576, ok: true, octets: 64}.events())
		require.Len(t, got, 1)
		require.Equal(t, inbound|fcsPresent|want, got[0].flags)
	}
}

// Of a damaged reception the length is true, and the octets are what they can be.
func TestCaptureOfDamage(t *testing.T) {
	f := frame(1, 0, 1, 100)
	octets := Simulated{names{"A", "B", "C"}}.AppendFrame(nil, f)
	jam := func(from, n int) []byte {
		return append(bytes.Clone(octets[:from]), bytes.Repeat([]byte{0x55}, n-from)...)
	}
	damaged := inbound | fcsPresent | errorCRC
	for _, c := range []struct {
		rx   rx
		want seen
	}{
		{rx{bits: 64 + 35, octets: 4, why: medium.Fragment},
			seen{data: octets[:4], flags: damaged | errorTooShort, comment: "received fragment"}},
		{rx{bits: 64 + 8*70, octets: 70, why: medium.Damaged},
			seen{data: octets[:70], flags: damaged, comment: "received collision"}},
		{rx{bits: 64 + 8*70 + 3, octets: 70, why: medium.Damaged},
			seen{data: octets[:70], flags: damaged | errorUnaligned, comment: "received collision"}},
		{rx{bits: 64 + 8*100, octets: 100, why: medium.Damaged}, // struck within: the FCS is not right
			seen{data: jam(96, 100), flags: damaged, comment: "received collision"}},
		{rx{bits: 64 + 8*110, octets: 110, why: medium.Damaged},
			seen{data: jam(96, 110), flags: damaged, comment: "received collision"}},
		{rx{bits: 64 + 8*2000, octets: 2000, why: medium.TooLong},
			seen{data: jam(96, 2000), flags: damaged | errorTooLong, comment: "received too_long"}},
	} {
		c.rx.frame = f
		c.want.at, c.want.octets = 6400*ns, len(c.want.data)
		require.Equal(t, []seen{c.want}, heard(t, c.rx.events()))
	}
	// Shorter than a header: stamped at its end.
	got := heard(t, rx{frame: f, bits: 40, why: medium.Fragment}.events())
	require.Equal(t, []seen{{0, 4000 * ns, 0, []byte{}, damaged | errorTooShort, "received fragment"}}, got)
}

// A frame too short or too long is refused, and whole.
func TestCaptureOfOddSizesHeard(t *testing.T) {
	for size, why := range map[int32]medium.Why{40: medium.Fragment, 3000: medium.TooLong} {
		got := heard(t, rx{frame: frame(1, 0, 1, size), bits: 64 + 8*int(size), octets: size, why: why}.events())
		require.Len(t, got, 1)
		require.True(t, phy.CheckFCS(got[0].data))
		require.Zero(t, got[0].flags&errorCRC)
		require.NotZero(t, got[0].flags&(errorTooShort|errorTooLong))
	}
}

// A station does not hear while it sends: the two stations of a collision each have
// their own fragment only.
func TestCaptureDoesNotHearItself(t *testing.T) {
	own := tx{frame: frame(0, 1, 1, 64), attempt: 1, start: bits(100), jam: bits(164), slots: 0}
	other := frame(1, 0, 1, 64)
	for _, start := range []int{99, 100, 101} {
		got := heard(t, own.events(rules()), rx{frame: other, start: bits(start), bits: 200, octets: 17, why: medium.Damaged}.events(),
			rx{frame: other, start: bits(1000), bits: 576, ok: true, octets: 64}.events())
		require.Len(t, got, 2)
		require.Equal(t, outbound, got[0].flags&3)
		require.Equal(t, 106400*ns, got[1].at)
	}
	// One that ends as it starts, or begins as it ends, is another.
	got := heard(t, own.events(rules()), rx{frame: other, start: bits(0), bits: 100, octets: 4, why: medium.Fragment}.events(),
		rx{frame: other, start: bits(196), bits: 100, octets: 4, why: medium.Fragment}.events())
	require.Len(t, got, 3)
}
