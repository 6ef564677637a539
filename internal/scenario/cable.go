package scenario

import (
	"math"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/resource"
	"github.com/csmacd/csmacd/phy"
)

// cable is the medium: a bus with its length and velocity, or a star.
type cable struct {
	star     bool
	delay    phy.Time       // of a star, between any two stations
	velocity float64        // of a signal, as a fraction of the speed of light
	length   phy.Time       // of a bus, as a delay; without limit until stations set it
	limit    *document.Node // where the length is given; nil: up to the last station

	transceiver transceiver // of all PHYs on it
}

var busTable = table[cable]{
	What: "a medium of kind bus",
	Fields: append([]field[cable]{
		{Key: "kind"}, // read before
		{Key: "velocity", Read: readVelocity},
		{Key: "length", Read: func(r *reader, c *cable, n *document.Node) {
			if p, ok := r.place(n); ok {
				if c.length, ok = r.delayOf(c, n, p); ok {
					c.limit = n
				}
			}
		}},
	}, transceiverKeys(func(_ *reader, c *cable) *transceiver { return &c.transceiver })...),
	Misplaced: map[string]string{"delay": "delay is a key of a star: write {kind: star, delay: 4us}, or give the bus a length"},
}

var starTable = table[cable]{
	What: "a medium of kind star",
	Fields: []field[cable]{
		{Key: "kind"},
		{Key: "delay", Read: func(r *reader, c *cable, n *document.Node) { document.SetTo(&c.delay)(r.Duration(n)) }},
	},
	Misplaced: map[string]string{
		"length":   "a star has no length: write the delay between its stations, such as delay: 4us",
		"latency":  "a star has no PHYs with latencies: write the delay between its stations, such as delay: 4us",
		"velocity": "a star has no velocity: write the delay between its stations, such as delay: 4us",
	},
}

// readMedium reads the medium. Its kind, bus by default, decides which keys it has.
func (r *reader) readMedium(n *document.Node) {
	if n.Kind == document.Scalar {
		r.Fail(n, "the medium is a mapping: write {kind: bus}, or {kind: star, delay: 4us}")
		return
	}
	kind := "bus"
	if k := n.Get("kind"); k != nil && !k.Null() {
		s, ok := r.Word(k)
		if !ok {
			return
		}
		if s != "bus" && s != "star" {
			if r.resource = resource.New(s); r.resource == nil {
				r.Fail(k, "%q is not a kind of medium: %s", s, document.Instead(s, "kinds", append([]string{"bus", "star"}, resource.Names()...)))
				return
			}
			r.resource.Read(r.resources(), n)
			return
		}
		kind = s
	}
	if kind == "bus" {
		busTable.Read(r, n, &r.cable)
		return
	}
	r.cable.star = true
	if starTable.Read(r, n, &r.cable); n.Get("delay") == nil {
		r.Fail(n, "delay is missing: a star needs the delay between any two of its stations, such as {kind: star, delay: 4us}")
	}
}

func readVelocity(r *reader, c *cable, n *document.Node) {
	v, ok := r.Decimal(n)
	if !ok {
		return
	}
	f, _ := v.Float64()
	if f <= 0 || f > 1 {
		r.Fail(n, "%s is not a fraction of the speed of light: write a number above 0 and up to 1, such as 0.77", n.Text)
		return
	}
	c.velocity = f
}

// place is a place on the cable: metres, and a delay in addition, from its left end. Most
// places have only one of the two. Sums keep them apart so that a place is rounded only once.
type place struct {
	metres float64
	delay  phy.Time
}

// place reads a distance, or a delay.
func (r *reader) place(n *document.Node) (p place, ok bool) {
	if n.Kind == document.Scalar && phy.IsDistance(n.Text) {
		metres, err := phy.ParseDistance(n.Text)
		if err != nil {
			r.Fail(n, "%v", err)
		}
		return place{metres: metres}, err == nil
	}
	unit := strings.Trim(n.Text, " 0123456789.-")
	if n.Kind == document.Scalar && !slices.Contains([]string{"", "bt", "ps", "ns", "us", "µs", "μs", "ms", "s"}, unit) {
		r.Fail(n, "%q is not a place: write a distance in m or km, or the delay over it in bt, ns or us, such as 500m or 245bt", n.Text)
		return place{}, false
	}
	p.delay, ok = r.Time(n, r.Bit, "500m, or 500bt for a delay", "m, km; bt, ns, us")
	return p, ok
}

// times returns n times the distance.
func (p place) times(n int) place {
	// The conversions keep a product from being fused into a sum.
	return place{float64(p.metres * float64(n)), p.delay * phy.Time(n)}
}

func (p place) plus(q place) place { return place{p.metres + q.metres, p.delay + q.delay} }

// at returns the place as a delay, rounded once.
func (c *cable) at(p place) phy.Time { return phy.Delay(p.metres, c.velocity) + p.delay }

// far reports, without overflow, whether the last of count places, a step apart, is farther
// away than a signal travels in the longest run.
func (c *cable) far(from, step place, count int) bool {
	if c.velocity == 0 {
		return false // it could not be read
	}
	metres := from.metres + float64(step.metres*float64(count-1))
	away := metres * float64(phy.Second) / (c.velocity * phy.SpeedOfLight)
	away += float64(from.delay) + float64(float64(step.delay)*float64(count-1))
	return !(away <= float64(phy.MaxTime)) || math.IsInf(metres, 0)
}

// delayOf returns a place on a cable as a delay, or reports that it is too far away.
func (r *reader) delayOf(c *cable, n *document.Node, p place) (phy.Time, bool) {
	if c.far(p, place{}, 1) {
		r.Fail(n, "%s is farther than a signal travels in 30 days, the longest time that can be simulated", n.Text)
		return 0, false
	}
	return c.at(p), true
}

// Timed returns the kinds of medium that a frame or job occupies for a time, so that there is a
// throughput.
var Timed = append([]string{"bus", "star"}, resource.Timed()...)
