package plot

import (
	"errors"
	"fmt"
	"math"

	"github.com/csmacd/csmacd/internal/resource"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium/bus"
)

// setting is what theories know of a network. Lengths and times are in bit times.
type setting struct {
	stations float64 // number of stations that send
	frame    float64 // mean, from destination address to FCS
	header   float64
	gap      float64 // between frames
	slot     float64 // of the backoff
	reach    float64 // propagation between the two stations furthest apart
	rate     float64 // of Poisson traffic: frames per bit time of all stations together
	us       float64 // a bit time, in microseconds
	align    float64 // transmissions start at multiples of it; 0: at any time

	fixed     bool // all frames have one length
	saturated bool // all stations that send always have a frame; else all have Poisson traffic
	listens   bool // carrier sense
	detects   bool // collision detection
}

// toward returns the setting part of the way to another: its numbers are interpolated.
func (s *setting) toward(to *setting, part float64) setting {
	mid := *s
	for _, f := range []struct{ into, from, to *float64 }{
		{&mid.stations, &s.stations, &to.stations}, {&mid.frame, &s.frame, &to.frame}, {&mid.header, &s.header, &to.header},
		{&mid.gap, &s.gap, &to.gap}, {&mid.slot, &s.slot, &to.slot}, {&mid.reach, &s.reach, &to.reach}, {&mid.rate, &s.rate, &to.rate}, {&mid.align, &s.align, &to.align}, {&mid.us, &s.us, &to.us},
	} {
		*f.into = *f.from + float64((*f.to-*f.from)*part)
	}
	return mid
}

// send returns the length of a whole transmission.
func (s *setting) send() float64 { return s.frame + s.header }

// settingOf returns the setting of a scenario. It refuses a scenario to which no theory applies.
func settingOf(sc *scenario.Scenario) (*setting, error) {
	if c := sc.Channel(); c != nil {
		return settingOfChannel(c, float64(sc.Line.BitTime))
	}
	if !sc.Cable() {
		return nil, fmt.Errorf("no theory here is about a medium of kind %s", sc.Kind)
	}
	c := &sc.Config
	bit := float64(c.Params.BitTime)
	s := &setting{us: bit / 1e6, header: float64(c.Params.Header) / bit, gap: float64(c.Params.Gap) / bit, slot: float64(c.Params.SlotTime) / bit, align: float64(c.Params.Align) / bit,
		fixed: true, listens: !c.Params.NoCarrierSense, detects: !c.Params.NoCollision}
	low, high := c.Stations[0].At, c.Stations[0].At
	poisson, saturated := 0, 0
	bits, weight, size := 0.0, 0.0, 0.0
	for i := range c.Stations {
		st := &c.Stations[i]
		low, high = min(low, st.At), max(high, st.At)
		if len(st.Traffic) == 0 {
			continue
		}
		if p := st.Params; p != nil && !alike(p, &c.Params) {
			return nil, fmt.Errorf("the station %q has rules of its own, and theory assumes the same rules for all", st.Name)
		}
		s.stations++
		for k := range st.Traffic {
			src := &st.Traffic[k]
			least, greatest := src.Size.Range()
			sum, cases := src.Size.MeanBits()
			mean, share := float64(sum)/float64(cases), 1.0
			switch src.Kind {
			case traffic.KindSaturated:
				saturated++
			case traffic.KindPoisson:
				poisson++
				share = bit / float64(src.Mean)
				s.rate += share
			default:
				return nil, fmt.Errorf("the station %q has traffic of the kind %s: theory is about stations that always have a frame, or Poisson traffic", st.Name, src.Kind)
			}
			s.fixed = s.fixed && least == greatest && (size == 0 || mean == size)
			size = mean
			bits += float64(mean * share)
			weight += share
		}
	}
	if s.stations == 0 {
		return nil, errors.New("no station sends")
	}
	if saturated > 0 && poisson > 0 {
		return nil, errors.New("some stations always have a frame and others have Poisson traffic: theory assumes the same for all")
	}
	s.saturated, s.frame = saturated > 0, bits/weight
	if s.fixed {
		s.frame = size // the mean without its rounding error
	}
	s.reach = float64(reach(c, high-low)) / bit
	return s, nil
}

// settingOfChannel returns the setting of an ALOHA channel, on which a frame has no header and no gap.
func settingOfChannel(c *resource.Aloha, bit float64) (*setting, error) {
	load, ok := c.Offered()
	if !ok {
		return nil, errors.New("theory is about infinitely many users who send each frame once (users: infinite, load, and backoff: {policy: none, attempts: 1})")
	}
	s := &setting{us: bit / 1e6, frame: float64(c.Frame) / bit, fixed: true}
	s.stations, s.rate = math.Inf(1), load/s.frame
	if c.Slotted {
		s.align = s.frame
	}
	return s, nil
}

func reach[T ~int64](c *bus.Config, length T) T {
	if c.Shape.IsStar() {
		return T(c.Shape.Delay())
	}
	return length
}

// alike reports whether two sets of rules are the same to theory.
func alike(a, b *mac.Params) bool {
	return a.Header == b.Header && a.Gap == b.Gap && a.SlotTime == b.SlotTime && a.Align == b.Align && a.NoCarrierSense == b.NoCarrierSense && a.NoCollision == b.NoCollision
}
