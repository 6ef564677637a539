package single

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/medium"
)

// event is a line of a file of events, with the fields that figures need.
type event struct {
	PS      int64   `json:"ps"`
	Bits    float64 `json:"bits"`
	Station string  `json:"station"`
	Event   string  `json:"event"`
	Frame   uint64  `json:"frame"`
	Attempt int     `json:"attempt"`
	OK      bool    `json:"ok"`
	Octets  int64   `json:"octets"`
	Slots   int64   `json:"slots"`
	Range   int64   `json:"range"`
	Why     string  `json:"why"`
}

// collector makes a figure of events that it gets one after the other and does not keep.
type collector interface {
	wants() medium.Kinds
	add(*event)
	figure(end *event) (figure.Figure, error)
}

// EventFigures are the names of the figures that [Events] makes.
var EventFigures = []string{"time", "slots", "delay", "fairness"}

// Events reads events as csmacd run --events writes them, and makes the figure of the given name. time is
// throughput and collisions over time, slots the backoffs drawn, delay how long frames waited, fairness
// Jain's index by window. Memory grows with the stations and their queued frames, not with the length of
// the file; fairness takes four more octets for each frame.
func Events(from io.Reader, name string) (figure.Figure, error) {
	var c collector
	switch name {
	case "time":
		c = newOverTime()
	case "slots":
		c = newDraws()
	case "delay":
		c = newWaits()
	case "fairness":
		c = newTurns()
	default:
		return figure.Figure{}, fmt.Errorf("%q is not a figure made of events", name)
	}
	return collect(from, c)
}

// kindMark stands before the kind of an event in its line.
var kindMark = []byte(`"event":"`)

func collect(from io.Reader, c collector) (figure.Figure, error) {
	lines := bufio.NewScanner(from)
	lines.Buffer(make([]byte, 64<<10), 1<<20)
	wanted, seen := c.wants(), medium.Kinds(0)
	var ev, end event
	n := 0
	for lines.Scan() && lines.Err() == nil { // a file that is cut short ends within a line
		line := lines.Bytes()
		n++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		kind, ok := kindOf(line)
		if !ok {
			return figure.Figure{}, fmt.Errorf("line %d is not an event: csmacd run FILE --events EVENTS.jsonl writes events", n)
		}
		if !wanted.Has(kind) {
			continue
		}
		seen |= medium.Of(kind)
		ev = event{}
		if err := json.Unmarshal(line, &ev); err != nil {
			return figure.Figure{}, fmt.Errorf("line %d: %w", n, err)
		}
		if ev.PS < end.PS {
			return figure.Figure{}, fmt.Errorf("line %d: events are not in order of time", n)
		}
		c.add(&ev)
		end = ev
	}
	if err := lines.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			return figure.Figure{}, fmt.Errorf("line %d is longer than an event can be", n+1)
		}
		return figure.Figure{}, err
	}
	if n == 0 {
		return figure.Figure{}, fmt.Errorf("the file is empty: %w", figure.ErrNothing)
	}
	if lacks := wanted &^ seen; seen == 0 || lacks.Has(medium.Queued) && wanted.Has(medium.Queued) {
		return figure.Figure{}, fmt.Errorf("there is no event of the kind %s here: write the file with --events-of senders", firstOf(lacks))
	}
	return c.figure(&end)
}

// kindOf returns the kind of a line without parsing all of it.
func kindOf(line []byte) (medium.Kind, bool) {
	i := bytes.Index(line, kindMark)
	if i < 0 {
		return 0, false
	}
	rest := line[i+len(kindMark):]
	j := bytes.IndexByte(rest, '"')
	if j < 0 {
		return 0, false
	}
	return medium.KindByName(string(rest[:j]))
}

func firstOf(set medium.Kinds) string {
	for k := medium.Kind(0); medium.AllKinds.Has(k); k++ {
		if set.Has(k) {
			return k.String()
		}
	}
	return "wanted"
}

// bitsPerPS returns the rate of the line, from the two time stamps of an event.
func (e *event) bitsPerPS() float64 {
	if e.PS <= 0 || !(e.Bits > 0) || math.IsInf(e.Bits, 0) {
		return 0
	}
	return e.Bits / float64(e.PS)
}
