package bus

import (
	"math/bits"
	"slices"
	"sort"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium/internal/agenda"
	"github.com/csmacd/csmacd/phy"
)

// When a transmission has ended, the stations that wait for it start a gap later at the earliest, and mostly another
// transmission begins before. So they are not checked one by one as soon as it has ended, but all at once a gap
// later, and not at all if each of them has heard another signal by then that makes it wait on. Stations of different
// gaps are checked at different instants.

// postponed are the checks of stations that wait that are still to come, in networks that [firm] does not process.
type postponed struct {
	classes []gapClass
	now     []uint64 // one bit for the rank of each station that is checked at once: without a gap, or of no class
	sooner  []uint64 // of others that are checked at once while they wait
	own     []uint64 // of those that may have sent in the carrier that they hear, and ignore other carrier in the whole gap after it
	later   []int    // scratch: of [Network.hearOnAfter]
}

// gapClass is the stations with the same gap.
type gapClass struct {
	gap   phy.Time
	deaf  phy.Time // carrier that rises so long after a fall, or later, may be ignored
	ranks []uint64 // one bit for the rank of each
	due   []fallen // the transmissions that have ended less than a gap ago, in order of time
}

// fallen is a transmission that has ended.
type fallen struct {
	end    phy.Time
	source int32
}

// mostGapClasses is the largest number of classes. Stations of further gaps are checked at once.
const mostGapClasses = 8

// worthPostponing is the number of stations that wait from which on their checks are postponed. Tests lower it.
var worthPostponing = 4

// postpone takes note of the stations whose transmissions have ended now. It returns false if the stations that wait
// are to be checked at once.
func (n *Network) postpone(ended []int32) bool {
	if n.firm != nil || n.waiters.number < worthPostponing {
		return false
	}
	v := n.postponed
	if v == nil {
		v = newPostponed(n)
		n.postponed = v
	}
	n.checkRanks(func(k int) uint64 { return v.now[k] | v.sooner[k] }, func(r int) {
		if !n.hearsOn(n.ranked(r)) {
			n.checkWaiter(r)
		}
	})
	for k := range v.classes {
		c := &v.classes[k]
		if !n.anyWaits(func(k int) uint64 { return c.ranks[k] &^ v.sooner[k] }) {
			continue
		}
		if len(c.due) == 0 {
			n.agenda.Push(agenda.New(n.now+c.gap, settling, 0, checking, int32(k), 0))
		}
		for _, i := range ended {
			c.due = append(c.due, fallen{n.now, i})
		}
	}
	return true
}

// releaseAll makes the checks that are still to come, if no transmission goes on. It reports whether no station waits for
// the end of one then.
func (n *Network) releaseAll() bool {
	if !extended || n.postponed == nil || n.waiters.number == 0 {
		return n.waiters.number == 0
	}
	for k := range n.postponed.classes {
		c := &n.postponed.classes[k]
		c.due = c.due[:0]
	}
	n.checkWaiters(func(int32) bool { return true })
	return n.waiters.number == 0
}

// checkDue makes the checks whose instant has come, after all transmissions that end now.
func (n *Network) checkDue() {
	n.checksDue = false
	for k := range n.postponed.classes {
		c := &n.postponed.classes[k]
		first := 0
		for ; first < len(c.due) && c.due[first].end+c.gap <= n.now; first++ {
			n.checkAfter(c, &c.due[first])
		}
		if first == 0 {
			continue
		}
		if c.due = slices.Delete(c.due, 0, first); len(c.due) > 0 {
			n.agenda.Push(agenda.New(c.due[0].end+c.gap, settling, 0, checking, int32(k), 0))
		}
	}
}

// checkAfter checks the stations of a class that wait, other than those that are checked at once, a gap after a transmission.
func (n *Network) checkAfter(c *gapClass, e *fallen) {
	v := n.postponed
	check := func(deaf phy.Time, mask func(word int) uint64) {
		if n.anyWaits(mask) && !n.hearOnAfter(e, deaf) {
			n.checkRanks(mask, func(r int) { n.checkLate(r, e, deaf) })
		}
	}
	check(c.deaf, func(k int) uint64 { return c.ranks[k] &^ v.sooner[k] &^ v.own[k] })
	check(0, func(k int) uint64 { return c.ranks[k] &^ v.sooner[k] & v.own[k] })
}

