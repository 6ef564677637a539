package turns

import "github.com/csmacd/csmacd/phy"

// Report is the result of the calculation for a bus. A test of the command holds the names of its
// fields. Those that begin with measured are of a run; they are left out where it has no such value.
type Report struct {
	Bus string `json:"bus,omitempty"` // the segment of a network

	Empty  float64 `json:"cycle_empty_us"` // nobody sends
	Full   float64 `json:"cycle_full_us"`  // the longest in which every node with traffic sends all it may
	Needed float64 `json:"to_timer_min_bits"`

	ToTimer float64 `json:"to_timer_bits"`      // of the coordinator
	Here    float64 `json:"to_timer_here_bits"` // what the PHYs of the file need, which are all alike

	MeasuredEmpty  *float64 `json:"measured_cycle_empty_us,omitempty"`
	MeasuredFull   *float64 `json:"measured_cycle_full_us,omitempty"`
	MeasuredNeeded *float64 `json:"measured_to_timer_bits,omitempty"` // the shortest with which the bus of the file works

	Nodes []Node   `json:"nodes"`
	Notes []string `json:"notes,omitempty"`

	boundless bool // there are no bounds, since a node sends as the coordinator sends its BEACON, or misses BEACONs
	holds     bool // see [bus.holds]
	limits    bool // to_timer_min_bits is that of the limits of clause 147
	ideal     bool
	length    phy.Time
	count     int
}

// Node is a node with PLCA.
type Node struct {
	Name       string   `json:"name"`
	ID         any      `json:"node_id"`         // a number, or several
	Octets     int      `json:"octets"`          // of its longest frame; 0: it has no traffic
	Frames     int      `json:"frames"`          // that it may send in a turn
	Bound      *float64 `json:"access_bound_us"` // the longest wait for the first bit; nil: it has no turn, or may wait without end
	Throughput float64  `json:"throughput"`      // of the line rate, if all nodes with traffic always have frames

	MeasuredWait       *float64 `json:"measured_access_us,omitempty"` // of the frame that waits longest
	MeasuredThroughput *float64 `json:"measured_throughput,omitempty"`

	arrival, turn phy.Time // of the frame that waits longest, and the own turn, in the rhythm of the others
}

func micros(t phy.Time) float64 { return float64(t) / float64(phy.Microsecond) }

// inBits returns a time in bits, with two decimals.
func inBits(t phy.Time) float64 {
	return float64((t*100+bit/2)/bit) / 100
}
