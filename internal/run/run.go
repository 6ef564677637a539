// Package run runs the network of a scenario from its beginning to its end, and writes the
// outputs of the run.
//
// Commands, sweeps, labs and the page run networks by the same rules. A scenario without a
// duration ends when nothing is left to happen. A network is run in slices of simulated time,
// between which the caller may look at it. A context ends a run between two instants.
package run

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/series"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Finite makes a scenario without a duration end when nothing is left to happen: the condition
// of its until may never be met. Hosts may always have something to say later.
func Finite(s *scenario.Scenario) {
	if s.Duration == 0 && len(s.Attached) == 0 {
		s.Config.Until.Idle = true
	}
}

// End returns the instant up to which a scenario of that duration is run. A duration of 0 means
// that none is set: it ends by a condition, or at the latest instant that can be simulated.
func End(duration phy.Time) phy.Time {
	if duration > 0 {
		return duration
	}
	return phy.MaxTime
}

// ErrTooLong is the error of a run without a duration that no condition has ended.
var ErrTooLong = fmt.Errorf("the run has reached 30 days (%v), the longest time that can be simulated, before its end in until: set a duration, or a condition that holds sooner", phy.MaxTime)

// Driver runs networks, one after the other. A slice is as much simulated time as takes about a
// twentieth of a second, so that a run notices signals and shows progress. The driver remembers
// the length of a slice for the next network. Slices change no result.
type Driver struct {
	// Samplers are sampled at the ends of their intervals. They are not told of the run's end.
	Samplers []*series.Sampler

	// Ran is called after each slice with the instant up to which the network has been run. The
	// run is over, and complete, if it returns false. It may be nil.
	Ran func(now phy.Time) (on bool)

	slice phy.Time
}

// Run runs a network to its end. complete is false if the context, or an error that is not nil,
// ended the run.
func (d *Driver) Run(ctx context.Context, net medium.Network, duration phy.Time) (complete bool, err error) {
	end := End(duration)
	defer context.AfterFunc(ctx, net.Interrupt)()
	d.slice = max(d.slice, 1000*net.BitTime())
	for !net.Done() && net.Now() < end {
		if ctx.Err() != nil {
			return false, nil
		}
		until := end
		if end-net.Now() > d.slice {
			until = net.Now() + d.slice
		}
		for _, s := range d.Samplers {
			until = s.Until(until)
		}
		began := time.Now()
		err := net.Run(until)
		if errors.Is(err, medium.ErrInterrupted) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		for _, s := range d.Samplers {
			s.Sample()
		}
		switch took := time.Since(began); {
		case took < 25*time.Millisecond && until < end:
			d.slice = min(2*d.slice, phy.MaxTime)
		case took > 100*time.Millisecond:
			d.slice = max(1, d.slice/2)
		}
		if d.Ran != nil && !d.Ran(net.Now()) {
			break
		}
	}
	if duration == 0 && !net.Done() && net.Now() >= end {
		return false, ErrTooLong
	}
	return true, nil
}
