package path

// Report is the result of the calculation for a network. A test of the command holds the names of
// its fields.
type Report struct {
	OK      bool   `json:"ok"`       // every path is
	Rule543 bool   `json:"rule_543"` // the rule of thumb at 10 Mb/s holds: at most five segments, four repeaters, three cables
	Paths   []Path `json:"paths"`
}

// Path is a path between two stations or ports of bridges, in one direction.
type Path struct {
	From        string    `json:"from"`
	To          string    `json:"to"`
	Segments    []Segment `json:"segments"`
	Delay       float64   `json:"pdv_bits"` // margin included
	Variability *float64  `json:"pvv_bits"` // nil at 100 Mb/s

	// What the engine measures; nil where there is nothing to measure.
	RoundTrip *float64 `json:"measured_round_trip_bits"`
	Gap       *float64 `json:"measured_gap_bits"`

	OK bool `json:"ok"`

	domain    string
	repeaters []repeater
	fast      bool
}

// Segment is a segment on a path.
type Segment struct {
	Name   string  `json:"name"`
	Phy    string  `json:"phy"`
	Length float64 `json:"length_m"` // of the part that is on the path
	Role   string  `json:"role"`
	Bits   float64 `json:"bits"` // contribution to the path delay
}

// repeater is a repeater on a path.
type repeater struct {
	name string
	bits float64
}
