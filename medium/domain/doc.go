// Package domain simulates one collision domain that is more than a cable: segments joined by
// repeaters (IEEE 802.3 clauses 9 and 27), and links with an end that is full duplex.
//
// A [Config] lists segments, which are cables and links, and what is plugged into them: stations
// and the ports of repeaters. [New] makes a [Network], which runs, takes frames and shows its
// figures like that of package bus. Stations follow the same rules as there.
//
// The engine computes carrier at a station when it needs it. What a repeater sends is one signal
// for all stations on its links. Each station hears it after the delay of its link, so that
// stations without a frame cost nothing. Ports that send at instants of their own (the port that is
// received, the last port left of a collision) have signals of their own. On a cable, what each
// station heard is computed station by station.
//
// Terms of this package that the standard does not define:
//
//   - channel: what stations listen to, a cable or what a repeater sends on its links
//   - activity of a repeater: from leaving IDLE until its outputs have ended
//   - main output: what most ports of a repeater send, all at the same instants
//   - flight: a frame on its way, with the signals that carry it
package domain
