package bus_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
)

// Two short frames on a long cable: neither sender learns of the overlap and both count
// theirs sent; each end gets the other's whole, and the station between gets neither.
func TestRule9DamageIsJudgedTapByTap(t *testing.T) {
	s := tell(t, 3000,
		actor{at: 0, sends: []frame{{0, 64, C}}},
		actor{at: 500},
		actor{at: 1000, sends: []frame{{0, 64, A}}},
		actor{at: 100})
	s.saw(A, medium.Sent, 576)
	s.saw(C, medium.Sent, 576)
	assert.Equal(t, []heard{{1576, C, 64, medium.NoReason}}, s.ends(A))
	assert.Equal(t, []heard{{1576, A, 64, medium.NoReason}}, s.ends(C))
	assert.Equal(t, []heard{{1076, A, 64, medium.Damaged}}, s.ends(B))
	assert.Equal(t, []heard{{676, A, 64, medium.NoReason}, {1476, C, 64, medium.NoReason}}, s.ends(D))
	s.counted(A, mac.Counters{FramesTransmittedOK: 1, OctetsTransmittedOK: 46, FramesReceivedOK: 1, OctetsReceivedOK: 46})
	s.counted(B, mac.Counters{FrameCheckSequenceErrors: 1})
	s.counted(D, mac.Counters{}) // frames for others
	assert.Equal(t, uint64(2), s.result.Medium.FramesDelivered)
	assert.Zero(t, s.result.Medium.Collisions)
}

// If they are for everybody, the station between has lost them for all.
func TestRule9AFrameThatItsAddresseeDoesNotGetIsLost(t *testing.T) {
	for to, lost := range map[int]uint64{B: 1, all: 1, C: 0} {
		s := tell(t, 3000,
			actor{at: 0, sends: []frame{{0, 64, to}}},
			actor{at: 500},
			actor{at: 1000, sends: []frame{{0, 64, A}}})
		m := s.result.Medium
		assert.Equal(t, uint64(2), m.FramesSent)
		assert.Equal(t, lost, m.FramesLost)
		assert.Equal(t, 2-lost, m.FramesDelivered)
	}
}

// B is half way between A, which sends from 0, and C, which sends from x.
func TestRule9AChainOfSignalsIsOneReception(t *testing.T) {
	fcs, alignment := mac.Counters{FrameCheckSequenceErrors: 1}, mac.Counters{AlignmentErrors: 1}
	for _, row := range []struct {
		x      float64
		octets int
		want   mac.Counters
	}{
		{0, 64, fcs},
		{0.5, 64, fcs}, // no whole bit left over
		{1, 64, alignment},
		{7, 64, alignment},
		{8, 65, fcs},
		{575, 135, alignment},
		{576 - ps, 135, alignment},
	} {
		t.Run(fmt.Sprint(row.x), func(t *testing.T) {
			s := tell(t, 3000,
				actor{at: 0, sends: frames(0)},
				actor{at: 600},
				actor{at: 1200, sends: frames(row.x)})
			assert.Equal(t, []heard{{row.x + 1176, A, row.octets, medium.Damaged}}, s.ends(B))
			s.counted(B, row.want)
		})
	}
}

// At an instant shared, one signal ends and the other begins: two receptions, though
// carrier does not fall between them.
func TestRule9SignalsThatTouchDoNotOverlap(t *testing.T) {
	s := tell(t, 3000,
		actor{at: 0, sends: []frame{{0, 64, B}}},
		actor{at: 600},
		actor{at: 1500, sends: []frame{{276, 100, B}}})
	assert.Equal(t, []heard{{1176, A, 64, medium.NoReason}, {1176 + 864, C, 100, medium.NoReason}}, s.ends(B))
	s.saw(B, medium.CarrierOn, 600)
	s.saw(B, medium.CarrierOff, 1176+864)
	s.counted(B, mac.Counters{FramesReceivedOK: 2, OctetsReceivedOK: 46 + 82})
}

