package plot

import (
	"fmt"
	"math"

	"github.com/csmacd/csmacd/internal/experiment"
)

// crossTitle is a column's name where there is little room.
func crossTitle(c experiment.Column) string {
	if of, part := parts(c); of != "" {
		_, figure, _ := cutLast(c.Name)
		if part == "mean" || part == "longest" {
			return part + " " + of
		}
		return of + " " + figure
	}
	if c.Name == "jain" {
		return "Jain"
	}
	return spoken(c)
}

// cutLast takes the part of a name behind its last _ off.
func cutLast(name string) (before, after string, ok bool) {
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == '_' {
			return name[:i], name[i+1:], true
		}
	}
	return name, "", false
}

// crossText writes a value in a few characters: three digits, and its unit if that
// is of time.
func crossText(c experiment.Column, v float64) string {
	if !finite(v) {
		return "–"
	}
	if c.Unit == "us" {
		for _, u := range timeUnits {
			if v >= u.size || u.size == 1 {
				return digits(v/u.size) + " " + u.name
			}
		}
	}
	switch {
	case v >= 1e6:
		return digits(v/1e6) + "M"
	case v >= 1e4:
		return digits(v/1e3) + "k"
	}
	return digits(v)
}

// digits writes three digits, or all before the point.
func digits(v float64) string {
	if math.Abs(v) >= 999.5 {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}
