package domain

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/csmacd/csmacd/phy"
)

func check(c *Config) error {
	switch {
	case len(c.Stations) == 0:
		return errors.New("a network needs at least one station")
	case len(c.Stations) >= 1<<27:
		return fmt.Errorf("%d stations are more than 2^27", len(c.Stations))
	case c.Warmup < 0 || c.Warmup > phy.MaxTime:
		return errors.New("the warm-up is negative, or more than 30 days")
	}
	names := map[string]bool{}
	ends := make([][]End, len(c.Segments))
	plug := func(who string, e End) error {
		if e.Segment < 0 || e.Segment >= len(c.Segments) {
			return fmt.Errorf("%s is plugged into segment %d, and there are %d", who, e.Segment, len(c.Segments))
		}
		s := &c.Segments[e.Segment]
		switch {
		case e.At < 0 || e.At > phy.MaxTime:
			return fmt.Errorf("%s: its place is negative, or more than 30 days away", who)
		case !s.Link && e.Full:
			return fmt.Errorf("%s: an end on a cable is half duplex", who)
		case s.Link && e.At != 0 && e.At != s.Delay:
			return fmt.Errorf("%s: a link has no place between its ends", who)
		case s.Link && len(ends[e.Segment]) == 2:
			return fmt.Errorf("%s: both ends of link %q are taken", who, s.Name)
		case s.Link && len(ends[e.Segment]) == 1 && ends[e.Segment][0].At == e.At && s.Delay > 0:
			return fmt.Errorf("%s: this end of link %q is taken", who, s.Name)
		}
		ends[e.Segment] = append(ends[e.Segment], e)
		return nil
	}
	for k := range c.Segments {
		s := &c.Segments[k]
		if min(s.Delay, s.TransmittingEnd, s.Middle) < 0 || max(s.Delay, s.TransmittingEnd, s.Middle) > phy.MaxTime {
			return fmt.Errorf("segment %q: a length of time is negative, or more than 30 days", s.Name)
		}
	}
	bit := paramsOf(&c.Stations[0]).BitTime
	for i := range c.Stations {
		s := &c.Stations[i]
		if s.Name == "" || names[s.Name] {
			return fmt.Errorf("station %d: the name %q is empty or taken", i, s.Name)
		}
		names[s.Name] = true
		if s.Address.Group() {
			return fmt.Errorf("station %q: %v is the address of a group", s.Name, s.Address)
		}
		if err := plug(fmt.Sprintf("station %q", s.Name), s.End); err != nil {
			return err
		}
		if err := checkMAC(s, bit, c.Part.Among(len(c.Stations))); err != nil {
			return fmt.Errorf("station %q: %w", s.Name, err)
		}
	}
	return checkRepeaters(c, names, plug)
}

// checkMAC checks what a station has besides its name and its place. It is one of some stations on a
// medium.
func checkMAC(s *Station, bit phy.Time, stations int) error {
	p := paramsOf(s)
	if err := p.Check(); err != nil {
		return err
	}
	if p.BitTime != bit {
		return errors.New("all stations of a collision domain share one bit time")
	}
	if s.Queue < 0 {
		return errors.New("its queue must not be negative")
	}
	for k := range s.Traffic {
		if err := s.Traffic[k].CheckFor(stations, p.MinFrame, p.MaxFrame); err != nil {
			return err
		}
	}
	return nil
}

func checkRepeaters(c *Config, names map[string]bool, plug func(string, End) error) error {
	// Repeaters and the segments between them must be a tree: each is joined to what it meets.
	set := make([]int, len(c.Segments)+len(c.Repeaters))
	for k := range set {
		set[k] = k
	}
	root := func(k int) int {
		for set[k] != k {
			k = set[k]
		}
		return k
	}
	for k := range c.Repeaters {
		r := &c.Repeaters[k]
		if r.Name == "" || names[r.Name] {
			return fmt.Errorf("repeater %d: the name %q is empty or taken", k, r.Name)
		}
		names[r.Name] = true
		times := [...]phy.Time{r.Delay, r.JamDelay, r.JamEnd, r.Recovery, r.PartitionLong, r.Reconnect, r.Lockup, r.Jabber}
		if slices.Min(times[:]) < 0 || slices.Max(times[:]) > phy.MaxTime || r.PartitionAfter < 0 || r.Variation > RandomVariation {
			return fmt.Errorf("repeater %q: a time or a count is negative, or a time more than 30 days", r.Name)
		}
		if len(r.Ports) > math.MaxInt16 {
			return fmt.Errorf("repeater %q: %d ports are more than %d", r.Name, len(r.Ports), math.MaxInt16)
		}
		for _, p := range r.Ports {
			who := fmt.Sprintf("port %q of repeater %q", p.To, r.Name)
			if p.End.Full {
				return fmt.Errorf("%s: a repeater's end is half duplex", who)
			}
			if err := plug(who, p.End); err != nil {
				return err
			}
			a, b := root(p.End.Segment), root(len(c.Segments)+k)
			if a == b {
				return fmt.Errorf("%s: repeaters and segments form a loop", who)
			}
			set[a] = b
		}
	}
	return nil
}
