package campaign

// readAhead reads the records of a campaign again, in the plan's order, while the rows of those before them are
// written. Tables are written by one goroutine after all runs, so that no other core can help it but in this way.
type readAhead struct {
	full chan *batch // read, in order; closed after the last one
	free chan *batch // to be used again
	stop chan struct{}

	batch *batch // whose records are being returned
	next  int
}

// batch is some records that follow each other.
type batch struct {
	records []reading
	err     error // of the record after them
}

// A batch is so large that handing it over takes no time, and so small that the memory of all is.
const (
	batches   = 3
	batchSize = 64
)

func newReadAhead(c *Campaign) *readAhead {
	a := &readAhead{full: make(chan *batch, batches), free: make(chan *batch, batches), stop: make(chan struct{})}
	for range batches {
		a.free <- &batch{records: make([]reading, 0, batchSize)}
	}
	go a.read(c)
	return a
}

func (a *readAhead) read(c *Campaign) {
	defer close(a.full)
	var b *batch
	for i := range c.points {
		p := &c.points[i]
		for r := range p.want {
			if !p.has(r) {
				continue
			}
			if b == nil {
				select {
				case b = <-a.free:
				case <-a.stop:
					return
				}
			}
			k := len(b.records)
			b.records = b.records[:k+1]
			if b.err = c.files.read(p.runs[r], &b.records[k]); b.err != nil {
				b.records = b.records[:k]
				a.full <- b
				return
			}
			if k+1 == batchSize {
				a.full <- b
				b = nil
			}
		}
	}
	if b != nil {
		a.full <- b
	}
}

// record returns the next record. It is valid until the next call.
func (a *readAhead) record() (*reading, error) {
	if b := a.batch; b != nil && a.next == len(b.records) {
		if b.err != nil {
			return nil, b.err
		}
		b.records = b.records[:0]
		a.free <- b
		a.batch = nil
	}
	if a.batch == nil {
		a.batch, a.next = <-a.full, 0
		if len(a.batch.records) == 0 {
			return nil, a.batch.err
		}
	}
	a.next++
	return &a.batch.records[a.next-1], nil
}

// close ends the reading, and waits for its end.
func (a *readAhead) close() {
	close(a.stop)
	for range a.full {
	}
}
