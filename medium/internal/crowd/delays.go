package crowd

// EachDelay gives the distribution of the delay so far, in ascending order: how many pieces of work took so
// many nanoseconds, to a thousandth of it. Access delay is the same here, since no work waits in a queue.
func (c *Crowd) EachDelay(access, delay func(ns int64, works uint64)) {
	c.Sums.Delay.Each(access)
	c.Sums.Delay.Each(delay)
}
