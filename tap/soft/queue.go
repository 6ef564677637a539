package soft

import (
	"errors"
	"io"
	"net"
	"sync"

	"github.com/csmacd/csmacd/tap"
)

// queueLength is the maximum number of frames that wait to be read. TCP fills any queue before it
// slows down: at 10 Mb/s this one holds 80 ms.
const queueLength = 64

// queue holds the frames that the stack has sent and that are not read yet, as octets, so that it
// keeps none of the stack's buffers and its memory is limited.
type queue struct {
	mu      sync.Mutex
	frames  [queueLength][]byte // a ring; its buffers are reused
	first   int
	length  int
	dropped uint64
	closed  bool
	wake    func()
}

// start makes the queue call wake after each frame that is added from now on, and at once if frames
// are waiting.
func (q *queue) start(wake func()) error {
	q.mu.Lock()
	if q.closed || q.wake != nil {
		defer q.mu.Unlock()
		if q.closed {
			return net.ErrClosed
		}
		return errors.New("it has been started already")
	}
	if wake == nil {
		wake = func() {}
	}
	q.wake = wake
	waiting := q.length > 0
	q.mu.Unlock()
	if waiting {
		wake()
	}
	return nil
}

// put adds a frame, given in pieces, or drops it if the queue is full or closed.
func (q *queue) put(pieces [][]byte) {
	q.mu.Lock()
	if q.closed || q.length == queueLength {
		if !q.closed {
			q.dropped++
		}
		q.mu.Unlock()
		return
	}
	slot := &q.frames[(q.first+q.length)%queueLength]
	*slot = (*slot)[:0]
	for _, p := range pieces {
		*slot = append(*slot, p...)
	}
	q.length++
	wake := q.wake
	q.mu.Unlock()
	// Not only if the queue was empty: the reader may have stopped in between.
	if wake != nil {
		wake()
	}
}

// get is Read of [tap.Link].
func (q *queue) get(p []byte) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return 0, io.EOF
	}
	if q.length == 0 {
		return 0, tap.ErrNothing
	}
	frame := q.frames[q.first]
	q.first = (q.first + 1) % queueLength
	q.length--
	copy(p, frame)
	return len(frame), nil
}

// close drops the waiting frames, and wakes the reader, which then learns of it.
func (q *queue) close() {
	q.mu.Lock()
	q.closed, q.length = true, 0
	clear(q.frames[:])
	wake := q.wake
	q.mu.Unlock()
	if wake != nil {
		wake()
	}
}

func (q *queue) drops() uint64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.dropped
}
