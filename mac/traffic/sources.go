package traffic

import (
	"slices"

	"github.com/csmacd/csmacd/phy"
)

// At returns the source of a frame at each of some instants, in any order.
func At(size Size, to To, starts ...phy.Time) Source {
	return Source{Kind: KindFrames, Starts: slices.Sorted(slices.Values(starts)), Size: size, To: to}
}

// Periodic returns the source of count frames, the first at start, each an interval after
// the one before.
func Periodic(size Size, to To, start, interval phy.Time, count int) Source {
	return Source{Kind: KindFrames, Start: start, Interval: interval, Count: count, Size: size, To: to}
}

// Recorded is a frame of [Replay].
type Recorded struct {
	At     phy.Time
	Octets int32 // from destination address to FCS
	To     phy.Address
}

// Replay returns the source of frames that are given one by one, in order of time, such as those
// of a capture. Ref is the reference of the first in events, and each next has one more; with ref 0
// no frame has one.
func Replay(ref uint64, frames ...Recorded) Source {
	s := Source{Kind: KindFrames, Ref: ref, Starts: []phy.Time{}, Octets: []int32{}, Addresses: []phy.Address{}}
	for _, f := range frames {
		s.Starts = append(s.Starts, f.At)
		s.Octets = append(s.Octets, f.Octets)
		s.Addresses = append(s.Addresses, f.To)
	}
	return s
}

// Saturated returns the source of a station that always has a frame waiting: the next arrives
// as the last leaves, sent or dropped. It is the load of the classical measurements and models of
// capacity (Boggs, Mogul and Kent 1988; Bianchi 2000).
func Saturated(size Size, to To) Source {
	return Source{Kind: KindSaturated, Size: size, To: to}
}

// Poisson returns the source of a Poisson process: the times between frames are independent and
// exponential, of a mean of more than 0. The rate is 1/mean.
func Poisson(mean phy.Time, size Size, to To) Source {
	return Source{Kind: KindPoisson, Mean: mean, Size: size, To: to}
}

// OnOff returns the source of bursts. On times, of mean on, and off times, of mean off, alternate;
// both are exponential (an interrupted process, as in Heffes and Lucantoni 1986). During an
// on time a frame arrives each interval, the first as it begins; during an off time none does. A run
// begins with an off time.
func OnOff(on, off, interval phy.Time, size Size, to To) Source {
	return Source{Kind: KindOnOff, On: on, Off: off, Interval: interval, Size: size, To: to}
}

// Think returns the source of a closed loop: after each frame that has left, sent or dropped, the
// station waits for the turnaround and an exponential time of mean think, and then has the next one
// (a finite source, as in Almes and Lazowska 1979). Either time may be 0.
func Think(turnaround, think phy.Time, size Size, to To) Source {
	return Source{Kind: KindThink, Interval: turnaround, Mean: think, Size: size, To: to}
}

// From returns the source of a program's own traffic. Each station needs a generator of its own.
func From(g Generator) Source { return Source{Kind: KindOwn, Own: g} }