// B and C make a fragment of 96 bits at 400, which has passed them and D before A's frame comes. A
// meets it and jams. D hears A's signal alone: it has s+336 bits after its header, and is damaged.
func TestRule9AJammedSignalAloneIsDamaged(t *testing.T) {
	for _, row := range []struct {
		s      float64
		octets int
		why    medium.Why
		want   mac.Counters
	}{
		{143, 63, medium.Fragment, mac.Counters{Fragments: 2}},
		{144, 64, medium.Damaged, mac.Counters{Fragments: 1, FrameCheckSequenceErrors: 1}},
		{144.25, 64, medium.Damaged, mac.Counters{Fragments: 1, AlignmentErrors: 1}}, // 513 bits: the sender's are whole
		{145, 64, medium.Damaged, mac.Counters{Fragments: 1, AlignmentErrors: 1}},
		{152, 65, medium.Damaged, mac.Counters{Fragments: 1, FrameCheckSequenceErrors: 1}},
	} {
		t.Run(fmt.Sprint(row.s), func(t *testing.T) {
			s := tell(t, 1050,
				actor{at: 0, sends: []frame{{0, 200, D}}, draws: draws(1)},
				actor{at: 400, sends: frames(row.s), draws: draws(1)},
				actor{at: 400, sends: frames(row.s), draws: draws(1)},
				actor{at: 400})
			end := s.of(A, medium.TxEnd)[0].At
			assert.Equal(t, []heard{
				{row.s + 96, B, 4, medium.Fragment},
				{bits(end) + 400, A, row.octets, row.why},
			}, s.ends(D))
			s.counted(D, row.want)
		})
	}
}

// A whole frame, and two that overlap at B, on either side of B's longest.
func TestRule9TooLongIsWhateverTheDamage(t *testing.T) {
	s := tell(t, 3000,
		actor{sends: []frame{{0, 100, B}, {0, 101, B}}},
		actor{at: 7, rules: rules(func(p *mac.Params) { p.MaxFrame = 100 })})
	assert.Equal(t, []heard{{871, A, 100, medium.NoReason}, {871 + 96 + 872, A, 101, medium.TooLong}}, s.ends(B))
	s.counted(B, mac.Counters{FramesReceivedOK: 1, OctetsReceivedOK: 82, FrameTooLongErrors: 1})
	assert.Equal(t, uint64(1), s.result.Medium.FramesLost)

	for x, want := range map[float64]mac.Counters{
		0: {FrameCheckSequenceErrors: 1},
		7: {AlignmentErrors: 1},
		8: {FrameTooLongErrors: 1}, // 1519 octets
	} {
		s := tell(t, 50000,
			actor{at: 0, sends: []frame{{0, 1518, C}}},
			actor{at: 13000},
			actor{at: 26000, sends: []frame{{x, 1518, A}}})
		s.counted(B, want)
		assert.Equal(t, uint64(2), s.result.Medium.FramesDelivered)
	}
}

// A, whose shortest frame is 63 octets, sends one to B, whose shortest is 64.
func TestRule9ShorterThanAFrameIsAFragment(t *testing.T) {
	s := tell(t, 1000,
		actor{sends: []frame{{0, 63, B}}, rules: rules(func(p *mac.Params) { p.MinFrame = 63 })},
		actor{at: 7})
	s.saw(A, medium.Sent, 568)
	assert.Equal(t, []heard{{575, A, 63, medium.Fragment}}, s.ends(B))
	s.counted(B, mac.Counters{Fragments: 1})
	assert.Equal(t, uint64(1), s.result.Medium.FramesLost)
}

// The two that collide hear a fragment too, of which a part is their own; only D counts
// it, and once.
func TestRule9OneCollisionIsOneFragmentForThoseWhoListen(t *testing.T) {
	s := tell(t, 600,
		actor{at: 0, sends: frames(0), draws: draws(1)},
		actor{at: 40, sends: frames(0), draws: draws(1)},
		actor{at: 70, sends: frames(20), draws: draws(1)},
		actor{at: 200})
	for i := range 3 {
		s.counted(i, mac.Counters{})
		s.never(i, medium.RxStart)
	}
	s.counted(D, mac.Counters{Fragments: 1})
}

