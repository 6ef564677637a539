// Package domain simulates one collision domain that is more than a cable: segments joined by
// repeaters (IEEE 802.3 clauses 9 and 27), and links with an end that is full duplex.
//
// A [Config] lists segments, which are cables and links, and what is plugged into them: stations
// and the ports of repeaters. [New] makes a [Network], which runs, takes frames and shows its
// figures like that of package bus. Stations follow the same rules as there. The
// star of package bus has no repeater, only a delay between stations. Here the repeater itself takes
// part, and [Network.Repeaters] returns what it did.
//
// # Repeaters
//
// A repeater that hears a signal at one port sends it at all others. What it sends begins with a
// whole preamble, its first bit [Repeater].Delay after the first bit in. When a second port receives a
// signal, it sends jam on all ports until at most one port receives a signal, and then on all others
// until that signal ends. If stations collide on the cable of the port that it receives, it sends jam
// on all others. It never sends fewer than 96 bits. A port with many collisions in sequence is
// partitioned: the repeater no longer repeats what it receives there. An output that is longer than
// [Repeater].Lockup is interrupted for 96 bits. At 100 Mb/s the input of a port that jabbers is cut. [DefaultRepeater] has the values of the standard.
//
// The gap between two packets can shrink on its way, because repeaters and transceivers do not
// delay successive packets alike (clause 13.4.2). [Repeater].Variation chooses whether it does.
//
// # Full duplex
//
// An end of a link that is full duplex sends whenever it has a frame and a gap has passed, whatever
// the carrier, and receives at the same time. If the other end is half duplex it takes the signal
// that arrives for a collision: a duplex mismatch, with late collisions at the half end and damaged
// frames at the full end. A full-duplex station can obey PAUSE frames (annex 31B).
//
// # Cost
//
// The engine computes carrier at a station when it needs it. What a repeater sends is one signal
// for all stations on its links. Each station hears it after the delay of its link, so that
// stations without a frame cost nothing. Ports that send at instants of their own (the port that is
// received, the last port left of a collision) have signals of their own. What stations
// on a cable heard is computed for all of them at once where it is the same, and for ranges of places where it is not.
//
// Terms of this package that the standard does not define:
//
//   - channel: what stations listen to, a cable or what a repeater sends on its links
//   - activity of a repeater: from leaving IDLE until its outputs have ended
//   - main output: what most ports of a repeater send, all at the same instants
//   - flight: a frame on its way, with the signals that carry it
package domain
