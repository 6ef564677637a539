package clause4

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// drawn is a network of segments in the making.
type drawn struct{ domainTrial }

// link and cable add a segment, of a length in bit times.
func (d *drawn) link(delay float64) { d.segment(true, delay) }

func (d *drawn) cable(delay float64) { d.segment(false, delay) }

func (d *drawn) segment(link bool, delay float64) {
	d.net.Segments = append(d.net.Segments, domain.Segment{
		Name: string(rune('s' + len(d.net.Segments))), Link: link, Delay: bt(delay), TransmittingEnd: bt(10.5), Middle: bt(8)})
}

// repeater adds a repeater, with ports at the near ends of segments.
func (d *drawn) repeater(change func(*domain.Repeater), segments ...int) {
	r := domain.DefaultRepeater(rules(nil).BitTime)
	r.Name = "r" + string(rune('0'+len(d.net.Repeaters)))
	for k, s := range segments {
		r.Ports = append(r.Ports, domain.Port{To: "p" + string(rune('0'+k)), End: domain.End{Segment: s}})
	}
	if change != nil {
		change(&r)
	}
	d.net.Repeaters = append(d.net.Repeaters, r)
}

// station adds a station at the far end of a segment.
func (d *drawn) station(segment int, change func(*domain.Station), frames ...Frame) {
	p := rules(nil)
	s := domain.Station{
		Station: bus.Station{Name: string(rune('A' + len(d.net.Stations))), Params: &p, Backoff: force(p.BackoffLimit, []int{1})},
		End:     domain.End{Segment: segment, At: d.net.Segments[segment].Delay},
	}
	if change != nil {
		change(&s)
	}
	d.net.Stations = append(d.net.Stations, s)
	d.frames = append(d.frames, frames)
}

func full(s *domain.Station) { s.End.Full, s.ObeyPause = true, true }