// B, which does not listen before it sends, sends in the middle of A's frame, which goes on because
// A does not detect collisions. The chain at B begins with A's signal and contains B's own: nothing
// is counted, and nothing delivered.
func TestRule9AReceptionWithOwnTransmissionIsNotCounted(t *testing.T) {
	s := tell(t, 5000,
		actor{sends: []frame{{0, 500, B}}, rules: rules(func(p *mac.Params) { p.NoCollision = true })},
		actor{at: 40, sends: frames(300), draws: draws(1), rules: rules(func(p *mac.Params) {
			p.NoCarrierSense, p.SlotTime = true, bt(90000)
		})},
		actor{at: 20})
	s.saw(A, medium.Sent, 4064)
	s.saw(B, medium.RxStart, 40)
	assert.Equal(t, []heard{{4104, A, 500, medium.Damaged}}, s.ends(B))
	s.counted(B, mac.Counters{})
	s.counted(C, mac.Counters{FrameCheckSequenceErrors: 1})
	assert.Equal(t, uint64(1), s.result.Medium.FramesLost)
}

// No station recognises an address that does not belong to one, whole or not. Each station that
// hears an error counts it.
func TestRule9ErrorsNeedNoAddress(t *testing.T) {
	s := tell(t, 3000,
		actor{at: 0, sends: []frame{{0, 64, C}}},
		actor{at: 600},
		actor{at: 1200, sends: []frame{{8, 64, A}}},
		actor{at: 600})
	for _, i := range []int{B, D} { // neither frame was for them
		s.counted(i, mac.Counters{FrameCheckSequenceErrors: 1})
	}
}

// Three fragments. All stations hear them as one chain, except those at 0, where A's and B's end as
// C's begins. (B's second attempt meets C's, for all stations.)
func TestRule9FragmentsThatTouchAreTwo(t *testing.T) {
	s := tell(t, 10000,
		actor{at: 0, sends: frames(0), draws: draws(0)},
		actor{at: 0, sends: frames(0), draws: draws(1, 0)},
		actor{at: 60, sends: frames(36), draws: draws(1, 3)},
		actor{at: 0},
		actor{at: 60})
	s.saw(A, medium.TxStart, 0, 192+96)
	s.saw(B, medium.TxStart, 0, 864+96, 1176+96)
	s.saw(C, medium.TxStart, 36, 924+96, 1116+3*512)
	received := mac.Counters{FramesReceivedOK: 3, OctetsReceivedOK: 3 * 46, BroadcastFramesReceivedOK: 3}
	received.Fragments = 3
	s.counted(D, received)
	received.Fragments = 2
	s.counted(D+1, received)
	assert.Equal(t, uint64(2), s.counters(A).Fragments, "C's alone, and that of the second collision")
}

// A, which neither listens nor detects collisions, sends when B's frame has just ended at its tap,
// or a picosecond before. In the second case D beside it receives neither, and B only one.
func TestRule9APicosecondIsAnOverlap(t *testing.T) {
	aloha := rules(func(p *mac.Params) { p.NoCarrierSense, p.NoCollision = true, true })
	for queued, lost := range map[float64]uint64{676: 0, 676 - ps: 2} {
		s := tell(t, 3000,
			actor{at: 0, sends: frames(queued), rules: aloha},
			actor{at: 100, sends: frames(0)},
			actor{at: 100},
			actor{at: 0})
		assert.Equal(t, lost, s.result.Medium.FramesLost)
		assert.Equal(t, 2-lost, s.counters(D).FramesReceivedOK)
		assert.Equal(t, uint64(2), s.counters(C).FramesReceivedOK)
		assert.Equal(t, uint64(1), s.counters(B).FramesReceivedOK)
	}
}
