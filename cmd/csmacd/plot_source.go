package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/names"
	"github.com/csmacd/csmacd/internal/plot"
	"github.com/csmacd/csmacd/internal/usage"
	"github.com/csmacd/csmacd/medium"
)

// outputKind is what csmacd wrote.
type outputKind int

const (
	aCampaign outputKind = iota
	aResult
	someEvents
)

func (k outputKind) String() string {
	return [...]string{"a campaign", "a result", "a file of events"}[k]
}

// kindOfOutput looks at a path: a folder is a campaign, and of a file the beginning
// says.
func kindOfOutput(path string) (outputKind, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, files.Because(path, err)
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return aCampaign, nil
	}
	head := make([]byte, 4096)
	n, _ := bufio.NewReader(f).Read(head)
	head = bytes.TrimSpace(head[:n])
	switch {
	case bytes.HasPrefix(head, []byte(`{"ps":`)):
		return someEvents, nil
	case bytes.HasPrefix(head, []byte("{")) && bytes.Contains(head, []byte(medium.ResultSchema)):
		return aResult, nil
	case n == 0:
		return 0, fmt.Errorf("%s: is empty", path)
	case strings.HasSuffix(path, ".yaml") || strings.HasSuffix(path, ".yml"):
		return 0, fmt.Errorf("%s: is a scenario, and has yet to be run: csmacd run %s --json RESULT.json, or csmacd sweep %s", path, path, path)
	}
	return 0, fmt.Errorf("%s: is neither a result (csmacd run FILE --json), nor events (--events), nor the folder of a campaign (csmacd sweep)", path)
}

// readResult reads a result.
func readResult(path string) (*medium.Result, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, files.Because(path, err)
	}
	r := &medium.Result{}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("%s: is no whole result: %w", path, err)
	}
	if r.Schema != medium.ResultSchema {
		return nil, fmt.Errorf("%s: its schema is %q; this version reads %s", path, r.Schema, medium.ResultSchema)
	}
	return r, nil
}

// resultFigures are the figures of a result.
var resultFigures = []struct {
	name string
	draw func(*medium.Result) (figure.Figure, error)
}{{"attempts", plot.Attempts}, {"delay", plot.Delays}, {"stations", plot.Stations}, {"windows", plot.Windows}}

func plotResult(c *cli.Context, path string) (figure.Figure, error) {
	what := c.String("what")
	if what == "" {
		what = "attempts"
	}
	var known []string
	for _, f := range resultFigures {
		if f.name == what {
			r, err := readResult(path)
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

func plotEvents(c *cli.Context, path string) (figure.Figure, error) {
	what := c.String("what")
	if what == "" {
		what = "time"
	}
	known := false
	for _, name := range plot.EventFigures {
		known = known || name == what
	}
	if !known {
		hint := names.Instead(what, "figures of events", plot.EventFigures)
		if what == "attempts" || what == "stations" {
			hint = "that takes a result: csmacd run FILE --json RESULT.json"
		}
		return figure.Figure{}, usage.Errorf("--what %s: %s", what, hint)
	}
	f, err := os.Open(path)
	if err != nil {
		return figure.Figure{}, files.Because(path, err)
	}
	defer f.Close()
	drawn, err := plot.Events(f, what)
	if err != nil && !errors.Is(err, figure.ErrNothing) {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return drawn, err
}
