package scene

import (
	"fmt"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Tell returns a sentence on an event, with the clause of IEEE 802.3 that it follows. The event
// is the one that the scene has just observed, or of a kind that the scene does not ask for.
func (s *Scene) Tell(of *medium.Event) string {
	i, ok := s.Local(of.Station)
	if !ok || i < 0 || int(i) >= len(s.stations) {
		return of.Kind.String()
	}
	here := *of
	here.Station = i
	e := &here
	st, t := &s.stations[i], s.last(i)
	name := st.name
	frame := fmt.Sprintf("frame %d", e.Frame.Number)
	if s.local != nil && e.Frame.Number > 0 && e.Frame.Source != st.number {
		frame += " of " + s.Called(e.Frame.Source)
	}
	switch e.Kind {
	case medium.Queued:
		return fmt.Sprintf("%s has %s, %d octets, to send to %s", name, frame, e.Frame.Size, s.Called(e.Frame.Destination))
	case medium.Defer:
		return s.tellDefer(e)
	case medium.TxStart:
		text := fmt.Sprintf("%s starts %s at %s", name, frame, s.bits(e.At))
		if e.Attempt > 1 {
			text = fmt.Sprintf("%s starts %s again at %s, attempt %d", name, frame, s.bits(e.At), e.Attempt)
		}
		if !st.rules.NoCarrierSense && !st.full && s.hears(e.Station, e.At) {
			return text + " and ignores the carrier at its tap, which began in part 2 of its gap (4.2.3.2.2)"
		}
		return text + " (4.2.3.2)"
	case medium.Collision:
		return s.tellCollision(e, t)
	case medium.JamStart:
		return fmt.Sprintf("%s jams for %s, until %s (4.2.3.2.4)", name, s.bits(st.rules.Jam), s.number(e.At+st.rules.Jam))
	case medium.TxEnd:
		if e.OK {
			return fmt.Sprintf("%s sends the last bit of %s at %s", name, frame, s.bits(e.At))
		}
		return fmt.Sprintf("%s ends its jam and stops at %s, %s after its first bit", name, s.bits(e.At), s.bits(e.At-s.began(e.Station, t)))
	case medium.Backoff:
		return s.tellBackoff(e)
	case medium.Sent:
		if e.Attempt > 1 {
			return fmt.Sprintf("%s counts %s as sent in attempt %d: it detected no collision (4.2.3.2)", name, frame, e.Attempt)
		}
		return fmt.Sprintf("%s counts %s as sent: it detected no collision (4.2.3.2)", name, frame)
	case medium.Dropped:
		return s.tellDropped(e)
	case medium.RxStart:
		return fmt.Sprintf("the first bit of %s reaches %s at %s", s.Called(e.From), name, s.bits(e.At))
	case medium.RxEnd:
		return s.tellReception(e)
	case medium.CarrierOn:
		if st.full {
			return fmt.Sprintf("%s's receiver is busy from %s on", name, s.bits(e.At))
		}
		return fmt.Sprintf("carrier begins at %s's tap at %s (4.2.3.2.1)", name, s.bits(e.At))
	case medium.CarrierOff:
		if st.full {
			return fmt.Sprintf("%s's receiver is idle from %s on", name, s.bits(e.At))
		}
		return fmt.Sprintf("carrier ends at %s's tap at %s: the gap lasts until %s unless carrier returns in part 1, which ends at %s (4.2.3.2.1, 4.2.3.2.2)",
			name, s.bits(e.At), s.number(e.At+st.rules.Gap), s.number(e.At+st.rules.GapPart1))
	}
	return s.tellDevice(e, name, frame)
}

// tellDevice describes what a port of a repeater or a bridge does.
func (s *Scene) tellDevice(e *medium.Event, port, frame string) string {
	switch e.Kind {
	case medium.RepeatStart:
		if e.Frame.Number == 0 {
			return fmt.Sprintf("%s begins to send at %s, without a frame to repeat (9.6.6.2)", port, s.bits(e.At))
		}
		return fmt.Sprintf("%s repeats %s from %s on (9.6.6.2)", port, frame, s.bits(e.At))
	case medium.RepeatJam:
		return fmt.Sprintf("%s sends jam from %s on: the repeater has detected a collision (9.6.6.2)", port, s.bits(e.At))
	case medium.RepeatEnd:
		if e.OK {
			return fmt.Sprintf("%s has repeated %s whole at %s", port, frame, s.bits(e.At))
		}
		return fmt.Sprintf("%s stops at %s; what it sent is not a whole frame", port, s.bits(e.At))
	case medium.Partition:
		return fmt.Sprintf("%s is partitioned at %s: too many collisions followed each other (9.6.6.2)", port, s.bits(e.At))
	case medium.Reconnect:
		return fmt.Sprintf("%s is reconnected at %s (9.6.6.2)", port, s.bits(e.At))
	case medium.MJLP:
		return fmt.Sprintf("the repeater interrupts its output at %s: it has lasted too long (9.6.5)", s.bits(e.At))
	case medium.Learn:
		return fmt.Sprintf("the bridge learns at %s: %s is at %s", s.bits(e.At), s.Called(e.Frame.Source), port)
	case medium.Age:
		return fmt.Sprintf("the bridge forgets at %s where %s is: it has heard nothing from it for long", s.bits(e.At), s.Called(e.Frame.Source))
	case medium.Forward:
		return fmt.Sprintf("%s has received %s whole at %s: the bridge queues it at the port that leads to %s", port, frame, s.bits(e.At), s.Called(e.Frame.Destination))
	case medium.Flood:
		return fmt.Sprintf("%s has received %s whole at %s: it is for %s, and the bridge queues it at all other ports", port, frame, s.bits(e.At), s.Called(e.Frame.Destination))
	case medium.Filter:
		return fmt.Sprintf("%s has received %s at %s, and the bridge does not send it on: %s is on the same side", port, frame, s.bits(e.At), s.Called(e.Frame.Destination))
	}
	return port + ": " + e.Kind.String()
}

func (s *Scene) tellDefer(e *medium.Event) string {
	st := &s.stations[e.Station]
	signals := s.heard(e.Station, e.At, e.At+1)
	for _, v := range s.lane(e.Station, signals, e.At, e.At+1) {
		switch v.Kind {
		case GapPart1, GapPart2:
			end := v.Until
			if v.Kind == GapPart1 {
				end = v.From + st.rules.Gap
			}
			return fmt.Sprintf("%s defers at %s: the gap after the last carrier lasts until %s (4.2.3.2.2)", st.name, s.bits(e.At), s.number(end))
		case OwnGap:
			return fmt.Sprintf("%s waits at %s for another gap after its backoff, which the standard does not require", st.name, s.bits(e.At))
		}
	}
	return fmt.Sprintf("%s defers at %s: it waits until carrier ends at its tap, and then for a gap of %s (4.2.3.2.1)", st.name, s.bits(e.At), s.bits(st.rules.Gap))
}

func (s *Scene) tellCollision(e *medium.Event, t *Transmission) string {
	st := &s.stations[e.Station]
	start := s.began(e.Station, t)
	jam, end := st.rules.JamAfter(start, e.At)
	text := fmt.Sprintf("%s detects the collision at %s, ", st.name, s.bits(e.At))
	switch {
	case e.Late:
		window := st.rules.SlotTime
		if st.rules.LateWindow != 0 {
			window = st.rules.LateWindow
		}
		return text + fmt.Sprintf("LATE, more than %s after its start (30.3.1.1.10), and jams until %s (4.2.3.2.4)", s.bits(window), s.number(end))
	case e.At-start >= st.rules.Header:
		return text + fmt.Sprintf("after its preamble, and jams until %s (4.2.3.2.4)", s.number(end))
	case st.rules.CutHeader:
		return text + fmt.Sprintf("in its preamble, which it cuts short, and jams until %s (4.2.3.2.4)", s.number(end))
	}
	return text + fmt.Sprintf("in its preamble, which it completes first; it jams from %s until %s (4.2.3.2.4)", s.number(jam), s.number(end))
}

func (s *Scene) tellBackoff(e *medium.Event) string {
	st := &s.stations[e.Station]
	switch {
	case e.Slots < 0:
		return fmt.Sprintf("%s backs off for %s, until %s (4.2.3.2.5)", st.name, s.bits(e.Until-e.At), s.number(e.Until))
	case e.Range > 0:
		return fmt.Sprintf("%s draws %d from 0 to %d: it backs off for %s of %s, until %s (4.2.3.2.5)",
			st.name, e.Slots, e.Range-1, plural(e.Slots, "slot"), s.bits(st.rules.SlotTime), s.number(e.Until))
	}
	return fmt.Sprintf("%s draws %d: it backs off for %s of %s, until %s (4.2.3.2.5)",
		st.name, e.Slots, plural(e.Slots, "slot"), s.bits(st.rules.SlotTime), s.number(e.Until))
}

func (s *Scene) tellDropped(e *medium.Event) string {
	name := s.stations[e.Station].name
	switch e.Why {
	case medium.QueueFull:
		return fmt.Sprintf("%s drops frame %d: its queue is full", name, e.Frame.Number)
	case medium.ExcessiveCollisions:
		return fmt.Sprintf("%s drops frame %d after %s (4.2.3.2.5)", name, e.Frame.Number, plural(int32(e.Attempt), "collision"))
	}
	return fmt.Sprintf("%s drops frame %d: the collision was late, and %[1]s does not retry after a late collision (4.2.3.2.4)", name, e.Frame.Number)
}

func (s *Scene) tellReception(e *medium.Event) string {
	name := s.stations[e.Station].name
	switch {
	case e.OK:
		return fmt.Sprintf("%s receives frame %d of %s whole at %s: %s (4.2.9)", name, e.Frame.Number, s.Called(e.Frame.Source), s.bits(e.At), plural(e.Octets, "octet"))
	case e.Why == medium.Fragment:
		return fmt.Sprintf("%s receives a fragment of %s at %s and discards it: it is too short for a frame (4.2.9)", name, plural(e.Octets, "octet"), s.bits(e.At))
	case e.Why == medium.TooLong:
		return fmt.Sprintf("%s receives %s at %s, too many for a frame (4.2.9)", name, plural(e.Octets, "octet"), s.bits(e.At))
	}
	return fmt.Sprintf("%s hears overlapping signals or jam until %s, and receives no frame (4.2.9)", name, s.bits(e.At))
}

// hears reports whether another station's signal is on at a tap at an instant, and was just before it.
func (s *Scene) hears(i int32, at phy.Time) bool {
	for _, v := range s.signals(i, s.between(at, at+1)) {
		if v.Station != i && v.rise < at && v.fall > at {
			return true
		}
	}
	return false
}

// Called returns the name of a destination of a frame, by its number in the network.
func (s *Scene) Called(destination int32) string {
	switch {
	case destination == medium.Broadcast:
		return "all"
	case destination >= 0:
		return s.names.Name(int(destination))
	}
	return s.names.Address(destination).String()
}

// number writes a time in bit times, and bits adds the unit.
func (s *Scene) number(t phy.Time) string { return phy.Decimal(t, s.bit) }
func (s *Scene) bits(t phy.Time) string {
	if t == s.bit {
		return "1 bit time"
	}
	return s.number(t) + " bit times"
}

func plural(n int32, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
