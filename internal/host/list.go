package host

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// List writes the live runs, and the hosts of each that commands can enter.
func List(w io.Writer) error {
	runs, err := Runs()
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if len(runs) > 0 {
		fmt.Fprintln(t, "RUN\tSCENARIO\tHOSTS TO ENTER")
	}
	for _, r := range runs {
		var names []string
		for _, h := range r.Hosts {
			names = append(names, h.Station)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\n", r.ID, r.Scenario, strings.Join(names, " "))
	}
	return errors.Join(err, t.Flush())
}
