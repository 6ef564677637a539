// Package trace writes what happens in a run, and reads captures.
//
// A run can be recorded in two ways. To the MAC it is a list of events: a frame is queued, its
// transmission starts, a collision is detected, jam, backoff. [Events] writes these, one JSON
// object a line, for a program or a notebook. On the medium it is a list of transmissions: bits
// that were on the wire from one instant to another. [Capture] writes these as a pcapng file,
// for Wireshark and similar programs. It shows more than a capture of a real network: an
// Ethernet card hides collision fragments, and here each of them is a packet, whose comment
// says which attempt it was and how many slots were drawn after it.
//
// Both are observers ([medium.Observer]): they cost nothing unless they are used, and allocate
// nothing while a network runs. Both write to an [Output], which keeps the file valid when the
// disk fills up. Simulated frames have a size and no octets: [Simulated] makes octets up when a
// capture needs them. Live frames bring their own by way of [Contents].
//
// [ReadCapture] reads the times and lengths of a capture's packets, and their octets if asked
// for, to be sent again as traffic. [Recorder] writes captures for it: what the hosts of live
// stations sent.
package trace
