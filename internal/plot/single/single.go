// Package single makes figures of a single run: of its result, or of its events.
package single

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/csmacd/csmacd/internal/compress"
	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/names"
	"github.com/csmacd/csmacd/internal/run"
	"github.com/csmacd/csmacd/internal/usage"
	"github.com/csmacd/csmacd/medium"
)

// resultFigures are the figures of a result, by name.
var resultFigures = []struct {
	name string
	draw func(*medium.Result) (figure.Figure, error)
}{{"attempts", Attempts}, {"delay", Delays}, {"stations", Stations}, {"windows", Windows}}

// OfResult makes a figure of the result in a file; what is the figure's name, "" for the usual one.
func OfResult(path, what string) (figure.Figure, error) {
	what = cmp.Or(what, "attempts")
	var known []string
	for _, f := range resultFigures {
		if f.name == what {
			r, err := run.ReadResult(path)
			if err != nil {
				return figure.Figure{}, err
			}
			return f.draw(r)
		}
		known = append(known, f.name)
	}
	hint := names.Instead(what, "figures of a result", known)
	if what == "time" || what == "slots" || what == "fairness" {
		hint = "that takes events: csmacd run FILE --events EVENTS.jsonl --events-of senders"
	}
	return figure.Figure{}, usage.Errorf("--what %s: %s", what, hint)
}

// OfEvents makes a figure of the events in a file; what is the figure's name, "" for the usual one.
func OfEvents(path, what string) (figure.Figure, error) {
	what = cmp.Or(what, "time")
	if !slices.Contains(EventFigures, what) {
		hint := names.Instead(what, "figures of events", EventFigures)
		if what == "attempts" || what == "stations" {
			hint = "that takes a result: csmacd run FILE --json RESULT.json"
		}
		return figure.Figure{}, usage.Errorf("--what %s: %s", what, hint)
	}
	f, err := compress.Open(path)
	if err != nil {
		return figure.Figure{}, err
	}
	defer f.Close()
	drawn, err := Events(f, what)
	if err != nil && !errors.Is(err, figure.ErrNothing) {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return drawn, err
}
