// Package bus simulates stations on a shared half-duplex medium by IEEE 802.3 clause 4 (CSMA/CD).
// The medium is a cable, on which each station has a place (10BASE5, 10BASE2, 10BASE-T1S), or a
// star, in which the delay between any two stations is the same (a repeater with its links).
//
// A program makes a [Network] from a [Config], runs it for some simulated time, and reads its
// figures:
//
//	net, err := bus.New(bus.Config{Seed: 1, Stations: []bus.Station{
//		{Name: "A", Traffic: []traffic.Source{traffic.Saturated(traffic.Octets(512), traffic.To{})}},
//		{Name: "B", At: phy.Delay(500, 0.77)},     // at the other end of 500 m
//	}})
//	err = net.Run(phy.Second)
//	fmt.Println(net.Result().Medium.Throughput)
//
// Times are in picoseconds ([phy.Time]), and so are places on the cable: a place is its delay from
// the left end, which [phy.Delay] computes from a distance in metres. Sizes are in octets, from
// destination address to FCS. Every run with the same Config has the same result, on every
// platform.
//
// A program adds its own frames with [Network.Inject], at any instant that has not been run yet.
// They are queued, deferred and collide like those of a [traffic.Source]. It receives frames by a
// delivery hook ([Network.Deliver]), which is called for each frame that a station hears whole:
//
//	net.Deliver(1, func(at phy.Time, f medium.Frame) { ... })
//	err = net.Run(phy.Millisecond)
//	err = net.Inject(0, phy.Millisecond, medium.Frame{Size: 64, Destination: 1})
//	err = net.Run(2 * phy.Millisecond)
//
// errors.Is tells whether a call failed because the frame is refused ([medium.ErrRefused]), the
// station does not exist ([medium.ErrNoStation]) or the run is over ([medium.ErrOver]).
//
// The engine keeps only the state that can still matter: the signals that are on the cable or left
// it less than a gap ago, and the stations that contend. It computes carrier at a station when it
// needs it, and never visits an idle station. If all stations have the same gap, and no rules that
// rounds do not know, it processes whole contention rounds at once. If stations decide a gap before they start, it goes
// from start to start where rounds do not apply. Observers ([Network.Observe])
// and delivery hooks see the same events and frames from contention rounds as from instants; they
// change no result.
//
// Terms of this package that the standard does not define:
//
//   - instant: one picosecond of virtual time, and everything that happens in it
//   - agenda: the jobs to come, in order of time; the wheel holds the later ones
//   - generation: signals with less than a whole gap between them; an old generation is forgotten as a whole
//   - contention round: what is on the cable between two silences, either one transmission or several that collide
//   - firm start: one that is known a gap ahead, whatever the station hears until then
//   - listeners: counts of what stations hear of collisions that differ from tap to tap, kept by ranges of places
//   - look: an instant at which a station looks whether the medium is free, if it does not simply start when a gap ends
//   - hearing: the carrier of a crowd of signals, merged in blocks for the stations that wait
//   - row: signals, each joined to one of the few before it, that are one interval of carrier at every tap
//   - tally: the counts of a run so far
package bus
