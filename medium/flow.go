package medium

import "github.com/csmacd/csmacd/phy"

// Flow is what happened between two hosts with TCP/IP stacks.
type Flow struct {
	Name            string   `json:"name"` // the station and a number: "pc/1"
	From            string   `json:"from"`
	To              string   `json:"to"`
	Kind            string   `json:"kind"`             // "tcp", "http", "udp" or "ping"
	Bytes           int64    `json:"bytes"`            // octets to deliver in all; 0: no number was set
	Delivered       int64    `json:"delivered"`        // octets that applications have had: of transfers, of answers (http), of datagrams, of replies (ping)
	StartedUs       float64  `json:"started_us"`       // when the flow began
	EndedUs         *float64 `json:"ended_us"`         // when the last of it was delivered; null: not in this run
	GoodputBps      float64  `json:"goodput_bps"`      // bits delivered per second, from the start to the end or the end of the run
	RTT             *Times   `json:"rtt_us"`           // of segments or pings; null: none was measured
	Retransmissions uint64   `json:"retransmissions"`  // segments sent again
	Timeouts        uint64   `json:"timeouts"`         // of the retransmission timer
	Discarded       uint64   `json:"discarded"`        // segments, either way, that a station gave up after too many collisions
	DiscardTimeouts uint64   `json:"discard_timeouts"` // timeouts of a segment that was among them
	OutOfOrder      uint64   `json:"out_of_order"`     // segments or datagrams that arrived while one before them was missing (tcp, http), or after a later one (udp)
	Failed          string   `json:"failed"`           // the first failure; "": there was none

	Transfers *Tries     `json:"transfers,omitempty"` // tcp
	Requests  *Tries     `json:"requests,omitempty"`  // http
	Datagrams *Datagrams `json:"datagrams,omitempty"` // udp
	Pings     *Datagrams `json:"pings,omitempty"`     // ping
}

// Times is a distribution of times, in microseconds. A percentile is one of the times.
type Times struct {
	Count uint64  `json:"count"`
	P50   float64 `json:"p50"`
	P95   float64 `json:"p95"`
	P99   float64 `json:"p99"`
	Max   float64 `json:"max"`
}

// Tries is what became of transfers or requests.
type Tries struct {
	Count  uint64 `json:"count"`   // that began
	Done   uint64 `json:"done"`    // that were delivered whole
	Failed uint64 `json:"failed"`  // that ended early
	Time   *Times `json:"time_us"` // from the beginning, connection included, to the last octet; null: none was done
}

// Datagrams is what became of datagrams or pings.
type Datagrams struct {
	Sent     uint64  `json:"sent"`      // by the application
	Received uint64  `json:"received"`  // each once
	Lost     uint64  `json:"lost"`      // not received by the end of the flow or of the run
	Delay    *Times  `json:"delay_us"`  // from the sending to the arrival; null: none was measured
	JitterUs float64 `json:"jitter_us"` // of these times (RFC 3550 6.4.1)
}

// FlowState is the state of a flow of TCP at an instant, as its sender of data sees it.
type FlowState struct {
	At              phy.Time
	Flow            int      // its number in the result
	Window          uint32   // congestion window, in segments
	Threshold       uint32   // of slow start, in segments; math.MaxUint32: not set yet
	RTT             phy.Time // smoothed, as the stack estimates it; 0: not known yet
	InFlight        int64    // octets sent and not acknowledged
	Delivered       int64    // octets that applications have had
	Retransmissions uint64   // segments sent again so far
	Timeouts        uint64   // of the retransmission timer so far
}
