package draw

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/names"
	"github.com/csmacd/csmacd/internal/scene"
	"github.com/csmacd/csmacd/internal/usage"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/lan"
	"github.com/csmacd/csmacd/phy"
)

// onPath makes a network of several segments and the scene of a path in it. It returns why the path is
// shown.
func (r *stretchRun) onPath(c *lan.Config, ends []string) (what string, err error) {
	a, b, what, meets := 0, 0, "", phy.Time(0)
	switch {
	case len(c.Stations) == 1 && ends == nil:
		what = ", the only station"
	case ends == nil:
		if a, b, meets, what, err = scene.Ends(r.ctx, c, r.end); err == nil {
			what = ", " + what
		} else if !errors.Is(err, medium.ErrInterrupted) {
			err = fmt.Errorf("%s: %w", r.file, err)
		}
	case len(ends) != 2:
		err = usage.Errorf("--path: write the names of two stations: --path A,B")
	default:
		if a, err = stationOf(c, ends[0]); err == nil {
			b, err = stationOf(c, ends[1])
		}
	}
	if err != nil {
		return "", err
	}
	net, err := lan.New(*c)
	if err != nil {
		return "", fmt.Errorf("%s: %w", r.file, err)
	}
	r.net = net
	if r.scene, err = scene.OfPath(net, c, a, b); err != nil {
		return "", usage.Errorf("--path: %w", err)
	}
	r.scene.ChooseFrom(meets)
	if a == b {
		return "the segment of " + net.Name(a) + what, nil
	}
	return fmt.Sprintf("the path from %s to %s%s", net.Name(a), net.Name(b), what), nil
}

// stationOf returns the number of the station with a name.
func stationOf(c *lan.Config, name string) (int, error) {
	name = strings.TrimSpace(name)
	all := make([]string, len(c.Stations))
	for i := range c.Stations {
		all[i] = c.Stations[i].Name
	}
	i := slices.Index(all, name)
	if i < 0 {
		return 0, usage.Errorf("--path: %w as %q; there are %s", scene.ErrStation, name, names.Some(all))
	}
	return i, nil
}