// hearOnAfter reports whether each station has heard a signal that ends later than a transmission, and that rises at its tap
// less than a time after that has fallen there. Then the check that follows that later end is enough: of all transmissions
// that have fallen at a station's tap when its gap begins, none is later than the one that ended last. If not, it takes note
// of signals that some stations may hear so.
func (n *Network) hearOnAfter(e *fallen, deaf phy.Time) bool {
	a, v := &n.air, n.postponed
	a.settle()
	v.later = v.later[:0]
	hears := func(k int) bool {
		s := &a.signals[k]
		if s.ended && s.end <= e.end {
			return false
		}
		v.later = append(v.later, k)
		return s.start+n.distance(s.frame.Source, e.source) < e.end+deaf
	}
	if k := len(a.past); k < len(a.signals) && hears(k) {
		return true
	}
	last := sort.Search(len(a.signals), func(k int) bool { return a.signals[k].start >= e.end+deaf }) - 1
	for k := last; k >= max(0, last-mostLater); k-- {
		if hears(k) {
			return true
		}
	}
	return false
}

// mostLater bounds the number of signals that hearOnAfter looks at.
const mostLater = 256

// checkLate checks the station of a rank, unless it hears one of those signals so.
func (n *Network) checkLate(rank int, e *fallen, deaf phy.Time) {
	i := n.ranked(rank)
	pos, fall := n.stations[i].pos, e.end+n.distance(e.source, i)
	for _, k := range n.postponed.later {
		if s := &n.air.signals[k]; s.start+n.away(s, i, pos) < fall+deaf {
			return
		}
	}
	n.checkWaiter(rank)
}

// add takes note of a station that waits, and has been checked. It is checked at once if a gap from before may still run,
// after which it starts if what it hears has fallen by then.
func (v *postponed) add(n *Network, rank int) {
	i := n.ranked(rank)
	p := &n.stations[i].rules.Params
	word, bit := rank/64, uint64(1)<<(rank%64)
	v.sooner[word] &^= bit
	v.own[word] &^= bit
	if n.air.lastOf(i) == nil && !n.taps.remember() && !p.NoBlindStart {
		return
	}
	if !p.NoBlindStart && n.sentInto(i) {
		v.own[word] |= bit
		return
	}
	spans := n.hearing.spans
	if n.hearing.spansOf != i {
		spans, _ = n.recent(i, len(n.air.signals))
	}
	running := n.now // the gap that may still run ends by then
	if n.taps.remember() {
		running = phy.Forever
	} else if known := n.hearing.rememberedBy(i); known != nil {
		running = known.fall + p.Gap // the spans may follow what the station remembers
	}
	for k := range spans {
		s := &spans[k]
		if s.fall <= n.now {
			running = s.fall + p.Gap
			continue
		}
		if s.own {
			v.own[word] |= bit
		}
		if p.NoBlindStart && (s.fall < phy.Forever || min(running, s.rise+p.Gap) > n.now) {
			break
		}
		return
	}
	v.sooner[word] |= bit
}

// checkRanks checks the stations that wait and whose bits are set, word by word.
func (n *Network) checkRanks(mask func(word int) uint64, check func(rank int)) {
	for k := range n.waiters.places {
		for word := n.waiters.places[k] & mask(k); word != 0; word &= word - 1 {
			check(k*64 + bits.TrailingZeros64(word))
		}
	}
}

// anyWaits reports whether a station waits whose bit is set.
func (n *Network) anyWaits(mask func(word int) uint64) bool {
	for k, word := range n.waiters.places {
		if word&mask(k) != 0 {
			return true
		}
	}
	return false
}

// newPostponed makes the classes of the stations' gaps. What the stations that wait already have sent is not known.
func newPostponed(n *Network) *postponed {
	words := len(n.waiters.places)
	v := &postponed{now: make([]uint64, words), sooner: slices.Clone(n.waiters.places), own: make([]uint64, words)}
	for i := range n.stations {
		r := n.rank.of(int32(i))
		v.ranksOf(&n.stations[i].rules.Params, words)[r/64] |= 1 << (r % 64)
	}
	return v
}

// ranksOf returns the bits of the stations with the gap of some rules.
func (v *postponed) ranksOf(p *mac.Params, words int) []uint64 {
	deaf := min(p.GapPart1, p.Gap-1) // see span.freshGap: carrier of a second pass may count a picosecond later
	if p.GapAfterBackoff && p.BlindAfter {
		deaf = 0
	}
	for k := range v.classes {
		if c := &v.classes[k]; c.gap == p.Gap && c.deaf == deaf {
			return c.ranks
		}
	}
	if p.Gap == 0 || len(v.classes) == mostGapClasses {
		return v.now
	}
	ranks := make([]uint64, words)
	v.classes = append(v.classes, gapClass{gap: p.Gap, deaf: deaf, ranks: ranks})
	return ranks
}
