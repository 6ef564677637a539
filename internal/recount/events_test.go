package recount

import (
	"bufio"
	"bytes"
	"encoding/json"
	"math"
)

// An instant or a length of time, in picoseconds.
type ps = int64

const (
	us  ps = 1_000_000
	ms  ps = 1000 * us
	sec ps = 1000 * ms
)

// event is a line of events (docs/reference/events.md).
type event struct {
	Ps      ps       `json:"ps"`
	Bits    float64  `json:"bits"`
	Station string   `json:"station"`
	Event   string   `json:"event"`
	Frame   int      `json:"frame"`
	Of      string   `json:"of"`
	Attempt int      `json:"attempt"`
	Octets  int      `json:"octets"`
	To      string   `json:"to"`
	Late    bool     `json:"late"`
	Logical bool     `json:"logical"`
	OK      bool     `json:"ok"`
	Until   *float64 `json:"until_bits"`
	Why     string   `json:"why"`
	From    string   `json:"from"`
	Change  string   `json:"change"`
	On      bool     `json:"on"`
	ID      int      `json:"id"`
	Used    bool     `json:"used"`
}

// key names a frame: its sender, and its number among those of that sender.
type key struct {
	sender string
	number int
}

// frame returns the frame that an event is about.
func (e *event) frame() key {
	switch {
	case e.Of != "":
		return key{e.Of, e.Frame}
	case e.Event == "rx_start" || e.Event == "rx_end":
		return key{e.From, e.Frame}
	}
	return key{e.Station, e.Frame}
}

// readEvents reads a file of events.
func readEvents(text []byte) (list []event, err error) {
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		var e event
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	return list, lines.Err()
}

// bitOf returns the bit time in which a file of events has instants in bits.
func bitOf(list []event) ps {
	for _, e := range list {
		if e.Bits > 0 {
			return ps(math.Round(float64(e.Ps) / e.Bits))
		}
	}
	return 1
}
