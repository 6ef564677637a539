package t1s

import (
	"errors"
	"fmt"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// Config describes a multidrop bus of 10BASE-T1S.
type Config struct {
	Seed     uint64
	Warmup   phy.Time // the initial time that the figures do not include
	Until    medium.Until
	Params   mac.Params // the rules of every station that has none of its own; the zero value means those of the line 10base-t1s
	Latency  Latency    // of every station that has none of its own
	Stations []Station

	// Segment is the name of the bus: bit errors and lost beacons are drawn from its stream.
	Segment string

	// Kind is the kind of the medium in results; "" is "bus".
	Kind string

	// Timeline lists what changes during the run, in order of time.
	Timeline []medium.Change

	// Part is the part that the bus has in a larger network; nil if it is a network by itself.
	Part *medium.Part
}

// Station is a node of the bus.
type Station struct {
	bus.Station
	PLCA    *plca.Params // nil: PLCA is off, and the node is plain CSMA/CD
	Latency *Latency     // nil: that of the Config

	// Phase is the instant of the first edge of the MII clock, at least 0 and less than its period.
	// nil: it is drawn from the stream of the station's name.
	Phase *phy.Time
}

func check(c *Config) error {
	switch {
	case len(c.Stations) == 0:
		return errors.New("a network needs at least one station")
	case len(c.Stations) > 1<<16:
		return fmt.Errorf("%d stations are more than 65536", len(c.Stations))
	case c.Warmup < 0 || c.Warmup > phy.MaxTime:
		return errors.New("the warm-up is negative, or more than 30 days")
	}
	if err := c.Latency.Check(); err != nil {
		return err
	}
	names := map[string]bool{}
	for i := range c.Stations {
		s := &c.Stations[i]
		if s.Name == "" || names[s.Name] {
			return fmt.Errorf("station %d: the name %q is empty or taken", i, s.Name)
		}
		names[s.Name] = true
		if err := c.checkStation(s, c.Part.Among(len(c.Stations))); err != nil {
			return fmt.Errorf("station %q: %w", s.Name, err)
		}
	}
	return nil
}

// checkStation checks what a station has besides its name. Its traffic draws among some stations.
func (c *Config) checkStation(s *Station, among int) error {
	p := c.paramsOf(s)
	latency := c.latencyOf(s)
	if err := p.Check(); err != nil {
		return err
	}
	if err := latency.Check(); err != nil {
		return err
	}
	switch {
	case p.BitTime != plca.Bit:
		return errors.New("the bit time of 10BASE-T1S is 100 ns")
	case s.Address.Group():
		return fmt.Errorf("%v is the address of a group", s.Address)
	case s.At < 0 || s.At > phy.MaxTime:
		return errors.New("its place is negative, or more than 30 days away")
	case s.Queue < 0:
		return errors.New("its queue must not be negative")
	case s.Phase != nil && (*s.Phase < 0 || *s.Phase > 0 && *s.Phase >= latency.MII):
		return errors.New("the phase of its MII clock must be at least 0, and less than the period")
	}
	if err := CheckRules(&p, s.PLCA != nil); err != nil {
		return err
	}
	if s.PLCA != nil {
		if err := s.PLCA.Check(); err != nil {
			return err
		}
	}
	for k := range s.Traffic {
		if err := s.Traffic[k].CheckFor(among, p.MinFrame, p.MaxFrame); err != nil {
			return err
		}
	}
	return nil
}

// CheckRules reports rules of a MAC that a bus with PLCA or latencies does not have, and a shortest frame that is
// too short for a node with PLCA. It names them as scenarios do.
func CheckRules(p *mac.Params, plcaOn bool) error {
	for _, unlike := range []struct {
		name string
		set  bool
	}{
		{"ifg_after_backoff", p.GapAfterBackoff}, {"persistence", p.NonPersistent || p.Persist != 0}, {"align", p.Align != 0}, {"rx_gap", p.RxGap != 0},
	} {
		if unlike.set {
			return fmt.Errorf("%s is not possible on a bus with PLCA or latencies", unlike.name)
		}
	}
	if plcaOn && p.Duration(p.MinFrame) < plca.DelayLine {
		return errors.New("with PLCA the shortest frame must be longer than the delay line: at least 42 octets")
	}
	return nil
}

// paramsOf returns the rules of a station.
func (c *Config) paramsOf(s *Station) mac.Params {
	switch {
	case s.Params != nil:
		return *s.Params
	case c.Params != (mac.Params{}):
		return c.Params
	}
	line, _ := phy.LineByName("10base-t1s")
	return mac.For(line)
}

// latencyOf returns the latencies of a station.
func (c *Config) latencyOf(s *Station) Latency {
	if s.Latency != nil {
		return *s.Latency
	}
	return c.Latency
}
