package plot

import (
	"fmt"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/experiment"
)

// varied gives the axes that have more than one value in the rows.
func (r *rows) varied() (list []int) {
	for i, col := range r.Columns {
		if col.Kind == experiment.AxisColumn && len(r.values(i)) > 1 {
			list = append(list, i)
		}
	}
	return list
}

// values gives the values of a column, each once, as they come; for no column, one.
func (r *rows) values(column int) (list []string) {
	if column < 0 {
		return []string{""}
	}
	seen := map[string]bool{}
	for _, row := range r.list {
		if v := row[column].Text; !seen[v] {
			seen[v] = true
			list = append(list, v)
		}
	}
	return list
}

// of gives the rows of a line.
func (r *rows) of(value string) (list [][]experiment.Cell) {
	for _, row := range r.list {
		if r.by < 0 || row[r.by].Text == value {
			list = append(list, row)
		}
	}
	return list
}

// pick finds a column of the kinds given.
func (r *rows) pick(word, label string, kinds ...string) (int, error) {
	var names []string
	for i, col := range r.Columns {
		if !slices.Contains(kinds, col.Kind) {
			continue
		}
		// The number of stations is an entry's count.
		if col.Kind == experiment.AxisColumn && (word == spoken(col) || word == col.What) {
			return i, nil
		}
		names = append(names, col.Name)
	}
	name, err := Pick(word, label, names)
	if err != nil {
		return 0, err
	}
	i, _ := r.Find(name)
	return i, nil
}

func (r *rows) names(kinds ...string) (list []string) {
	for _, col := range r.Columns {
		if slices.Contains(kinds, col.Kind) {
			list = append(list, col.Name)
		}
	}
	return list
}

// some lists the first values.
func some(values []string) string {
	if len(values) > 8 {
		return strings.Join(values[:8], ", ") + fmt.Sprintf(" and %d more", len(values)-8)
	}
	return strings.Join(values, ", ")
}
