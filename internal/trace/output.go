package trace

import (
	"io"
	"time"
)

// Octets that an Output gathers before it writes. Larger batches compress no better.
const (
	batchSize           = 64 << 10
	batchSizeCompressed = 256 << 10
)

// Output writes records to a file and keeps the file valid: when a write fails, as on a full
// disk, it keeps the error, writes no more, and cuts a regular file back to the end of its last
// complete record, or of the last part that was compressed. A record is a line of events or a
// block of a capture.
//
// A file that [Create] has opened is written by a second goroutine if there is a processor for
// it. Its octets are the same. An Output is not safe for use by several goroutines.
type Output struct {
	batch // complete records only
	sink
	size    int  // octets of a full batch
	rare    bool // Flush writes once a second at most
	hold    bool // only Flush writes
	beside  bool // a second goroutine may write
	second  *second
	flushed time.Time
	err     error // the first, as far as it is known here
}

// NewOutput returns an Output that writes to w; errors use the name given.
func NewOutput(w io.Writer, name string) *Output {
	return &Output{batch: newBatch(batchSize), sink: sink{name: name, w: w}, size: batchSize}
}

// Err returns the first error. Nothing has been written since.
func (o *Output) Err() error {
	if o.err == nil && o.second != nil {
		o.err = o.second.err()
	}
	return o.err
}

// Write writes one complete record.
func (o *Output) Write(record []byte) (int, error) {
	o.commit(append(o.begin(), record...))
	if o.err != nil {
		return 0, o.err
	}
	return len(record), nil
}

// begin lends the buffer: a record is appended to it, and commit takes it back.
func (o *Output) begin() []byte { return o.buf }

// commit takes the buffer back, one record longer.
func (o *Output) commit(b []byte) {
	if o.err != nil {
		return
	}
	o.buf = b
	o.ends = append(o.ends, len(b))
	if len(b) >= o.size && !o.hold {
		o.pass()
	}
}

// pass passes a full batch on.
func (o *Output) pass() {
	if !o.beside {
		o.write()
		return
	}
	if o.second == nil {
		o.second = startSecond(&o.sink, o.size)
	}
	o.batch, o.err = o.second.swap(o.batch)
}

// write writes what has been gathered.
func (o *Output) write() {
	if o.second != nil {
		o.second.wait()
	}
	if o.Err() == nil && len(o.buf) > 0 {
		o.err = o.sink.write(o.batch)
	}
	o.clear()
}

// Flush writes what has been gathered. Of a file that is compressed it writes no more than a
// part in a second, since small parts are hardly smaller than their text, and nobody watches.
func (o *Output) Flush() error {
	if o.rare {
		if time.Since(o.flushed) < time.Second {
			return o.Err()
		}
		o.flushed = time.Now()
	}
	o.write()
	return o.err
}

// Close writes what has been gathered and closes the file, unless it is standard output. It
// returns the first error of all.
func (o *Output) Close() error {
	o.write()
	o.end()
	if err := o.sink.close(); o.err == nil {
		o.err = err
	}
	return o.err
}

// Abandon closes a file to which nothing will be written after all. The old contents stay,
// unless records have been written; a file that Create made is removed.
func (o *Output) Abandon() {
	o.end()
	if o.own {
		o.sink.abandon()
		o.clear()
	}
}

// end ends the second goroutine.
func (o *Output) end() {
	if o.second != nil {
		o.second.end()
		o.second = nil
	}
}
