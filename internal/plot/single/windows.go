package single

import (
	"fmt"

	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/medium"
)

// Windows draws how many requests to a server were answered, and how many given up, over time. Each group
// of clients has a panel, and each window a step.
func Windows(r *medium.Result) (figure.Figure, error) {
	if r.Medium.Server == nil || len(r.Medium.Windows) == 0 {
		return figure.Figure{}, fmt.Errorf("the result has no windows: only runs of a server have them, and only if they last at least 5 s: %w", figure.ErrNothing)
	}
	f := figure.Figure{Shared: true}
	if len(r.Groups) == 0 {
		f.Panels = []figure.Panel{windows("", r.Medium.Windows)}
	}
	for i := range r.Groups {
		if g := &r.Groups[i]; g.Server != nil {
			title := g.Name
			if g.Policy != "" && g.Policy != g.Name {
				title += ": " + g.Policy
			}
			f.Panels = append(f.Panels, windows(title, g.Windows))
		}
	}
	return f, nil
}

// windowSeconds is the length of a window.
const windowSeconds = 5

func windows(title string, list []medium.Window) figure.Panel {
	answered, given := figure.Series{Label: "answered", Mark: figure.Steps}, figure.Series{Label: "given up", Mark: figure.Steps}
	for k := range len(list) + 1 {
		at, w := windowSeconds*1e6*float64(k), list[min(k, len(list)-1)] // the last step needs an end
		answered.X, answered.Y = append(answered.X, at), append(answered.Y, w.OK)
		given.X, given.Y = append(given.X, at), append(given.Y, w.TimedOut)
	}
	return figure.Panel{
		Title: title, X: figure.Axis{Label: "time", Unit: "us", Scale: figure.Linear}, Y: figure.Axis{Label: "requests a second"},
		Series: []figure.Series{answered, given},
	}
}
