package bus

import "github.com/csmacd/csmacd/medium/internal/tally"

// digest stands for every transmission of a run.
type digest struct {
	tally.Digest
	stations []stationDigest // as the stations' sums
}

// stationDigest is what the digest needs of a station, for each of its transmissions.
type stationDigest struct {
	name      tally.Name
	fragments uint64 // of its own, among those that all others heard
}
