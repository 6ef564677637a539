package tally

// Each gives the distribution in ascending order: how many frames had a delay of so many
// nanoseconds, to a thousandth of it, the least that counts as the same.
func (d *Delays) Each(f func(ns int64, frames uint64)) {
	if d.count == 0 {
		return
	}
	// The histogram's own walk makes a list of all buckets on the way, the empty ones
	// too. Three significant figures take 2048 buckets of one each, and 1024 to every
	// doubling from there on.
	const half = 1024
	seen := uint64(0)
	for i, n := range d.histogram.Export().Counts {
		if n == 0 {
			continue
		}
		ns := int64(i)
		if double := i/half - 1; double > 0 {
			ns = int64(half+i%half) << double
		}
		f(ns, uint64(n))
		if seen += uint64(n); seen == d.count {
			return
		}
	}
}
