package trace

// batch is a number of complete records, which are written at once.
type batch struct {
	buf  []byte
	ends []int // where each of them ends in buf
}

func newBatch(size int) batch {
	// Room for a record beyond the size, so that the buffer need not grow.
	return batch{buf: make([]byte, 0, size+4096), ends: make([]int, 0, size/64)}
}

func (b *batch) clear() { b.buf, b.ends = b.buf[:0], b.ends[:0] }
