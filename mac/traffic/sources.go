package traffic

import (
	"slices"

	"github.com/csmacd/csmacd/phy"
)

// At returns a source of one frame at each of the instants, which may be in any order.
func At(size Size, to To, starts ...phy.Time) Source {
	return Source{Kind: KindFrames, Starts: slices.Sorted(slices.Values(starts)), Size: size, To: to}
}

// Periodic returns a source of count frames: the first at start, each next one an interval later.
func Periodic(size Size, to To, start, interval phy.Time, count int) Source {
	return Source{Kind: KindFrames, Start: start, Interval: interval, Count: count, Size: size, To: to}
}

// Recorded is a frame of [Replay].
type Recorded struct {
	At     phy.Time
	Octets int32 // from destination address to FCS
	To     phy.Address
}

// Replay returns a source of frames that are given one by one, in order of time, such as those of a
// capture. Events show the first frame with the reference ref, and each next one with one more. If
// ref is 0, the frames have no reference.
func Replay(ref uint64, frames ...Recorded) Source {
	s := Source{Kind: KindFrames, Ref: ref, Starts: []phy.Time{}, Octets: []int32{}, Addresses: []phy.Address{}}
	for _, f := range frames {
		s.Starts = append(s.Starts, f.At)
		s.Octets = append(s.Octets, f.Octets)
		s.Addresses = append(s.Addresses, f.To)
	}
	return s
}

// Saturated returns a source that always has a frame waiting: the next one arrives as the last one
// leaves, sent or dropped. It is the load of the classical measurements and models of capacity
// (Boggs, Mogul and Kent 1988; Bianchi 2000).
func Saturated(size Size, to To) Source {
	return Source{Kind: KindSaturated, Size: size, To: to}
}

// Poisson returns a source of a Poisson process: the times between frames are independent and
// exponential. Their mean must be more than 0; the rate is 1/mean.
func Poisson(mean phy.Time, size Size, to To) Source {
	return Source{Kind: KindPoisson, Mean: mean, Size: size, To: to}
}

// OnOff returns a source of bursts. On times, of mean on, and off times, of mean off, alternate.
// Both are exponential (an interrupted process, as in Heffes and Lucantoni 1986). During an on time
// one frame arrives per interval, the first at its beginning; during an off time no frame arrives.
// A run begins with an off time.
func OnOff(on, off, interval phy.Time, size Size, to To) Source {
	return Source{Kind: KindOnOff, On: on, Off: off, Interval: interval, Size: size, To: to}
}

// Think returns a source of a closed loop. After each frame that has left, sent or dropped, the
// station waits for the turnaround and then for an exponential time of mean think; then the next
// frame arrives (a finite source, as in Almes and Lazowska 1979). Either time may be 0.
func Think(turnaround, think phy.Time, size Size, to To) Source {
	return Source{Kind: KindThink, Interval: turnaround, Mean: think, Size: size, To: to}
}

// From returns a source of traffic that a program makes itself. Each station needs a generator of
// its own.
func From(g Generator) Source { return Source{Kind: KindOwn, Own: g} }