// Networks on which the engine, or the reference, was once wrong.
func TestNetworksOnceWrong(t *testing.T) {
	none := func(p *mac.Params) { p.Header, p.Gap, p.GapPart1 = 0, 0, 0 }
	for _, row := range []struct {
		name string
		make func(*drawn)
	}{
		{"a PAUSE frame that came with a data frame was sent twice", func(d *drawn) {
			d.link(0)
			d.station(0, full, Frame{0, 64, 1}, Frame{0, 64, Pause(1)})
			d.station(0, nil)
		}},
		{"PAUSE frames overtook each other", func(d *drawn) {
			d.link(0)
			d.station(0, full, Frame{0, 64, Pause(1)}, Frame{0, 64, Pause(2)}, Frame{0, 64, Pause(3)}, Frame{0, 64, 1})
			d.station(0, full)
		}},
		{"a full-duplex end that senses no carrier was not held by a pause", func(d *drawn) {
			d.link(0)
			d.station(0, full, Frame{0, 64, Pause(1)})
			d.station(0, func(s *domain.Station) { full(s); s.Params.NoCarrierSense = true }, at(0, 0)...)
		}},
		{"a frame that a pause held in a gap of 0 did not defer", func(d *drawn) {
			d.link(0)
			d.station(0, func(s *domain.Station) { full(s); s.Params.Gap, s.Params.GapPart1 = 0, 0 }, at(0, 0)...)
			d.station(0, full, Frame{0, 64, Pause(5)})
		}},
		{"a collision that was repeated nowhere lasted as long as a fragment", func(d *drawn) {
			d.cable(0)
			d.link(0)
			d.repeater(func(r *domain.Repeater) { r.PartitionAfter, r.Ports[1].Disabled = 1, true }, 0, 1)
			d.station(0, func(s *domain.Station) { none(s.Params) }, at(0)...)
			d.station(0, func(s *domain.Station) { none(s.Params) }, at(0)...)
			d.station(1, nil)
		}},
		{"the lockup protection interrupted an output that went nowhere", func(d *drawn) {
			d.link(0)
			d.link(0)
			d.repeater(func(r *domain.Repeater) { r.Lockup, r.Ports[1].Disabled = bt(200), true }, 0, 1)
			d.station(0, nil, at(0)...)
			d.station(1, nil)
		}},
		{"an output that touches another had its frame's number", func(d *drawn) {
			d.cable(0)
			d.link(0)
			d.repeater(func(r *domain.Repeater) { r.Delay = 0 }, 0, 1)
			d.station(0, func(s *domain.Station) { none(s.Params) }, at(0, 0, 0)...)
			d.station(1, nil)
		}},
		{"outputs that touch were two for the lockup protection of the reference", func(d *drawn) {
			d.cable(0)
			d.link(0)
			d.repeater(func(r *domain.Repeater) { r.Delay, r.Lockup = 0, bt(800) }, 0, 1)
			d.station(0, func(s *domain.Station) { none(s.Params) }, at(0, 0, 0)...)
			d.station(1, nil)
		}},
		{"an input that rose in a later round did not rise together with a collision", func(d *drawn) {
			d.link(0)
			d.link(0)
			d.cable(0)
			d.repeater(func(r *domain.Repeater) { r.Delay = 0 }, 0, 1)
			d.repeater(func(r *domain.Repeater) { r.Delay, r.JamDelay = bt(0.25), bt(1) }, 1, 2)
			d.station(0, nil, at(0)...)
			d.station(2, nil, at(0)...)
			d.station(2, nil, at(0)...)
		}},
		{"a collision as an output ended counted as one of that output", func(d *drawn) {
			d.cable(0)
			d.link(0)
			d.repeater(func(r *domain.Repeater) { r.PartitionAfter, r.ReconnectSend = 1, true }, 0, 1)
			d.station(0, func(s *domain.Station) { none(s.Params) }, at(0)...)
			d.station(0, nil, at(1200, 1200)...)
			d.station(1, nil, at(0, 560)...)
		}},
		{"a break began an output as it was interrupted", func(d *drawn) {
			d.link(0)
			d.link(0)
			d.cable(0)
			d.repeater(func(r *domain.Repeater) { r.Delay, r.JamDelay, r.Lockup = bt(40), bt(25), bt(250) }, 0, 1, 2)
			d.station(0, nil, at(22)...)
			d.station(1, nil)
			d.station(2, nil, at(287)...)
		}},
		{"a stretch of output began anew where one output touched the next, for a port that was not watched", func(d *drawn) {
			once := func(s *domain.Station) { s.Params.Gap, s.Params.GapPart1, s.Params.AttemptLimit = bt(1), bt(1), 1 }
			d.link(0)
			d.link(0)
			d.repeater(func(r *domain.Repeater) { r.Delay, r.Variation, r.PartitionAfter = 0, domain.WorstVariation, 1 }, 0, 1)
			d.station(0, func(s *domain.Station) { once(s); s.Params.NoCarrierSense = true }, at(800)...)
			d.station(1, once, at(0, 0)...)
		}},
		{"a station heard an output that ended as a break was over", func(d *drawn) {
			d.link(32)
			d.link(0)
			d.repeater(func(r *domain.Repeater) { r.Delay, r.JamEnd, r.Lockup = 0, 0, bt(100) }, 0, 1)
			d.station(0, full, Frame{0, 87, 1})
			d.station(1, full, Frame{0, 90, 0})
		}},
		{"a station that looks at the carrier when it starts did not see that an output ended then", func(d *drawn) {
			seeing := func(s *domain.Station) { s.Params.MinFrame, s.Params.NoBlindStart = 18, true }
			d.link(128)
			d.link(0)
			d.repeater(func(r *domain.Repeater) { r.JamDelay, r.Lockup = bt(105), bt(100) }, 0, 1)
			d.station(0, seeing, Frame{0, 1518, 1})
			d.station(1, seeing, Frame{bt(1), 18, 0}, Frame{bt(1), 18, 0})
		}},
		{"a damaged frame that came too soon after carrier was taken off the frames received", func(d *drawn) {
			d.link(0)
			d.link(0)
			d.repeater(nil, 0, 1)
			d.station(0, nil, at(0, 0)...)
			d.station(1, func(s *domain.Station) { s.Params.RxGap = bt(97) })
			d.net.Timeline = []medium.Change{{Kind: medium.BitErrors, Segment: "t", Errors: medium.Errors{Good: 0.05}}}
		}},
		{"a port of a repeater counted octets after the header that was sent, not after an early delimiter", func(d *drawn) {
			d.link(0)
			d.link(0)
			d.repeater(nil, 0, 1)
			d.station(0, nil, at(0, 700, 1400, 2100, 2800, 3500, 4200, 4900)...)
			d.station(1, nil)
			d.net.Timeline = []medium.Change{{Kind: medium.BitErrors, Segment: "s", Errors: medium.Errors{Good: 0.05}}}
		}},
		{"the last port left had to wait anew where one of its frames touched the next", func(d *drawn) {
			touching := func(s *domain.Station) { full(s); s.Params.Gap, s.Params.GapPart1 = 0, 0 }
			d.link(0)
			d.link(0)
			d.repeater(func(r *domain.Repeater) { r.JamEnd = bt(500) }, 0, 1)
			d.station(0, touching, at(0, 0, 0)...)
			d.station(1, full, at(100)...)
		}},
		{"bit errors that ended and began at one instant were drawn anew by the reference", func(d *drawn) {
			errors := medium.Errors{Good: 1e-3}
			d.cable(0)
			d.station(0, nil, at(0, 700, 1400, 2100, 2800, 3500, 4200)...)
			d.station(0, nil)
			d.net.Timeline = []medium.Change{
				{Kind: medium.BitErrors, Errors: errors},
				{At: bt(1000), Kind: medium.BitErrors},
				{At: bt(1000), Kind: medium.BitErrors, Errors: errors},
			}
		}},
		{"an input that is longer than one of two limits was not very long", func(d *drawn) {
			d.link(0)
			d.link(0)
			d.link(0)
			d.repeater(func(r *domain.Repeater) { r.Lockup, r.Jabber = bt(3000), bt(1000) }, 0, 1)
			d.repeater(func(r *domain.Repeater) { r.Lockup, r.Jabber = bt(1000), bt(3000) }, 1, 2)
			d.net.Repeaters[1].Ports[0].End.At = 0
			d.station(0, nil, Frame{0, 200, -1})
			d.station(2, nil, Frame{bt(3000), 200, -1})
		}},
		{"the lockup protection measured an output that no port had since one was disabled", func(d *drawn) {
			d.link(15)
			d.cable(0)
			d.repeater(func(r *domain.Repeater) {
				r.Delay, r.JamDelay, r.JamEnd, r.Recovery, r.Lockup, r.PartitionAfter = bt(10), bt(105), bt(300), bt(10), bt(100), 2
			}, 0, 1)
			d.station(0, nil, Frame{0, 162, 1}, Frame{bt(486.5), 85, -1})
			d.station(1, nil, Frame{bt(89), 64, -1}, Frame{bt(511.5), 64, 1})
			d.station(1, nil, Frame{bt(511.5), 64, 0})
			d.net.Timeline = []medium.Change{
				{At: 0, Kind: medium.Deaf, Station: "A", On: true},
				{At: bt(249), Kind: medium.PortOff, Port: "r0/p1", On: true},
				{At: bt(349), Kind: medium.PortOff, Port: "r0/p1"},
			}
		}},
		{"an echo and the next frame of its station began together at a port, which was named after the echo", func(d *drawn) {
			d.cable(128)
			d.link(128)
			d.repeater(func(r *domain.Repeater) { r.JamDelay = bt(25) }, 0, 1)
			d.station(0, func(s *domain.Station) { s.End.At, s.Params.AttemptLimit, s.Params.Gap = 0, 1, bt(160) }, at(0, 0)...)
			d.station(0, func(s *domain.Station) { s.End.At = 0 }, at(0)...)
			d.station(1, nil)
			d.net.Timeline = []medium.Change{{Kind: medium.Terminator, Segment: "s", Missing: medium.RightEnd}}
		}},
		{"what went on after a break had the echo of what was before it", func(d *drawn) {
			d.cable(100)
			d.link(0)
			d.repeater(func(r *domain.Repeater) { r.Variation, r.Lockup = domain.WorstVariation, bt(150) }, 0, 1)
			d.station(0, nil)
			d.station(1, full, Frame{0, 64, 0})
			d.net.Timeline = []medium.Change{{Kind: medium.Terminator, Segment: "s", Missing: medium.RightEnd}}
		}},
		{"a wrong bit in the delimiter of a fast clock was one of the frame: an FCS error, not a fragment", func(d *drawn) {
			d.cable(0)
			d.station(0, nil, at(0)...)
			d.station(0, nil)
			d.net.Timeline = []medium.Change{
				{Kind: medium.Skew, Station: "A", Value: skews[0]},
				{At: bt(62), Kind: medium.BitErrors, Errors: medium.Errors{Good: 1}},
				{At: bt(63), Kind: medium.BitErrors},
			}
		}},
		{"a station that babbled from the instant on at which its clock was fast counted its first slot by an exact one", func(d *drawn) {
			d.link(0)
			d.station(0, nil, at(0, 0)...)
			d.station(0, nil)
			d.net.Timeline = []medium.Change{{Kind: medium.Babble, Station: "B", Value: babbles[1]}, {Kind: medium.Skew, Station: "B", Value: skews[0]}}
		}},
		{"an open end that moved away went on to reflect what was sent from then on", func(d *drawn) {
			d.cable(16)
			d.station(0, func(s *domain.Station) { s.End.At = 0 }, at(0)...)
			d.net.Timeline = []medium.Change{
				{Kind: medium.Terminator, Segment: "s", Missing: medium.RightEnd},
				{At: bt(64), Kind: medium.Length, Segment: "s", Place: bt(18)},
			}
		}},
		{"a test of the collision signal that began as the output ended was a collision in it", func(d *drawn) {
			d.link(0)
			d.link(0)
			d.repeater(func(r *domain.Repeater) {
				r.Variation, r.PartitionAfter, r.Lockup = domain.WorstVariation, 1, bt(576.5)
			}, 0, 1)
			d.station(0, nil)
			d.station(1, nil, at(0, 0, 0)...)
			d.net.Timeline = []medium.Change{{Kind: medium.PortSQETest, Port: "r0/p0", On: true}}
		}},
		{"a short in the middle of a frame: its station had not heard the first part either", func(d *drawn) {
			d.cable(128)
			d.station(0, func(s *domain.Station) { s.End.At, s.Params.NoCollision = 0, true }, at(0, 512)...)
			d.net.Timeline = []medium.Change{
				{Kind: medium.Cut, Segment: "s", On: true, Place: bt(32)},
				{At: bt(512), Kind: medium.Short, Segment: "s", On: true},
			}
		}},
		{"an echo without a delay that had long passed went on for a station that looks at the carrier when it starts", func(d *drawn) {
			d.echoes(48) // a gap there and back
		}},
		{"a signal beside a station that looks at the carrier when it starts went on, though its sender fell silent then", func(d *drawn) {
			d.cable(0)
			d.station(0, func(s *domain.Station) { s.Params.NoBlindStart = true }, at(0, 0)...)
			d.station(0, func(s *domain.Station) { s.Params.NoCarrierSense = true }, at(600)...)
			d.net.Timeline = []medium.Change{{At: bt(672), Kind: medium.Mute, Station: "B", On: true}}
		}},
		{"a station that looks at the carrier when it starts was held by its own echo, though it went deaf then", func(d *drawn) {
			d.echoes(50, medium.Change{At: bt(128), Kind: medium.Deaf, Station: "A", On: true})
		}},
		{"a jabber that began where an echo ended did not hold a station that looks at the carrier when it starts", func(d *drawn) {
			d.echoes(48, medium.Change{At: bt(128), Kind: medium.Jabber, Station: "A", On: true})
			d.net.Segments[0].Jabber, d.net.Segments[0].Unjab = shortJabber(bt(1))
		}},
		{"a station that took its address back after a frame had arrived received it", func(d *drawn) {
			d.addressed(medium.Change{At: bt(512), Address: phy.StationAddress(77), Station: "B"},
				medium.Change{At: bt(612), Address: phy.StationAddress(1), Station: "B"})
		}},
		{"a station that had the address of a frame only while it arrived did not receive it", func(d *drawn) {
			d.addressed(medium.Change{At: bt(500), Address: phy.StationAddress(77), Station: "B"},
				medium.Change{At: bt(579), Address: phy.StationAddress(1), Station: "B"},
				medium.Change{At: bt(600), Address: phy.StationAddress(78), Station: "B"})
		}},
		{"a station that left its address after a frame for another had arrived did not receive it", func(d *drawn) {
			d.addressed(medium.Change{At: bt(500), Address: phy.StationAddress(77), Station: "B"},
				medium.Change{At: bt(510), Address: phy.StationAddress(1), Station: "C"},
				medium.Change{At: bt(579), Address: phy.StationAddress(79), Station: "C"},
				medium.Change{At: bt(580), Address: phy.StationAddress(1), Station: "B"},
				medium.Change{At: bt(600), Address: phy.StationAddress(78), Station: "B"})
		}},
		{"a station that took the address of a frame that a nearer one had received did not receive it", func(d *drawn) {
			d.addressed(takeOver(600)...)
		}},
		{"a station that took the address of a frame that a nearer one had received damaged did not receive it", func(d *drawn) {
			d.addressed(takeOver(600)...)
			for k, on := range []bool{true, false} {
				c := medium.Change{At: bt(float64(300 + 10*k)), Kind: medium.Deaf, Station: "B", On: on}
				d.net.Timeline = slices.Insert(d.net.Timeline, k, c)
			}
		}},
		{"a station behind a hub that took the address of a frame as it was on its way did not receive it", func(d *drawn) {
			d.link(0)
			d.link(0)
			d.link(48)
			d.repeater(nil, 0, 1, 2) // it ends the frame at 584
			d.station(0, nil, Frame{0, 64, 1})
			d.station(1, nil)
			d.station(2, nil)
			d.net.Timeline = takeOver(600)
		}},
		{"an output of no length damaged a frame at a station between it and the frame's sender", func(d *drawn) {
			soon := func(s *domain.Station) { s.End.At, s.Params.Gap, s.Params.GapPart1 = 0, bt(20), bt(20) }
			d.link(0)
			d.cable(100)
			d.repeater(func(r *domain.Repeater) { r.Delay, r.Lockup = 0, bt(576) }, 0, 1)
			d.net.Repeaters[0].Ports[1].End.At = bt(100)
			d.station(0, nil, Frame{0, 64, -1}, Frame{0, 76, -1}) // the hub sends from 672 to 1248, and from 1344 to 1344
			d.station(1, soon, Frame{bt(1000), 64, 2})
			d.station(1, func(s *domain.Station) { s.End.At = bt(30) })
		}},
		{"a station behind a second hub that took the address of a frame that another had received did not receive it", func(d *drawn) {
			for range 4 {
				d.link(0)
			}
			d.repeater(nil, 0, 1, 2)
			d.repeater(nil, 2, 3) // it ends the frame at 592
			d.station(0, nil, Frame{0, 64, 1})
			d.station(1, nil)
			d.station(3, nil)
			d.net.Timeline = takeOver(588)
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			d := &drawn{domainTrial{until: bt(6000)}}
			row.make(d)
			_, err := d.compare()
			require.NoError(t, err)
		})
	}
}

