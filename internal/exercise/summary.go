package exercise

import (
	"context"
	"fmt"
	"reflect"
	"strings"

	"github.com/csmacd/csmacd/internal/engine"
	"github.com/csmacd/csmacd/internal/report"
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
)

// Summary returns what csmacd run prints of a run of the lab.
func (w *Work) Summary(ctx context.Context, run, version string) (string, error) {
	r, o, err := w.ranAs(ctx, run)
	if err != nil {
		return "", err
	}
	of := *o.result
	of.Scenario, of.Version, of.Engine = r.Scenario.Name, version, engine.Hash
	var b strings.Builder
	err = report.Summary(&b, &of, r.Scenario.Used())
	return b.String(), err
}

// Counted is what the stations of a run have counted.
type Counted struct {
	Stations []string  `json:"stations"`
	More     int       `json:"more,omitempty"` // stations that are left out
	Rows     []Counter `json:"rows"`           // in the order of a result

	Flows    []string  `json:"flows,omitempty"`    // between hosts
	FlowRows []Figures `json:"flowRows,omitempty"` // in the order of a result
}

// Figures are a number of each flow, under its name in a result.
type Figures struct {
	Name   string    `json:"name"`
	Values []float64 `json:"values"`
}

// Counter is a counter of each station, under its name in a result.
type Counter struct {
	Name   string   `json:"name"`
	Values []uint64 `json:"values"`
}

// mostCounted is the number of stations whose counters are shown beside each other.
const mostCounted = 24

// Counters returns what the stations of a run of the lab have counted, by the names that --json uses.
func (w *Work) Counters(ctx context.Context, run string) (*Counted, error) {
	_, o, err := w.ranAs(ctx, run)
	if err != nil {
		return nil, err
	}
	shown := o.result.Stations[:min(len(o.result.Stations), mostCounted)]
	c := &Counted{Stations: []string{}, More: len(o.result.Stations) - len(shown)}
	for i := range shown {
		c.Stations = append(c.Stations, shown[i].Name)
	}
	for k, field := range reflect.VisibleFields(reflect.TypeFor[mac.Counters]()) {
		row := Counter{Name: field.Name}
		for i := range shown {
			row.Values = append(row.Values, reflect.ValueOf(&shown[i].Counters).Elem().Field(k).Uint())
		}
		c.Rows = append(c.Rows, row)
	}
	c.flows(o.result.Flows[:min(len(o.result.Flows), mostCounted)])
	return c, nil
}

// flows adds the numbers of flows.
func (c *Counted) flows(list []medium.Flow) {
	if len(list) == 0 {
		return
	}
	for i := range list {
		c.Flows = append(c.Flows, list[i].Name)
	}
	for k, field := range reflect.VisibleFields(reflect.TypeFor[medium.Flow]()) {
		row := Figures{Name: field.Tag.Get("json")}
		for i := range list {
			switch v := reflect.ValueOf(&list[i]).Elem().Field(k); v.Kind() {
			case reflect.Int64:
				row.Values = append(row.Values, float64(v.Int()))
			case reflect.Uint64:
				row.Values = append(row.Values, float64(v.Uint()))
			case reflect.Float64:
				row.Values = append(row.Values, v.Float())
			}
		}
		if len(row.Values) > 0 {
			c.FlowRows = append(c.FlowRows, row)
		}
	}
}

// ranAs returns the run with a name, and its outcome.
func (w *Work) ranAs(ctx context.Context, name string) (*Run, *outcome, error) {
	for i := range w.lab.Runs {
		if r := &w.lab.Runs[i]; r.Name == name {
			o, err := w.outcome(ctx, ranKey{i, w.lab.seed()})
			return r, o, err
		}
	}
	return nil, nil, fmt.Errorf("there is no run %s", name)
}
