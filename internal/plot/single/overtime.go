package single

import (
	"fmt"

	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/palette"
	"github.com/csmacd/csmacd/medium"
)

// overTime collects throughput and collisions over time.
type overTime struct {
	senders  map[string]*sender
	sent     bins // bits
	collided bins // attempts
	rate     float64
}

// sender is the state of a station: its queued frames, and when its transmission began.
type sender struct {
	queued map[uint64]waiting
	start  int64
	left   int64 // when the frame before left
}

type waiting struct {
	octets int64
	since  int64 // ps
}

func newOverTime() *overTime {
	return &overTime{senders: map[string]*sender{}, sent: bins{width: 1e5}, collided: bins{width: 1e5}}
}

func (o *overTime) wants() medium.Kinds {
	return medium.Of(medium.Queued, medium.TxStart, medium.TxEnd, medium.Sent, medium.Dropped)
}

func senderOf(all map[string]*sender, name string) *sender {
	s := all[name]
	if s == nil {
		s = &sender{queued: map[uint64]waiting{}}
		all[name] = s
	}
	return s
}

func (o *overTime) add(e *event) {
	if r := e.bitsPerPS(); r > 0 {
		o.rate = r
	}
	s := senderOf(o.senders, e.Station)
	switch e.Event {
	case "queued":
		s.queued[e.Frame] = waiting{e.Octets, e.PS}
	case "tx_start":
		s.start = e.PS
	case "tx_end":
		if e.OK {
			o.sent.over(s.start, e.PS, float64(8*s.queued[e.Frame].octets))
		} else {
			o.collided.at(s.start, 1)
		}
	case "sent", "dropped":
		delete(s.queued, e.Frame)
	}
}

func (o *overTime) figure(end *event) (figure.Figure, error) {
	if o.rate == 0 {
		return figure.Figure{}, fmt.Errorf("nothing happens after time 0: %w", figure.ErrNothing)
	}
	x, sent, width := o.sent.rates(end.PS)
	cx, collided, cwidth := o.collided.rates(end.PS)
	for i := range sent {
		sent[i] /= o.rate
	}
	for i := range collided {
		collided[i] *= 1e12
	}
	time := figure.Axis{Label: "time", Unit: "us"}
	note := "in steps of " + figure.Micros(float64(width)/1e6)
	if cwidth != width {
		note += ", and of " + figure.Micros(float64(cwidth)/1e6)
	}
	return figure.Figure{Note: note, Panels: []figure.Panel{
		{X: time, Y: figure.Axis{Label: "sent", Unit: "share of the line rate"}, Series: []figure.Series{{X: x, Y: sent, Mark: figure.Steps, Of: "throughput"}}},
		{X: time, Y: figure.Axis{Label: palette.Legend["collided"], Unit: "1/s"}, Series: []figure.Series{{X: cx, Y: collided, Mark: figure.Steps, Of: "collisions"}}},
	}}, nil
}