// echoes is a cable with open ends and a station at the left one, which looks at the carrier when it starts and draws
// 0 and then 1. Other changes follow.
func (d *drawn) echoes(length float64, changes ...medium.Change) {
	d.cable(length)
	d.station(0, func(s *domain.Station) {
		s.End.At, s.Params.Header, s.Params.NoBlindStart = 0, 0, true
		s.Backoff = force(s.Params.BackoffLimit, []int{0, 1})
	}, at(0)...)
	ends := medium.Change{Kind: medium.Terminator, Segment: "s", Missing: medium.LeftEnd | medium.RightEnd}
	d.net.Timeline = append([]medium.Change{ends}, changes...)
}

// addressed is a cable of 48 bit times with A at the left end, B 6 bit times from it and C at the right end. A sends
// a frame to B, which ends at B at 582 bit times. Then stations get other addresses.
func (d *drawn) addressed(changes ...medium.Change) {
	d.cable(48)
	d.station(0, func(s *domain.Station) { s.End.At = 0 }, Frame{0, 64, 1})
	d.station(0, func(s *domain.Station) { s.End.At = bt(6) })
	d.station(0, nil)
	for _, c := range changes {
		c.Kind = medium.Ether
		d.net.Timeline = append(d.net.Timeline, c)
	}
}

// takeOver makes C take the address of B at an instant, in bit times.
func takeOver(at float64) []medium.Change {
	return []medium.Change{
		{At: bt(at), Kind: medium.Ether, Address: phy.StationAddress(77), Station: "B"},
		{At: bt(at), Kind: medium.Ether, Address: phy.StationAddress(1), Station: "C"},
	}
}
