package scene

import (
	"context"
	"errors"
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/lan"
	"github.com/csmacd/csmacd/phy"
)

// mostLooked is the number of transmissions among which [Ends] looks for a collision.
const mostLooked = 20_000

// Ends returns the ends of a path that is worth a look, and why: two stations on different segments whose
// frames collide first before an instant, with the instant of the collision for [Scene.ChooseFrom], else the
// stations that are farthest from each other.
func Ends(ctx context.Context, c *lan.Config, before phy.Time) (a, b int, meets phy.Time, why string, err error) {
	net, err := lan.New(*c)
	if err != nil {
		return 0, 0, 0, "", err
	}
	defer net.Release()
	defer context.AfterFunc(ctx, net.Interrupt)()
	m := newMeeting(net, c)
	net.Observe(m)
	for !net.Done() && net.Now() < before && m.sent < mostLooked && !net.Idle() {
		err := net.Run(min(max(net.Now(), min(net.Next(), before))+shortRun*net.BitTime(), before))
		if errors.Is(err, medium.ErrInterrupted) {
			return 0, 0, 0, "", err
		}
		if err != nil {
			break // the run of the picture reports it, if it gets that far
		}
		if a, b, at, ok := m.result(); ok {
			return a, b, at, "whose frames collide first", nil
		}
	}
	a, b = Farthest(c)
	return a, b, 0, "the longest one", nil
}

// meeting finds two stations on different segments of a network whose frames collide, the first ones: an
// observer.
type meeting struct {
	net   *lan.Network
	part  []int32   // by station or port: its collision domain
	of    []int32   // by segment: the same
	on    []sending // transmissions under way, in order of their starts
	sent  int       // transmissions so far
	at    phy.Time  // of the collision
	found bool
	first int32 // number of stations that are there from the beginning: others are on no path
	a, b  int32 // the senders of the frames
}

// sending is a transmission under way.
type sending struct{ station, source int32 }

// newMeeting returns a meeting of a network that has not run yet. The caller attaches it.
func newMeeting(net *lan.Network, c *lan.Config) *meeting {
	m := &meeting{net: net, first: int32(len(c.Stations)), part: make([]int32, net.Len()+net.Ports()), of: make([]int32, len(c.Segments))}
	t := newTree(c)
	for k, d := range c.Domains() {
		for _, segment := range d.Segments {
			m.of[segment] = int32(k)
			for _, p := range t.at[segment] {
				m.part[t.first[p[0]]+int32(p[1])] = int32(k)
			}
		}
		for _, i := range d.Stations {
			m.part[i] = int32(k)
		}
	}
	return m
}

// Joined implements [medium.Joiner].
func (m *meeting) Joined(station int) {
	i := int32(station)
	m.part = slices.Insert(m.part, station, m.of[m.net.End(station).Segment])
	for k := range m.on { // numbers of ports go up by one
		for _, number := range []*int32{&m.on[k].station, &m.on[k].source} {
			if *number >= i {
				*number++
			}
		}
	}
}

// Interest implements [medium.Observer].
func (m *meeting) Interest() medium.Interest {
	return medium.Interest{Kinds: medium.Of(medium.TxStart, medium.TxEnd, medium.Collision)}
}

// Observe implements [medium.Observer].
func (m *meeting) Observe(e *medium.Event) {
	switch {
	case m.found:
	case e.Kind == medium.TxStart:
		m.sent++
		m.on = append(m.on, sending{e.Station, e.Frame.Source})
	case e.Kind == medium.TxEnd:
		for k := range m.on {
			if m.on[k].station == e.Station {
				m.on = append(m.on[:k], m.on[k+1:]...)
				break
			}
		}
	default:
		for _, v := range m.on {
			a, b := v.source, e.Frame.Source
			if v.station == e.Station || m.part[v.station] != m.part[e.Station] || max(a, b) >= m.first || m.net.Segment(int(a)) == m.net.Segment(int(b)) {
				continue
			}
			m.a, m.b, m.at, m.found = min(a, b), max(a, b), e.At, true
			break
		}
	}
}

// result returns the two stations, in order, and the instant at which one of them detects the collision; ok is
// false if there has been none.
func (m *meeting) result() (a, b int, at phy.Time, ok bool) { return int(m.a), int(m.b), m.at, m.found }
