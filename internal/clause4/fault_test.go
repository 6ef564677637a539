package clause4

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// faulty runs stations on a cable of a length, in bits, with changes.
func faulty(t *testing.T, until, length float64, timeline []medium.Change, stations ...Station) *Result {
	t.Helper()
	for i := range stations {
		stations[i].Name = string(rune('A' + i))
	}
	r, err := Run(Config{Stations: stations, Until: bt(until), Timeline: timeline, Segments: []Segment{{Name: "cable", Length: bt(length)}},
		Jabber: bt(1000), Unjab: bt(5000)})
	require.NoError(t, err)
	t.Cleanup(func() {
		if t.Failed() {
			t.Log("\n" + r.String())
		}
	})
	return r
}

// A lone station at 10 of 15 bits, without the right terminator, draws 0 each time: it collides with its
// echo, which comes 10 bits later and lasts 10 bits longer than what it sends, 96 bits, and defers for 96.
func TestMissingTerminator(t *testing.T) {
	r := faulty(t, 8000, 15, []medium.Change{{Kind: medium.Terminator, Missing: medium.RightEnd}},
		Station{Place: bt(10), Frames: at(0)}, Station{Place: 0})
	assert.Len(t, r.of(0, medium.TxStart), 16)
	r.has(t, 0, medium.TxStart, 0, 96+10+96, 2*(96+10+96))
	r.has(t, 0, medium.Collision, 10, 10+202)
	assert.EqualValues(t, 1, r.Counters[0].FramesAbortedDueToXSColls)
	assert.Zero(t, r.Counters[0].LateCollisions)
	assert.Zero(t, r.Counters[0].CarrierSenseErrors)
	assert.EqualValues(t, 16, r.Counters[1].Fragments)
}

// At the open end itself the echo begins with the signal.
func TestStationAtAnOpenEnd(t *testing.T) {
	r := faulty(t, 300, 0, []medium.Change{{Kind: medium.Terminator, Missing: medium.LeftEnd}},
		Station{Frames: at(0)}, Station{Place: bt(10)})
	r.has(t, 0, medium.Collision, 0)
	r.has(t, 1, medium.RxStart, 10)
}

// A cut in the middle of a frame: the far part hears its beginning, and the near part hears the frame and its
// echo. When the cable is mended later, the next frame gets through.
func TestCut(t *testing.T) {
	r := faulty(t, 5000, 100, []medium.Change{{At: bt(200), Kind: medium.Cut, On: true, Place: bt(50)}, {At: bt(1000), Kind: medium.Cut}},
		Station{Place: bt(10), Frames: at(0, 2000)}, Station{Place: bt(20)}, Station{Place: bt(80)})
	r.has(t, 0, medium.Collision, 200+80)
	r.has(t, 2, medium.RxEnd, 200+70)
	assert.EqualValues(t, 1, r.Counters[2].Fragments)
	assert.EqualValues(t, 2, r.Counters[2].FramesReceivedOK, "the frame again, after the cable was mended; and the second")
	assert.EqualValues(t, 2, r.Counters[0].FramesTransmittedOK)
}

// Nothing is heard on a cable with a short: a sender does not see its own carrier.
func TestShort(t *testing.T) {
	r := faulty(t, 3000, 100, []medium.Change{{At: bt(1), Kind: medium.Short, On: true, Place: bt(50)}},
		Station{Frames: at(10, 10)}, Station{Place: bt(20), Frames: at(30)})
	assert.EqualValues(t, 2, r.Counters[0].FramesTransmittedOK)
	assert.EqualValues(t, 2, r.Counters[0].CarrierSenseErrors)
	assert.EqualValues(t, 1, r.Counters[1].CarrierSenseErrors)
	assert.Empty(t, r.of(1, medium.RxStart))
	assert.Empty(t, r.of(0, medium.Collision))
	r.has(t, 0, medium.TxStart, 10, 10+576+96)
}

// A deaf station does not defer to others: it starts in the middle of a frame, and both learn of the
// collision, late.
func TestDeaf(t *testing.T) {
	r := faulty(t, 700, 10, []medium.Change{{Kind: medium.Deaf, Station: "B", On: true}},
		Station{Frames: []Frame{{0, 200, -1}}}, Station{Place: bt(10), Frames: at(600)})
	r.has(t, 1, medium.TxStart, 600)
	r.has(t, 1, medium.Collision, 600)
	r.has(t, 0, medium.Collision, 610)
	assert.True(t, r.of(0, medium.Collision)[0].Late)
	assert.Empty(t, r.of(1, medium.RxStart))
	r.has(t, 1, medium.CarrierOn, 600)
}

// A station that detects no collision believes that its frame was sent.
func TestNoCollision(t *testing.T) {
	r := faulty(t, 3000, 10, []medium.Change{{Kind: medium.NoCollision, Station: "B", On: true}},
		Station{Frames: at(0), Draw: draws(3)}, Station{Place: bt(10), Frames: at(5)})
	assert.Empty(t, r.of(1, medium.Collision))
	assert.EqualValues(t, 1, r.Counters[1].FramesTransmittedOK)
	assert.Zero(t, r.Counters[0].FramesReceivedOK)
	assert.EqualValues(t, 1, r.Counters[0].SingleCollisionFrames)
}

