package scene

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

const horizon = 40000 * bit

// everything is a window of all there is.
func everything(s *Scene) Window { return Window{From: 0, To: s.until + 1, Most: 1 << 30} }

// Every transmission is in the scene, with the instants and the outcome that the events
// have.
func TestTransmissionsAreTheEvents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawNetwork(t)
		s, r, _ := of(t, c, horizon)
		open := map[int32]int{}
		n := 0
		for _, e := range r.events {
			switch e.Kind {
			case medium.TxStart:
				open[e.Station] = n
				require.Equal(t, e.At, s.sent[n].Start)
				require.Equal(t, e.Station, s.sent[n].Station)
				require.Equal(t, e.Attempt, s.sent[n].Attempt)
				require.Equal(t, e.Frame.Number, s.sent[n].Frame)
				n++
			case medium.Collision:
				require.Equal(t, e.At, s.sent[open[e.Station]].Collision)
				require.Equal(t, e.Late, s.sent[open[e.Station]].Late)
			case medium.JamStart:
				require.Equal(t, e.At, s.sent[open[e.Station]].Jam)
			case medium.TxEnd:
				require.Equal(t, e.At, s.sent[open[e.Station]].End)
				require.Equal(t, e.OK, s.sent[open[e.Station]].Outcome == Sent)
				require.Equal(t, e.OK, s.sent[open[e.Station]].Collision == None)
			case medium.Dropped:
				if e.Why != medium.QueueFull {
					require.Equal(t, GivenUp, s.sent[open[e.Station]].Outcome)
				}
			}
		}
		require.Equal(t, n, len(s.sent))
	})
}

// What the bands come to at each station is the carrier, and the receptions, that the
// engine works out there.
func TestBandsAreTheCarrier(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawNetwork(t)
		s, r, _ := of(t, c, horizon)
		for i := range c.Stations {
			var on []Carrier
			var heard []Reception
			rise := phy.Time(0)
			for _, e := range r.events {
				if int(e.Station) != i {
					continue
				}
				switch e.Kind {
				case medium.CarrierOn:
					on = append(on, Carrier{Rise: e.At, Fall: None})
				case medium.CarrierOff:
					on[len(on)-1].Fall = e.At
				case medium.RxStart:
					rise = e.At
				case medium.RxEnd:
					heard = append(heard, Reception{Rise: rise, Fall: e.At, From: e.From, Frame: e.Frame.Number, Octets: int(e.Octets), OK: e.OK, Why: e.Why.String()})
				}
			}
			l := s.Lane(i, 0, s.until)
			for k := range l.Carrier {
				l.Carrier[k].own = 0
				if l.Carrier[k].Fall >= s.until {
					l.Carrier[k].Fall = None
				}
			}
			require.Equal(t, on, l.Carrier, "station %d", i)
			l.Receptions = slices.DeleteFunc(l.Receptions, func(r Reception) bool { return r.Fall >= s.until })
			require.Len(t, l.Receptions, len(heard))
			for k := range heard {
				require.Equal(t, heard[k], l.Receptions[k])
			}
		}
	})
}

// A frame waits as long as its station defers or has a gap, and not a picosecond more:
// the spans of a lane cover its wait, and end as it starts.
func TestGapsEndAsStationsStart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawNetwork(t)
		s, _, _ := of(t, c, horizon)
		for i := range c.Stations {
			p := &s.stations[i].rules
			lane := s.Lane(i, 0, s.until).Spans
			on := s.Lane(i, 0, s.until).Carrier
			for _, w := range lane {
				if w.Kind != Waiting {
					continue
				}
				require.False(t, p.NoCarrierSense && w.Until != None, "a deaf station waited")
				fresh := p.GapAfterBackoff && w.Attempt > 1
				at := w.From
				for _, v := range lane {
					counts := v.Kind == Defers || v.Kind == GapPart1 || v.Kind == GapPart2
					if fresh {
						counts = v.Kind == OwnGap
					}
					if counts && v.From <= at && v.From < w.until() {
						at = max(at, v.until())
					}
					for _, o := range on { // what cuts such a gap
						if fresh && o.Rise <= at && o.Rise < w.until() && !p.BlindAfter && (o.Fall == None || o.Fall > at) {
							if o.Fall == None {
								at = phy.Forever
							} else {
								at = max(at, o.Fall)
							}
						}
					}
				}
				if p.BlindAfter && fresh {
					continue
				}
				if w.Until == None {
					require.GreaterOrEqual(t, at, s.until, "station %d waits from %v for nothing: %v", i, w.From, lane)
				} else {
					require.Equal(t, w.Until, at, "station %d waits from %v: %v", i, w.From, lane)
				}
			}
			for _, x := range s.sent {
				for _, v := range lane {
					if int(x.Station) == i && !p.GapAfterBackoff && (v.Kind == GapPart1 || v.Kind == GapPart2) {
						require.False(t, v.From <= x.Start && x.Start < v.Until, "station %d starts at %v, in %v", i, x.Start, v)
					}
				}
			}
		}
	})
}

