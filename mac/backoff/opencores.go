package backoff

// OpenCores gives the backoff of the OpenCores Ethernet MAC (eth_random.v,
// eth_txcounters.v), a hardware design that is in many chips and departs from IEEE 802.3
// twice: the range doubles one collision late, and a draw that is not 0 waits a slot too
// many. After failure n it draws r from 0 to 2^min(max(n-1,1),limit)-1, and waits r+1
// slots, or none where r is 0. Its limit is 10; its draws come from a shift register of
// ten bits there, and from the sender's stream here.
func OpenCores(limit int) *Table {
	t := newTable("opencores", limit+1, func(n int) (float64, float64) {
		return 0, float64(uint64(1) << max(0, min(max(n-1, 1), limit, 62)))
	})
	t.lag = 1
	return t
}
