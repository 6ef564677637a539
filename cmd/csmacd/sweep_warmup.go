package main

import (
	"fmt"
	"io"

	"github.com/csmacd/csmacd/internal/experiment"
)

// tellRestless names the points with runs whose warm-up was not found.
func tellRestless(w io.Writer, out *experiment.Outcome) {
	if len(out.Restless) == 0 {
		return
	}
	fmt.Fprintf(w, "%d of %s did not settle in the first half of every run; the runs that did not are in no figure of points.csv: a longer duration is needed\n", len(out.Restless), several(out.Points, "point"))
	for i, label := range out.Restless {
		if i == mostRows {
			fmt.Fprintf(w, "  and %d more\n", len(out.Restless)-i)
			break
		}
		fmt.Fprintf(w, "  %s\n", label)
	}
}
