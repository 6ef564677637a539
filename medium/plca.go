package medium

// PLCABus is what PLCA did on a bus (IEEE 802.3 clause 148). A cycle lasts from the start of a
// coordinator's BEACON to that of its next.
type PLCABus struct {
	Cycles       uint64  `json:"cycles"` // completed
	CycleUs      Spread  `json:"cycle_us"`
	ShareBeacon  float64 `json:"share_beacon"`  // share of time with BEACON on the line
	ShareSilence float64 `json:"share_silence"` // share of time with nothing on the line
	ShareCommit  float64 `json:"share_commit"`  // share of time with COMMIT on the line, and no BEACON
}

// Spread is the range and the mean of a number of values.
type Spread struct {
	Min  float64 `json:"min"`
	Mean float64 `json:"mean"`
	Max  float64 `json:"max"`
}

// PLCANode is what PLCA did at a node.
type PLCANode struct {
	StatusOK           float64 `json:"status_ok"`           // share of time with plca_status OK
	Beacons            uint64  `json:"beacons"`             // sent, or heard: how often the node's count of turns began anew
	TurnsUsed          uint64  `json:"turns_used"`          // own turns in which the node sent a frame
	TurnsYielded       uint64  `json:"turns_yielded"`       // own turns that it did not want when they began
	TurnsLost          uint64  `json:"turns_lost"`          // own turns that it committed to without sending a frame
	LogicalCollisions  uint64  `json:"logical_collisions"`  // attempts that had to wait for the own turn
	PhysicalCollisions uint64  `json:"physical_collisions"` // attempts that met another signal on the line
	RXInTO             uint64  `json:"rxinto"`              // receptions in an own turn
	UnexpectedBeacons  uint64  `json:"unexpb"`              // beacons of another node, heard by a coordinator
	BeaconsBeforeTO    uint64  `json:"bcnbfto"`             // beacons that came before the own turn
	StatusChanges      uint64  `json:"status_changes"`      // of plca_status
}
