package crowd

// EachDelay calls its arguments with each delay so far, in nanoseconds, to a thousandth of itself,
// in ascending order, and the number of pieces of work with that delay. The access delay is the
// same here, because no work waits in a queue.
func (c *Crowd) EachDelay(access, delay func(ns int64, works uint64)) {
	c.Sums.Delay.Each(access)
	c.Sums.Delay.Each(delay)
}
