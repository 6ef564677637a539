// Package soft is a host in user space: a TCP/IP stack (gVisor's netstack) that is a live station's
// [tap.Link]. With it a station of a cable answers pings and serves files without a namespace, a
// TAP device or any privilege.
//
//	station, err := soft.New(soft.Config{
//		Ether:     phy.StationAddress(0),
//		Addresses: []netip.Prefix{netip.MustParsePrefix("10.0.0.1/24")},
//		Serve:     []string{"http", "discard"},
//	})
//	live, err := tap.NewLive(network, []tap.Port{{Station: 0, Link: station, Queue: 100}, ...}, tap.Options{})
//
// A [Station] answers ARP, neighbour solicitations and pings, and serves what [Config.Serve] names.
// It is also a host for Go programs: the connections of [Station.Dial], [Station.Listen],
// [Station.ListenPacket] and [Station.Ping] run over the cable.
//
// It sends nothing on its own: no router solicitation, no duplicate address detection, no group
// membership report. Its clock is the wall clock.
package soft