// A mute station hears all, and nobody hears it.
func TestMute(t *testing.T) {
	r := faulty(t, 3000, 10, []medium.Change{{Kind: medium.Mute, Station: "B", On: true}},
		Station{Frames: at(0)}, Station{Place: bt(10), Frames: at(5)})
	assert.EqualValues(t, 1, r.Counters[1].FramesReceivedOK)
	assert.EqualValues(t, 1, r.Counters[1].FramesTransmittedOK)
	assert.EqualValues(t, 1, r.Counters[1].CarrierSenseErrors, "its own; the other's comes 5 bits later and is there to the end")
	assert.Empty(t, r.of(0, medium.RxStart))
}

// The power goes while a frame is sent and another waits, and comes back.
func TestPowerOff(t *testing.T) {
	r := faulty(t, 3000, 10, []medium.Change{{At: bt(300), Kind: medium.PowerOff, Station: "A", On: true}, {At: bt(1000), Kind: medium.PowerOff, Station: "A"}},
		Station{Frames: at(0, 0, 500, 1500)}, Station{Place: bt(10)})
	r.has(t, 0, medium.TxEnd, 300, 1500+576)
	assert.Len(t, r.of(0, medium.Dropped), 3)
	assert.EqualValues(t, 1, r.Counters[1].Fragments)
	assert.EqualValues(t, 1, r.Counters[1].FramesReceivedOK)
}

// A station jabbers from 100 on, until its transceiver cuts it after 1000 bits. Then its frame collides
// until the jabber ends, and nothing gets out for another 5000 bits.
func TestJabberOfAStation(t *testing.T) {
	r := faulty(t, 20000, 10, []medium.Change{{At: bt(100), Kind: medium.Jabber, Station: "A", On: true}, {At: bt(3000), Kind: medium.Jabber, Station: "A"}},
		Station{Frames: at(50, 4000, 9000), Draw: draws(0, 0, 7)}, Station{Place: bt(10)})
	r.has(t, 1, medium.CarrierOff, 100+1000+10)
	r.has(t, 1, medium.CarrierOn, 60, 9010)
	assert.EqualValues(t, 1, r.Counters[1].FramesReceivedOK)
	assert.EqualValues(t, 1, r.Counters[0].CarrierSenseErrors)
}

// A wrong bit of the frame is an FCS error. One in the preamble does nothing, makes the frame longer, or hides
// its start.
func TestWrongBits(t *testing.T) {
	wrong := func(bits ...int) (r *Result) {
		timeline := []medium.Change{}
		for _, k := range bits {
			timeline = append(timeline,
				medium.Change{At: bt(float64(k)), Kind: medium.BitErrors, Errors: medium.Errors{Good: 1}},
				medium.Change{At: bt(float64(k + 1)), Kind: medium.BitErrors})
		}
		return faulty(t, 1000, 10, timeline, Station{Frames: at(0)}, Station{Place: bt(10)})
	}
	assert.EqualValues(t, 1, wrong(64).Counters[1].FrameCheckSequenceErrors)
	assert.EqualValues(t, 1, wrong(575).Counters[1].FrameCheckSequenceErrors)
	assert.EqualValues(t, 1, wrong(576).Counters[1].FramesReceivedOK)
	assert.EqualValues(t, 1, wrong(0, 5, 54).Counters[1].FramesReceivedOK, "a one that is a zero is no delimiter")
	assert.EqualValues(t, 1, wrong(7).Counters[1].FrameCheckSequenceErrors, "7 octets early")
	assert.EqualValues(t, 1, wrong(9).Counters[1].AlignmentErrors)
	assert.EqualValues(t, 1, wrong(63).Counters[1].Fragments, "the start is hidden")
}

// The share of frames with an error is 1 - (1-p)^(8L).
func TestShareOfFramesWithErrors(t *testing.T) {
	var starts []float64
	for k := range 4000 {
		starts = append(starts, float64(k)*700)
	}
	r := faulty(t, 4000*700, 10, []medium.Change{{Kind: medium.BitErrors, Errors: medium.Errors{Good: 1e-4}}}, Station{Frames: at(starts...)}, Station{Place: bt(10)})
	lost := 4000 - float64(r.Counters[1].FramesReceivedOK)
	assert.InDelta(t, 4000*0.0499, lost, 3*14) // 1-(1-1e-4)^512, and a standard deviation of 13.8
}

// A cable mended at the instant at which it is cut has never been cut.
func TestRestoredAtOnce(t *testing.T) {
	r := faulty(t, 1000, 100, []medium.Change{{At: bt(200), Kind: medium.Cut, On: true, Place: bt(50)}, {At: bt(200), Kind: medium.Cut}},
		Station{Frames: at(0)}, Station{Place: bt(100)})
	assert.EqualValues(t, 1, r.Counters[1].FramesReceivedOK)
	assert.Equal(t, phy.Time(0), r.Events[0].At)
}
