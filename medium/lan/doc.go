// Package lan simulates networks: collision domains joined by bridges.
//
// A [Config] lists segments, which are cables and links, the stations on them, and the devices that
// join them. Repeaters (hubs) repeat every bit, so that what they join is one collision domain.
// Bridges (switches) receive a frame whole and send it on, so that each of their ports is in a
// collision domain of its own. [Config.Domains] returns the domains. A Config must be a tree:
// [Config.Loop] finds a loop.
//
// [New] makes a [Network], which runs, takes frames and returns its figures like any
// [medium.Network].
//
// # Bridges
//
// A bridge works as IEEE 802.1D describes, without the spanning tree. It learns at which port each
// source address is, and forgets an address that it has not heard for the ageing time. A frame for
// a known address is filtered if it came from the port where that address is, and otherwise
// forwarded to that port. Other frames are flooded to all other ports. Frames for the reserved
// addresses 01-80-C2-00-00-00 to -0F go no further. A copy is in the queue of its port from the end
// of the reception plus the bridge's latency. Each port has a MAC, with the rules of its segment.
//
// A station can get another address ([medium.Ether]). A frame keeps the address that it was sent to, and the one
// that its station had when it was queued; bridges know addresses, and not which station has one.
//
// # How a network runs
//
// Every domain has an engine: package [github.com/csmacd/csmacd/medium/bus], or package
// [github.com/csmacd/csmacd/medium/domain] if the domain has repeaters or an end that is full duplex, or
// package [github.com/csmacd/csmacd/medium/t1s] for a bus of 10BASE-T1S whose nodes have PLCA.
// A domain affects another only through whole frames. The engines therefore run apart, each up to
// the earliest instant at which a bridge can queue a frame in its domain. At such a barrier the bridges
// receive what their ports have heard, in order of time, and queue copies.
//
// The limits are far apart. A domain knows the frames that wait in it for other domains, the ends of
// their stations' backoffs, and the next frames that most sources will make. The bridge knows where
// their destinations are. So a domain waits only for those that hold a frame for it. It waits for all if
// a destination is not known, or if a source that always has a frame sends to other domains.
// While a bridge learns, most domains lag behind, and copies wait for them: only the domain that the bridge
// waits for is run in small pieces.
//
// The limits depend on the simulated state alone, and what the domains report is put in order, so
// that the number of workers ([Network.SetWorkers]) changes no result.
//
// A station with a host in virtual time is run from one instant at which the host may receive a frame to
// the next: [Network.Ahead] returns such an instant, and [Network.Arriving] the frames of one.
//
// # Figures
//
// The figures of the network follow a frame from its sender to its end, however many copies bridges
// make of it. The figures of each domain are in [medium.Result].Domains, where a copy is a frame like
// any other, and those of repeaters and bridges in Devices.
package lan