// A scene that grows with its run is the one that is made at once; and a window of a lane
// is what the whole lane has there.
func TestPiecesAreTheWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawNetwork(t)
		whole, _, _ := of(t, c, horizon)
		var steps []phy.Time
		for at := phy.Time(0); at < horizon; {
			at += phy.Time(rapid.IntRange(1, int(horizon/4)).Draw(t, "step"))
			steps = append(steps, min(at, horizon))
		}
		grown, _, _ := of(t, c, steps...)
		require.Equal(t, whole.View(everything(whole)), grown.View(everything(grown)))

		from := phy.Time(rapid.IntRange(0, int(horizon)).Draw(t, "from"))
		to := from + phy.Time(rapid.IntRange(1, int(horizon)/4).Draw(t, "long"))
		for i := range c.Stations {
			there := []Span{}
			for _, v := range whole.Lane(i, 0, horizon).Spans {
				if v.until() > from && v.From < to {
					there = append(there, v)
				}
			}
			require.Equal(t, there, append([]Span{}, whole.Lane(i, from, to).Spans...))
		}
	})
}

// What a scene shows of a run that goes on is so in the end: nothing that it says of the
// time before is taken back.
func TestNothingIsTakenBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawNetwork(t)
		cut := phy.Time(rapid.IntRange(1, int(horizon)).Draw(t, "cut"))
		then, _, _ := of(t, c, cut)
		whole, _, _ := of(t, c, horizon)
		for k := range then.sent {
			a, b := then.sent[k], whole.sent[k]
			require.Equal(t, b.Start, a.Start)
			if a.End != None {
				require.Equal(t, b, a)
			}
		}
		for i := range c.Stations {
			after := whole.Lane(i, 0, horizon).Spans
			for _, v := range then.Lane(i, 0, cut).Spans {
				if v.Until != None && v.Until <= cut {
					require.Contains(t, after, v, "station %d", i)
					continue
				}
				require.True(t, slices.ContainsFunc(after, func(w Span) bool { return w.Kind == v.Kind && w.From == v.From }), "station %d: %v", i, v)
			}
		}
	})
}

// A place and an instant lie in an overlap exactly where two signals are on.
func TestOverlapsAreWhereTwoSignalsAre(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawNetwork(t)
		c.Shape = bus.Shape{}
		s, _, _ := of(t, c, horizon)
		v := s.View(everything(s))
		if len(v.Transmissions) == 0 || v.Length == 0 {
			return
		}
		for range 20 {
			near := v.Transmissions[rapid.IntRange(0, len(v.Transmissions)-1).Draw(t, "near")]
			// A third of a bit off, so that no edge is met exactly.
			x := phy.Time(rapid.IntRange(0, int(v.Length/bit)).Draw(t, "place"))*bit + bit/3
			at := near.Start + phy.Time(rapid.IntRange(0, 2000).Draw(t, "after"))*bit + bit/7
			on := map[[2]int]bool{}
			covers := func(k int) bool {
				m := v.Transmissions[k]
				d := x - v.Stations[m.Station].Place
				d = max(d, -d)
				return m.Start+d <= at && at < min(m.end(), s.until)+d
			}
			for a := range v.Transmissions {
				for b := a + 1; b < len(v.Transmissions); b++ {
					if x < v.Length && v.Transmissions[a].Station != v.Transmissions[b].Station && covers(a) && covers(b) {
						on[[2]int{a, b}] = true
					}
				}
			}
			drawn := map[[2]int]bool{}
			for _, o := range v.Overlaps {
				if inside(o.Corners, 2*float64(x), 2*float64(at)) {
					drawn[[2]int{o.A, o.B}] = true
				}
			}
			require.Equal(t, on, drawn, "%v at %v: %v, %v", x, at, v.Transmissions, v.Stations)
		}
	})
}

// inside says whether a point is in a polygon, by the even-odd rule.
func inside(r []Point, x, y float64) (in bool) {
	for k := range r {
		a, b := r[k], r[(k+1)%len(r)]
		ax, ay, bx, by := float64(a.Place), float64(a.At), float64(b.Place), float64(b.At)
		if (ax > x) != (bx > x) && y < ay+(by-ay)*(x-ax)/(bx-ax) {
			in = !in
		}
	}
	return in
}

// The shares of rows add up to those of the whole, and to the time that is there.
func TestSharesAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, _, net := of(t, drawNetwork(t), horizon)
		rows := rapid.IntRange(1, 300).Draw(t, "rows")
		fine, each := s.shares(0, horizon, rows, []int{0})
		coarse, one := s.shares(0, horizon, 1, []int{0})
		if len(s.stations) == 1 {
			require.Equal(t, [][]Shares{fine}, each)
			require.Equal(t, [][]Shares{coarse}, one)
		}
		good, bad := 0.0, 0.0
		for _, r := range fine {
			require.LessOrEqual(t, r.Success+r.Collision, 1+1e-9)
			good, bad = good+r.Success/float64(rows), bad+r.Collision/float64(rows)
		}
		require.InDelta(t, coarse[0].Success, good, 1e-6)
		require.InDelta(t, coarse[0].Collision, bad, 1e-6)
		m := net.Result().Medium
		if c := s.sent; len(c) > 0 && slices.ContainsFunc(c, func(t Transmission) bool { return t.End == None }) {
			return // the result counts what has ended
		}
		require.InDelta(t, m.ShareSuccess, coarse[0].Success, 1e-9)
		require.InDelta(t, m.ShareCollision, coarse[0].Collision, 1e-9)
	})
}
