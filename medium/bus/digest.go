package bus

import "github.com/csmacd/csmacd/medium/internal/tally"

// digest is a checksum of every transmission of a run.
type digest struct {
	tally.Digest
	stations []stationDigest // indexed like the stations' sums
}

// stationDigest is the part of a station in the digest, updated for each of its transmissions.
type stationDigest struct {
	name      tally.Name
	fragments uint64 // its own fragments, among those that all others heard
}
