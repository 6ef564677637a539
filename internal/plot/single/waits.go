package single

import (
	"github.com/HdrHistogram/hdrhistogram-go"

	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/medium"
)

// waits collects how long frames waited for their last bit to be sent, from the head of the queue and
// from being queued.
type waits struct {
	senders        map[string]*sender
	access, queued *hdrhistogram.Histogram // ns
}

func newWaits() *waits {
	// Three digits, up to a day.
	h := func() *hdrhistogram.Histogram { return hdrhistogram.New(1, 86400e9, 3) }
	return &waits{map[string]*sender{}, h(), h()}
}

func (w *waits) wants() medium.Kinds { return medium.Of(medium.Queued, medium.Sent, medium.Dropped) }

func (w *waits) add(e *event) {
	s := senderOf(w.senders, e.Station)
	switch e.Event {
	case "queued":
		s.queued[e.Frame] = waiting{e.Octets, e.PS}
	case "dropped":
		if e.Why != medium.QueueFull.String() {
			s.left = e.PS // from the head of the queue; a frame refused by a full queue was never there
		}
		delete(s.queued, e.Frame)
	case "sent":
		if q, ok := s.queued[e.Frame]; ok {
			// A longer wait counts as a day: the histogram refuses more.
			_ = w.queued.RecordValue(min((e.PS-q.since)/1000, 86400e9))
			_ = w.access.RecordValue(min((e.PS-max(q.since, s.left))/1000, 86400e9))
			delete(s.queued, e.Frame)
		}
		s.left = e.PS
	}
}

func (w *waits) figure(*event) (figure.Figure, error) {
	n := w.access.TotalCount()
	if n == 0 {
		return figure.Figure{}, figure.ErrNothing
	}
	p := figure.Panel{Y: figure.Axis{Label: "delay", Unit: "us"}}
	for _, d := range []struct {
		label string
		h     *hdrhistogram.Histogram
	}{{"access delay", w.access}, {"delay until sent", w.queued}} {
		s := figure.Series{Label: d.label + ", mean " + figure.Micros(d.h.Mean()/1e3), Mark: figure.Curve}
		last := tail(1 - 1/float64(n))
		for i := range 241 {
			x := last * float64(i) / 240
			s.X = append(s.X, x)
			s.Y = append(s.Y, float64(d.h.ValueAtQuantile(100*share(x)))/1e3)
		}
		p.Series = append(p.Series, s)
	}
	return delayFigure(p, uint64(n)), nil
}
