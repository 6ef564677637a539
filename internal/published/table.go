package published

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// Table is a table of figures for a reader.
type Table struct {
	Head []string
	Rows [][]string
}

func (t *Table) add(cells ...string) { t.Rows = append(t.Rows, cells) }

// String returns the table with aligned columns.
func (t *Table) String() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, row := range append([][]string{t.Head}, t.Rows...) {
		fmt.Fprintln(w, strings.Join(row, "\t")+"\t")
	}
	w.Flush()
	return b.String()
}
