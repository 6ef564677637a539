package scene

import (
	"strconv"

	"github.com/csmacd/csmacd/internal/said"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Tell returns a sentence on an event, with the clause of IEEE 802.3 that it follows. The event
// is the one that the scene has just observed, or of a kind that the scene does not ask for.
func (s *Scene) Tell(of *medium.Event) said.Sentence {
	if of.Kind == medium.Changed {
		return said.Of("a change takes effect: %s", medium.ChangeKind(of.ID))
	}
	i, ok := s.Local(of.Station)
	if !ok || i < 0 || int(i) >= len(s.stations) {
		return said.Sentence{Text: of.Kind.String()}
	}
	here := *of
	here.Station = i
	e := &here
	st, t := &s.stations[i], s.last(i)
	name, frame := st.name, s.frame(e, st)
	switch e.Kind {
	case medium.Queued:
		return said.Of("%s has %s, %s, to send to %s", name, frame, counted(e.Frame.Size, "octet"), s.Called(e.Frame.Destination))
	case medium.Defer:
		return s.tellDefer(e)
	case medium.TxStart:
		ignores := !st.rules.NoCarrierSense && !st.full && s.hears(e.Station, e.At)
		switch {
		case e.Attempt > 1 && ignores:
			return said.Of("%s starts %s again at %s, attempt %d and ignores the carrier at its tap, which began in part 2 of its gap (4.2.3.2.2)", name, frame, s.lasts(e.At), e.Attempt)
		case e.Attempt > 1:
			return said.Of("%s starts %s again at %s, attempt %d (4.2.3.2)", name, frame, s.lasts(e.At), e.Attempt)
		case ignores:
			return said.Of("%s starts %s at %s and ignores the carrier at its tap, which began in part 2 of its gap (4.2.3.2.2)", name, frame, s.lasts(e.At))
		}
		return said.Of("%s starts %s at %s (4.2.3.2)", name, frame, s.lasts(e.At))
	case medium.Collision:
		return s.tellCollision(e, t)
	case medium.JamStart:
		return said.Of("%s jams for %s, until %s (4.2.3.2.4)", name, s.lasts(st.rules.Jam), s.number(e.At+st.rules.Jam))
	case medium.TxEnd:
		if e.OK {
			return said.Of("%s sends the last bit of %s at %s", name, frame, s.lasts(e.At))
		}
		return said.Of("%s ends its jam and stops at %s, %s after its first bit", name, s.lasts(e.At), s.lasts(e.At-s.began(e.Station, t)))
	case medium.Backoff:
		return s.tellBackoff(e)
	case medium.Sent:
		if e.Attempt > 1 {
			return said.Of("%s counts %s as sent in attempt %d: it detected no collision (4.2.3.2)", name, frame, e.Attempt)
		}
		return said.Of("%s counts %s as sent: it detected no collision (4.2.3.2)", name, frame)
	case medium.Dropped:
		return s.tellDropped(e)
	case medium.RxStart:
		return said.Of("the first bit of %s reaches %s at %s", s.Called(e.From), name, s.lasts(e.At))
	case medium.RxEnd:
		return s.tellReception(e)
	case medium.CarrierOn:
		if st.full {
			return said.Of("%s's receiver is busy from %s on", name, s.lasts(e.At))
		}
		return said.Of("carrier begins at %s's tap at %s (4.2.3.2.1)", name, s.lasts(e.At))
	case medium.CarrierOff:
		if st.full {
			return said.Of("%s's receiver is idle from %s on", name, s.lasts(e.At))
		}
		return said.Of("carrier ends at %s's tap at %s: the gap lasts until %s unless carrier returns in part 1, which ends at %s (4.2.3.2.1, 4.2.3.2.2)",
			name, s.lasts(e.At), s.number(e.At+st.rules.Gap), s.number(e.At+st.rules.GapPart1))
	case medium.Beacon:
		return said.Of("%s sends a BEACON (148.4.4)", name)
	case medium.Commit:
		return said.Of("%s sends COMMIT in turn %d (148.4.4)", name, e.ID)
	case medium.Turn:
		if e.OK {
			return said.Of("%s uses its turn %d (148.4.4)", name, e.ID)
		}
		return said.Of("%s lets its turn %d pass (148.4.4)", name, e.ID)
	}
	return s.tellDevice(e, name, frame)
}

// tellDevice describes what a port of a repeater or a bridge does.
func (s *Scene) tellDevice(e *medium.Event, port string, frame said.Number) said.Sentence {
	switch e.Kind {
	case medium.RepeatStart:
		if e.Frame.Number == 0 {
			return said.Of("%s begins to send at %s, without a frame to repeat (9.6.6.2)", port, s.lasts(e.At))
		}
		return said.Of("%s repeats %s from %s on (9.6.6.2)", port, frame, s.lasts(e.At))
	case medium.RepeatJam:
		return said.Of("%s sends jam from %s on: the repeater has detected a collision (9.6.6.2)", port, s.lasts(e.At))
	case medium.RepeatEnd:
		if e.OK {
			return said.Of("%s has repeated %s whole at %s", port, frame, s.lasts(e.At))
		}
		return said.Of("%s stops at %s; what it sent is not a whole frame", port, s.lasts(e.At))
	case medium.Partition:
		return said.Of("%s is partitioned at %s: too many collisions followed each other (9.6.6.2)", port, s.lasts(e.At))
	case medium.Reconnect:
		return said.Of("%s is reconnected at %s (9.6.6.2)", port, s.lasts(e.At))
	case medium.MJLP:
		return said.Of("the repeater interrupts its output at %s: it has lasted too long (9.6.5)", s.lasts(e.At))
	case medium.Learn:
		return said.Of("the bridge learns at %s: %s is at %s", s.lasts(e.At), s.Called(e.Frame.Source), port)
	case medium.Age:
		return said.Of("the bridge forgets at %s where %s is: it has heard nothing from it for long", s.lasts(e.At), s.Called(e.Frame.Source))
	case medium.Forward:
		return said.Of("%s has received %s whole at %s: the bridge queues it at the port that leads to %s", port, frame, s.lasts(e.At), s.Called(e.Frame.Destination))
	case medium.Flood:
		return said.Of("%s has received %s whole at %s: it is for %s, and the bridge queues it at all other ports", port, frame, s.lasts(e.At), s.Called(e.Frame.Destination))
	case medium.Filter:
		return said.Of("%s has received %s at %s, and the bridge does not send it on: %s is on the same side", port, frame, s.lasts(e.At), s.Called(e.Frame.Destination))
	}
	return said.Of("%s: %s", port, e.Kind)
}

func (s *Scene) tellDefer(e *medium.Event) said.Sentence {
	st := &s.stations[e.Station]
	signals := s.heard(e.Station, e.At, e.At+1)
	for _, v := range s.lane(e.Station, signals, e.At, e.At+1) {
		switch v.Kind {
		case GapPart1, GapPart2:
			end := v.Until
			if v.Kind == GapPart1 {
				end = v.From + st.rules.Gap
			}
			return said.Of("%s defers at %s: the gap after the last carrier lasts until %s (4.2.3.2.2)", st.name, s.lasts(e.At), s.number(end))
		case OwnGap:
			return said.Of("%s waits at %s for another gap after its backoff, which the standard does not require", st.name, s.lasts(e.At))
		}
	}
	return said.Of("%s defers at %s: it waits until carrier ends at its tap, and then for a gap of %s (4.2.3.2.1)", st.name, s.lasts(e.At), s.lasts(st.rules.Gap))
}

func (s *Scene) tellCollision(e *medium.Event, t *Transmission) said.Sentence {
	st := &s.stations[e.Station]
	start := s.began(e.Station, t)
	jam, end := st.rules.JamAfter(start, e.At)
	switch {
	case e.Late:
		window := st.rules.SlotTime
		if st.rules.LateWindow != 0 {
			window = st.rules.LateWindow
		}
		return said.Of("%s detects the collision at %s, LATE, more than %s after its start (30.3.1.1.10), and jams until %s (4.2.3.2.4)", st.name, s.lasts(e.At), s.lasts(window), s.number(end))
	case e.At-start >= st.rules.Header:
		return said.Of("%s detects the collision at %s, after its preamble, and jams until %s (4.2.3.2.4)", st.name, s.lasts(e.At), s.number(end))
	case st.rules.CutHeader:
		return said.Of("%s detects the collision at %s, in its preamble, which it cuts short, and jams until %s (4.2.3.2.4)", st.name, s.lasts(e.At), s.number(end))
	}
	return said.Of("%s detects the collision at %s, in its preamble, which it completes first; it jams from %s until %s (4.2.3.2.4)", st.name, s.lasts(e.At), s.number(jam), s.number(end))
}

func (s *Scene) tellBackoff(e *medium.Event) said.Sentence {
	st := &s.stations[e.Station]
	switch {
	case e.Slots < 0:
		return said.Of("%s backs off for %s, until %s (4.2.3.2.5)", st.name, s.lasts(e.Until-e.At), s.number(e.Until))
	case e.Range > 0:
		return said.Of("%s draws %d from 0 to %d: it backs off for %s of %s, until %s (4.2.3.2.5)",
			st.name, e.Slots, e.Range-1, counted(e.Slots, "slot"), s.lasts(st.rules.SlotTime), s.number(e.Until))
	}
	return said.Of("%s draws %d: it backs off for %s of %s, until %s (4.2.3.2.5)",
		st.name, e.Slots, counted(e.Slots, "slot"), s.lasts(st.rules.SlotTime), s.number(e.Until))
}

func (s *Scene) tellDropped(e *medium.Event) said.Sentence {
	name := s.stations[e.Station].name
	switch e.Why {
	case medium.QueueFull:
		return said.Of("%s drops frame %d: its queue is full", name, e.Frame.Number)
	case medium.ExcessiveCollisions:
		return said.Of("%s drops frame %d after %s (4.2.3.2.5)", name, e.Frame.Number, counted(int32(e.Attempt), "collision"))
	}
	return said.Of("%s drops frame %d: the collision was late, and %[1]s does not retry after a late collision (4.2.3.2.4)", name, e.Frame.Number)
}

func (s *Scene) tellReception(e *medium.Event) said.Sentence {
	name := s.stations[e.Station].name
	switch {
	case e.OK:
		return said.Of("%s receives frame %d of %s whole at %s: %s (4.2.9)", name, e.Frame.Number, s.Called(e.Frame.Source), s.lasts(e.At), counted(e.Octets, "octet"))
	case e.Why == medium.Fragment:
		return said.Of("%s receives a fragment of %s at %s and discards it: it is too short for a frame (4.2.9)", name, counted(e.Octets, "octet"), s.lasts(e.At))
	case e.Why == medium.TooLong:
		return said.Of("%s receives %s at %s, too many for a frame (4.2.9)", name, counted(e.Octets, "octet"), s.lasts(e.At))
	}
	return said.Of("%s hears overlapping signals or jam until %s, and receives no frame (4.2.9)", name, s.lasts(e.At))
}

// frame is the frame of an event at a station, and whose it is if it is another's.
func (s *Scene) frame(e *medium.Event, at *station) said.Number {
	n := said.Number{Figure: strconv.Itoa(int(e.Frame.Number))}
	n.Text = "frame " + n.Figure
	if s.local != nil && e.Frame.Number > 0 && e.Frame.Source != at.number {
		of := s.Called(e.Frame.Source)
		n.Figure, n.Text = n.Figure+" ("+of+")", n.Text+" of "+of
	}
	return n
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

// number writes a time in bit times, and lasts adds the unit.
func (s *Scene) number(t phy.Time) string { return phy.Decimal(t, s.bit) }
func (s *Scene) lasts(t phy.Time) said.Number {
	n := said.Number{Figure: s.number(t)}
	if n.Text = n.Figure + " bit times"; t == s.bit {
		n.Text = "1 bit time"
	}
	return n
}

// counted is a number of things.
func counted(n int32, thing string) said.Number {
	c := said.Number{Figure: strconv.Itoa(int(n)), Text: "1 " + thing}
	if n != 1 {
		c.Text = c.Figure + " " + thing + "s"
	}
	return c
}
