package bus

import "github.com/csmacd/csmacd/medium/internal/tally"

// digest stands for every transmission of a run.
type digest struct {
	tally.Digest
	marks []mark // as the stations' sums
}

// mark is what each transmission of a station needs.
type mark struct {
	name      tally.Name
	fragments uint64 // of its own, among those that all others heard
}
