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

// gapClass is the stations with the same gap, and the same rules for when it ends.
type gapClass struct {
	gap   phy.Time
	deaf  phy.Time // carrier that rises so long after a fall, or later, may be ignored
	align phy.Time // the step of the grid on which they start; 0: none
	keen  bool     // a station that hears carrier at the instant at which it may start waits on, see [Network.meetsCarrier]
	blind bool     // unless that instant is the very end of its gap, in which carrier rose
	ranks []uint64 // one bit for the rank of each
	due   []fallen // the transmissions whose checks are still to come, in order of these
	met   meeting  // the last one in which all stations waited on
}

// fallen is a transmission that has ended.
type fallen struct {
	end    phy.Time
	due    phy.Time // of the check
	source int32
}

// mostGapClasses is the largest number of classes. Stations of further gaps are checked at once.
const mostGapClasses = 8

// worthPostponing is the number of stations that wait from which on their checks are postponed. Tests lower it.
var worthPostponing = 4

// postpone takes note of the stations whose transmissions have ended now. It returns false if the stations that wait
// are to be checked at once. Those that cannot be postponed are; if here is set, only those at the place of the first.
func (n *Network) postpone(ended []int32, here bool) bool {
	if n.firm != nil || n.waiters.number < worthPostponing {
		return false
	}
	v := n.postponed
	if v == nil {
		v = newPostponed(n)
		n.postponed = v
	}
	n.checkRanks(func(k int) uint64 { return v.now[k] | v.sooner[k] }, func(r int) {
		if i := n.ranked(r); (!here || n.distance(i, ended[0]) == 0) && !n.hearsOn(i) {
			n.checkWaiter(r)
		}
	})
	for k := range v.classes {
		c := &v.classes[k]
		if !n.anyWaits(func(k int) uint64 { return c.ranks[k] &^ v.sooner[k] }) {
			continue
		}
		for _, i := range ended {
			e := fallen{n.now, c.dueAfter(n, i), i}
			at := sort.Search(len(c.due), func(k int) bool { return c.due[k].due > e.due })
			if at > 0 && c.due[at-1] == e {
				continue // it was there before the second pass of this instant
			}
			if c.due = slices.Insert(c.due, at, e); at == 0 {
				n.agenda.Push(agenda.New(e.due, settling, 0, checking, int32(k), 0))
			}
		}
	}
	return true
}

// dueAfter returns the instant of the check that follows a transmission that ends now: no station of the class that waits
// may start before.
func (c *gapClass) dueAfter(n *Network, source int32) phy.Time {
	at := n.now + c.gap
	if !c.keen {
		return at
	}
	return c.onGrid(at + n.nearest(source))
}

// onGrid returns the first instant, not before t, at which a station of the class may start.
func (c *gapClass) onGrid(t phy.Time) phy.Time {
	if c.align == 0 {
		return t
	}
	return t + (c.align-t%c.align)%c.align
}

// nearest returns the delay from a station to the nearest one that waits.
func (n *Network) nearest(i int32) phy.Time {
	if n.star {
		return n.delay
	}
	rank, d := int(n.rank.of(i)), phy.Time(phy.Forever)
	if r := n.waiters.places.from(rank); r >= 0 {
		d = n.distance(i, n.ranked(r))
	}
	if r := n.waiters.places.before(rank); r >= 0 {
		d = min(d, n.distance(i, n.ranked(r)))
	}
	return d
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
		for ; first < len(c.due) && c.due[first].due <= n.now; first++ {
			n.checkAfter(c, &c.due[first])
		}
		if first == 0 {
			continue
		}
		if c.due = slices.Delete(c.due, 0, first); len(c.due) > 0 {
			n.agenda.Push(agenda.New(c.due[0].due, settling, 0, checking, int32(k), 0))
		}
	}
}

