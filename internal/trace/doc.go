// Package trace writes down what happens in a run, and reads captures back.
//
// A run can be looked at in two ways. As the MAC sees it, it is a list of events: a
// frame is queued, its transmission starts, a collision is detected, jam, backoff.
// [Events] writes those, one JSON object a line, for a program or a notebook to
// read. As the medium sees it, it is a list of transmissions: bits that were on the
// wire from one instant to another. [Capture] writes those as a pcapng file, for
// Wireshark and its kin, and has more to show than a capture of a real network: an
// Ethernet card hides collision fragments, and here each of them is a packet, with
// the attempt it was and the slots that were drawn after it in its comment.
//
// Both are observers ([medium.Observer]): they cost nothing where nobody asks for
// them, and allocate nothing once they run. Both write to an [Output], which keeps
// what is on the disk valid when the disk fills up. Simulated frames have a size and
// no octets; [Simulated] makes those up when a capture wants them, and [Contents] is
// where live frames bring their own.
//
// [ReadCapture] goes the other way: the times and lengths of a capture, and its octets
// where they are asked for, to be sent again as traffic. [Recorder] writes captures for
// it: what the hosts of live stations sent.
package trace
