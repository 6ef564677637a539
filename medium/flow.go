package medium

// Flow is what happened in a transfer between two hosts with TCP/IP stacks.
type Flow struct {
	Name            string      `json:"name"` // the station and a number: "pc/1"
	From            string      `json:"from"`
	To              string      `json:"to"`
	Kind            string      `json:"kind"`             // "tcp"
	Bytes           int64       `json:"bytes"`            // octets to transfer
	Delivered       int64       `json:"delivered"`        // octets that the receiving application has had, in order
	StartedUs       float64     `json:"started_us"`       // when the sender asked for the connection
	EndedUs         *float64    `json:"ended_us"`         // when the receiver had the last octet; null: not in this run
	GoodputBps      float64     `json:"goodput_bps"`      // bits delivered per second, from the start to the end or the end of the run
	RTT             *RoundTrips `json:"rtt_us"`           // null: none was measured
	Retransmissions uint64      `json:"retransmissions"`  // segments sent again
	Timeouts        uint64      `json:"timeouts"`         // of the retransmission timer
	Discarded       uint64      `json:"discarded"`        // segments of the connection, either way, that a station gave up after too many collisions
	DiscardTimeouts uint64      `json:"discard_timeouts"` // timeouts of a segment that was among them
	OutOfOrder      uint64      `json:"out_of_order"`     // segments that arrived while one before them was missing
	Failed          string      `json:"failed"`           // why the flow ended early; "": it did not
}

// RoundTrips is the distribution of the times from the passing of a segment to the station to the
// arrival of the acknowledgement that covers it, of segments that were sent once and are the newest
// that it covers, in microseconds.
type RoundTrips struct {
	Count uint64  `json:"count"`
	P50   float64 `json:"p50"`
	P95   float64 `json:"p95"`
	P99   float64 `json:"p99"`
	Max   float64 `json:"max"`
}
