// Package medium defines what all kinds of shared media have in common: the [Frame], the [Event]
// that an [Observer] sees, and the [Result] of a run.
//
// The media themselves are packages of their own:
//
//   - [github.com/csmacd/csmacd/medium/bus]: the cable and the star of IEEE 802.3
//   - [github.com/csmacd/csmacd/medium/domain]: one collision domain of segments and repeaters, and links with full-duplex ends
//   - [github.com/csmacd/csmacd/medium/lan]: collision domains joined by bridges
//   - [github.com/csmacd/csmacd/medium/t1s]: the bus of 10BASE-T1S, with PLCA or without
//   - [github.com/csmacd/csmacd/medium/aloha]: a channel without carrier sense
//   - [github.com/csmacd/csmacd/medium/store], [github.com/csmacd/csmacd/medium/server], [github.com/csmacd/csmacd/medium/submit]: clients that contend for something other than a medium, and back off in the same way
//
// Each has a Config, a New and a Network that implements [Network], so that one program can run
// them all:
//
//	var net medium.Network
//	net, err := bus.New(bus.Config{...})   // or aloha.New, ...
//	net.Observe(o)                         // before the first Run
//	err = net.Run(10 * phy.Second)         // any number of times, each time further
//	r := net.Result()
//
// Times are in picoseconds ([phy.Time]); sizes are in octets, from destination address to FCS.
//
// An observer says once, when it is attached, which kinds of events it wants and from which stations
// ([Interest]). Events that no observer wants are not computed.
package medium
