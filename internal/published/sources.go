package published

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"

	"github.com/csmacd/csmacd/internal/run"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// sources is the place of the published numbers and their scenarios.
type sources struct {
	files fs.FS // testdata
	memo  *memo
}

// read reads numbers. A key that is not used is an error.
func (s sources) read(file string, into any) error {
	text, err := fs.ReadFile(s.files, "published/"+file)
	if err != nil {
		return err
	}
	return strict(file, text, into)
}

func strict(what string, text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("published: %s: %w", what, err)
	}
	return nil
}

// scenario reads a scenario, changed as --set would.
func (s sources) scenario(file string, set ...string) (*scenario.Scenario, error) {
	text, err := fs.ReadFile(s.files, path.Join("published", file))
	if err != nil {
		return nil, err
	}
	return scenario.Parse(file, text, scenario.Options{Set: set})
}

// run runs a scenario to its end, with a seed of its own if that is not 0, and with an observer if
// there is one.
func (s sources) run(ctx context.Context, file string, seed uint64, watch medium.Observer, set ...string) (*medium.Result, error) {
	sc, err := s.scenario(file, set...)
	if err != nil {
		return nil, err
	}
	if seed != 0 {
		sc.Config.Seed = seed
	}
	return runConfig(ctx, sc.Config, sc.Duration, watch)
}

// runConfig runs a network to its end, or for a duration that is not 0.
func runConfig(ctx context.Context, c bus.Config, duration phy.Time, watch medium.Observer) (*medium.Result, error) {
	net, err := bus.New(c)
	if err != nil {
		return nil, err
	}
	if watch != nil {
		net.Observe(watch)
	}
	var d run.Driver
	if complete, err := d.Run(ctx, net, duration); err != nil {
		return nil, err
	} else if !complete {
		return nil, ctx.Err()
	}
	return net.Result(), nil
}
