// Package traffic describes what a station has to send: when each frame arrives at its queue, how
// long the frame is, and its destination.
//
// A [Source] is immutable, and stations may share it. Each station has its own [State] in it, and
// its own stream of random numbers for each purpose. A function makes each kind of source: [At] and
// [Periodic] (frames at given instants), [Saturated], [Poisson], [OnOff], [Think] (a closed loop),
// and [Replay] (the frames of a capture). A program can add its own traffic by implementing
// [Generator]; [From] makes a source of it.
//
//	poisson := traffic.Poisson(5*phy.Millisecond, traffic.Octets(1518), traffic.To{})
//	// 200 frames per second on average, each to a random other station
//	bursts := traffic.OnOff(10*phy.Millisecond, 90*phy.Millisecond, phy.Millisecond, traffic.IMIX(), traffic.To{})
//
// Times are in picoseconds ([phy.Time]); sizes are in octets, from destination address to FCS.
//
// All arithmetic is on integers, so that a run is the same on every platform. Exponential variates
// come from comparisons of uniform ones (John von Neumann, "Various techniques used in connection
// with random digits", 1951), never from a logarithm.
package traffic
