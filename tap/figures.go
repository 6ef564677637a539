package tap

// Figures are how well a live run keeps time, and what passed at its hosts.
type Figures struct {
	Speed       float64   `json:"speed"`    // simulated over wall-clock time
	WallSeconds float64   `json:"wall_s"`   // since the run began
	Behind      float64   `json:"behind_s"` // wall-clock time that the machine did not keep up with
	Stalls      uint64    `json:"stalls"`   // occasions of that
	PacingError Lateness  `json:"pacing_error_us"`
	Hosts       []Passage `json:"hosts"` // of the live stations, in order
}

// Lateness is a distribution of how much later than its instant something happened at
// a device, in microseconds of the wall clock.
type Lateness struct {
	Count uint64  `json:"count"`
	Mean  float64 `json:"mean"`
	P50   float64 `json:"p50"`
	P99   float64 `json:"p99"`
	Max   float64 `json:"max"`
}

// Passage is what passed between a live station and its host, in frames.
type Passage struct {
	Station  string `json:"station"`
	In       uint64 `json:"frames_in"`         // taken from the host and queued at the station
	TooShort uint64 `json:"too_short"`         // refused: less than a header of 14 octets
	TooLong  uint64 `json:"too_long"`          // refused: longer than the medium's frames
	Dropped  uint64 `json:"dropped_by_host"`   // lost before the station could take them: the queue before it was full
	Out      uint64 `json:"frames_out"`        // handed to the host
	NotTaken uint64 `json:"not_taken"`         // received, and the host, which was there, did not take them
	Absent   uint64 `json:"absent"`            // received while the host was not there
	Foreign  uint64 `json:"foreign_source"`    // of those taken from the host, sent from an address that is not the station's
	Missed   uint64 `json:"missed"`            // received for such an address, and not handed to the host
	Waiting  bool   `json:"waiting,omitempty"` // the host is not there: it has not come yet, or it may come back
	Left     string `json:"left,omitempty"`    // why the station is no longer there
}
