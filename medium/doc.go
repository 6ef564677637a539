// Package medium holds what every kind of shared medium has in common: the frame
// that travels, the [Event] that an [Observer] sees, and the [Result] of a run.
//
// The kinds themselves stand in packages of their own below this one. The cable and
// the star of IEEE 802.3 are in medium/bus, a channel without carrier sense in medium/aloha. In
// medium/store, medium/server and medium/submit clients contend for what is not a medium at all. Each has
// a Config, a New and a Network that implements [Network], so that one program runs them all:
//
//	var net medium.Network
//	net, err := bus.New(bus.Config{...}) // or aloha.New, ...
//	net.Observe(o)                       // before the first Run
//	err = net.Run(10 * phy.Second)       // as often as one likes, each time further
//	r := net.Result()
//
// An observer says once which kinds of events it wants, and from what stations ([Interest]). What nobody
// wants is not computed.
package medium