// checkAfter checks the stations of a class that wait, other than those that are checked at once, a gap after a transmission.
func (n *Network) checkAfter(c *gapClass, e *fallen) {
	v := n.postponed
	z := n.lone(c)
	if z != nil && n.allMeet(c, e, z) {
		return
	}
	check := func(deaf phy.Time, mask func(word int) uint64) {
		if n.anyWaits(mask) && !n.hearOnAfter(e, deaf) {
			n.checkRanks(mask, func(r int) {
				if z == nil || !n.meetsCarrier(c, n.ranked(r), e, z) {
					n.checkLate(r, e, deaf)
				}
			})
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

// lone returns the transmission that goes on, if it is the last and the only one, and a class asks for it.
func (n *Network) lone(c *gapClass) *signal {
	a := &n.air
	if k := len(a.signals) - 1; c.keen && k >= 0 && len(a.past) == k {
		return &a.signals[k]
	}
	return nil
}

// meeting is what decides whether the stations of a class that wait all hear a transmission when they might start after
// another one.
type meeting struct {
	source, next int32    // the station that has sent, and the one that sends
	start, lasts phy.Time // of the one that goes on, after the end of the other
	end          phy.Time // of the other, after an instant of the grid
	changes      uint64   // of the stations that wait
}

// allMeet reports whether all stations of a class that wait, other than those that are checked at once, hear a transmission
// when they might start after another one, as [Network.meetsCarrier] decides. Where a station sends frame after frame, the
// answer is that of the frame before.
func (n *Network) allMeet(c *gapClass, e *fallen, z *signal) bool {
	a, pos := &n.air, n.stations[e.source].pos
	last := a.pastOf(len(a.past) - 1)
	if n.star && last.last != e.end || !n.star && (last.right != e.end-pos || last.left != e.end+pos) {
		return false // another one falls later at some tap
	}
	m := meeting{e.source, z.frame.Source, z.start - e.end, n.lasts(z) - e.end, 0, n.waiters.changes}
	if c.align > 0 {
		m.end = e.end % c.align
	}
	if m == c.met {
		return true
	}
	for k := range n.waiters.places {
		for word := n.waiters.places[k] & c.ranks[k] &^ n.postponed.sooner[k]; word != 0; word &= word - 1 {
			if !n.meetsCarrier(c, n.ranked(k*64+bits.TrailingZeros64(word)), e, z) {
				return false
			}
		}
	}
	c.met = m
	return true
}

// meetsCarrier reports whether a station that might start a gap after a transmission hears another one then, which goes on
// long enough, and waits on.
func (n *Network) meetsCarrier(c *gapClass, i int32, e *fallen, z *signal) bool {
	fall := e.end + n.distance(e.source, i)
	if n.air.pastOf(len(n.air.past)-1).at(n, i) != fall {
		return false // another one falls later
	}
	at, d := c.onGrid(fall+c.gap), n.distance(z.frame.Source, i)
	return z.start+d < at && n.lasts(z)+d > at && (!c.blind || at > fall+c.gap)
}

// lasts returns an instant before which a transmission that goes on does not end.
func (n *Network) lasts(s *signal) phy.Time {
	p := &n.stations[s.frame.Source].rules.Params
	if s.collided || p.NoCollision {
		return s.end
	}
	least := p.Jam
	if !p.CutHeader {
		least += p.Header
	}
	return min(s.end, max(s.start+least, n.now+1))
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
	n.waiters.changes++
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
	like := gapClass{gap: p.Gap, deaf: deaf, keen: (p.Align > 0 || p.NoBlindStart) && !p.GapAfterBackoff}
	if like.keen {
		like.align, like.blind = p.Align, !p.NoBlindStart
	}
	for k := range v.classes {
		if c := &v.classes[k]; c.gap == like.gap && c.deaf == like.deaf && c.keen == like.keen && c.align == like.align && c.blind == like.blind {
			return c.ranks
		}
	}
	if p.Gap == 0 || len(v.classes) == mostGapClasses {
		return v.now
	}
	like.ranks = make([]uint64, words)
	v.classes = append(v.classes, like)
	return like.ranks
}
