package soft

import (
	"slices"
	"sync"
	"time"

	"github.com/csmacd/csmacd/phy"
)

// overheard are the segments that the stations of a live run have sent and received since they were last
// looked at. A stack sends while its socket is used, so that a segment cannot be told to its flow at once.
type overheard struct {
	mu    sync.Mutex
	list  []passing
	began time.Time
	speed float64
	from  []*Station
}

// passing is a segment that leaves a host, or arrives there.
type passing struct {
	host *host
	segment
	left bool
	at   phy.Time
}

// now returns the time of the flows.
func (o *overheard) now() phy.Time {
	return phy.Time(float64(time.Since(o.began))*o.speed) * phy.Nanosecond
}

// listen begins to take note of the segments of a station.
func (o *overheard) listen(s *Station, h *host) {
	hear := func(frame []byte, left bool) {
		t, ok := segmentOf(frame)
		if !ok {
			return
		}
		t.TCP = slices.Clone(t.TCP[:t.DataOffset()])
		o.mu.Lock()
		defer o.mu.Unlock()
		o.list = append(o.list, passing{h, t, left, o.now()})
	}
	s.hear.Store(&hear)
	o.from = append(o.from, s)
}

// stop ends that.
func (o *overheard) stop() {
	for _, s := range o.from {
		s.hear.Store(nil)
	}
}

// taken returns what has been overheard since the last call.
func (o *overheard) taken() []passing {
	o.mu.Lock()
	defer o.mu.Unlock()
	list := o.list
	o.list = nil
	return list
}
