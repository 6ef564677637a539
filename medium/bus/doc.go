// Package bus runs stations on a shared half-duplex medium: a cable with a place
// for each of them (10BASE5, 10BASE2, 10BASE-T1S), or a star in which every two
// are the same delay apart (a repeater with its links).
//
// A [Network] is built from a [Config], run for some simulated time, and read:
//
//	net, err := bus.New(bus.Config{Stations: []bus.Station{...}})
//	err = net.Run(phy.Second)
//	fmt.Println(net.Result().Medium.Throughput)
//
// The engine keeps only what can still matter: the signals of which something is
// still on the cable or within a gap of it, and the stations that contend. Carrier
// at a station is computed when it is asked for; an idle station is never visited.
// Where all stations keep to the same rules, their policies are tables of windows
// ([backoff.Table]) and nobody observes, whole contentions are worked off at once. An
// observer ([Network.Observe]) changes no result, but it has every instant visited, at
// some ten times the cost. A delivery hook ([Network.Deliver]) does not.
//
// A program adds frames of its own with [Network.Inject], at any instant that has not been run
// yet. Its frames are queued, deferred and collide as those of [traffic.Source] do:
//
//	err = net.Run(phy.Millisecond)
//	err = net.Inject(0, phy.Millisecond, medium.Frame{Size: 64, Destination: 1})
//	err = net.Run(2 * phy.Millisecond)
//
// The error of a call says by errors.Is whether the frame is refused ([medium.ErrRefused]), the
// station is unknown ([medium.ErrNoStation]) or the run is over ([medium.ErrOver]).
//
// Words of this package that the standard does not have:
//
//   - instant: one picosecond of virtual time, and all that happens in it
//   - agenda: what is to happen, in order of time; the wheel holds its later part
//   - generation: the signals with less than a whole gap between them; an old one is forgotten as a whole
//   - contention round: what goes on the cable between two silences, which is one transmission or those
//     that collide, elsewhere called a contention round; a transmission is one transmission of it
//   - tally: the counts of a run so far
package bus
