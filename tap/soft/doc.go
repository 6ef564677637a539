// Package soft is a host without a machine: a TCP/IP stack in user space (gVisor's
// netstack), to be a live station's [tap.Link]. So a cable has something on it to ping
// and to fetch from, with no namespace, no TAP device and no privilege.
//
// A [Station] answers ARP, neighbour solicitations and pings, serves what
// [Config.Serve] names, and is a host for Go programs: [Station.Dial],
// [Station.Listen], [Station.ListenPacket] and [Station.Ping] act on the cable.
//
// It says nothing unasked: no router solicitation, no duplicate address detection, no
// group membership report. Its clock is the wall clock.
package soft
