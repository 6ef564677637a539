package tap

// Figures describe how well a live run kept time, and the frames of its hosts.
type Figures struct {
	Speed       float64   `json:"speed"`    // simulated time divided by wall-clock time
	WallSeconds float64   `json:"wall_s"`   // since the run began
	Behind      float64   `json:"behind_s"` // wall-clock time by which the machine did not keep up
	Stalls      uint64    `json:"stalls"`   // number of occasions on which it did not
	PacingError Lateness  `json:"pacing_error_us"`
	Hosts       []Passage `json:"hosts"` // of the live stations, in order
}

// Lateness is a distribution of delays between an instant of the medium and what happened at a
// device because of it, in microseconds of the wall clock.
type Lateness struct {
	Count uint64  `json:"count"`
	Mean  float64 `json:"mean"`
	P50   float64 `json:"p50"`
	P99   float64 `json:"p99"`
	Max   float64 `json:"max"`
}

// Passage counts the frames between a live station and its host.
type Passage struct {
	Station     string `json:"station"`
	In          uint64 `json:"frames_in"`             // taken from the host and queued at the station
	TooShort    uint64 `json:"too_short"`             // refused: less than a header of 14 octets
	TooLong     uint64 `json:"too_long"`              // refused: longer than the medium's frames
	Dropped     uint64 `json:"dropped_by_host"`       // lost before the station could take them: the queue in front of it was full
	Out         uint64 `json:"frames_out"`            // passed to the host
	NotTaken    uint64 `json:"not_taken"`             // received while the host was there, but not taken by it
	Absent      uint64 `json:"absent"`                // received while the host was not there
	Foreign     uint64 `json:"foreign_source"`        // of those taken from the host: sent from an address other than that of its interface
	Missed      uint64 `json:"missed"`                // received for such an address, and not passed to the host
	Promiscuous bool   `json:"promiscuous,omitempty"` // its interface takes every frame
	Waiting     bool   `json:"waiting,omitempty"`     // the host is not there: it has not come yet, or may come back
	Down        bool   `json:"down,omitempty"`        // its interface is down or has no carrier
	Left        string `json:"left,omitempty"`        // the reason for which the station is no longer there
}
