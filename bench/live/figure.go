package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// figure is a row of the table: one number, or a few that belong together.
type figure struct {
	Name   string    `json:"figure"`
	Values []float64 `json:"values"`
	Unit   string    `json:"unit,omitempty"`
	Target string    `json:"target,omitempty"` // in words
	Met    *bool     `json:"met,omitempty"`    // nil if there is no target
	NS3    string    `json:"ns3,omitempty"`    // the figure of ns-3's TapBridge, measured on another day
	How    string    `json:"how"`
}

// atMost and atLeast set a figure's target, for its first value.
func (f figure) atMost(limit float64) figure {
	met := f.Values[0] <= limit
	f.Target, f.Met = "at most "+plain(limit), &met
	return f
}

func (f figure) atLeast(limit float64) figure {
	met := f.Values[0] >= limit
	f.Target, f.Met = "at least "+plain(limit), &met
	return f
}

func (f figure) target() string {
	switch {
	case f.Met == nil:
		return f.Target
	case *f.Met:
		return f.Target + ": met"
	}
	return f.Target + ": **missed**"
}

func (f figure) text() string {
	var words []string
	for _, x := range f.Values {
		words = append(words, plain(x))
	}
	return strings.TrimSpace(strings.Join(words, ", ") + " " + f.Unit)
}

// plain returns a number with three digits; a whole number has no decimals.
func plain(x float64) string {
	switch {
	case math.IsNaN(x):
		return "-"
	case x == math.Trunc(x) && math.Abs(x) < 1e9, math.Abs(x) >= 100:
		return fmt.Sprintf("%.0f", x)
	}
	digits := 2 - int(math.Floor(math.Log10(math.Abs(x))))
	return fmt.Sprintf("%.*f", min(max(digits, 0), 4), x)
}

// quantile returns the element of a sorted list that a share of the list does not exceed.
func quantile(sorted []float64, share float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	rank := int(math.Ceil(share * float64(len(sorted))))
	return sorted[min(max(rank, 1), len(sorted))-1]
}

// jain returns Jain's index of fairness: 1 if all are equal, 1/n if one of n has everything.
func jain(list []float64) float64 {
	sum, squares := 0.0, 0.0
	for _, x := range list {
		sum += x
		squares += x * x
	}
	if squares == 0 {
		return math.NaN()
	}
	return sum * sum / (float64(len(list)) * squares)
}

// spread is the range of a figure over several runs of a simulation.
type spread struct{ low, middle, high float64 }

func spreadOf(list []float64) spread {
	sorted := slices.SortedFunc(slices.Values(list), cmp.Compare[float64])
	return spread{quantile(sorted, 0), quantile(sorted, 0.5), quantile(sorted, 1)}
}

func (s spread) String() string {
	return fmt.Sprintf("simulated %s to %s, median %s", plain(s.low), plain(s.high), plain(s.middle))
}

func printTable(w io.Writer, list []figure) {
	table := [][]string{{"figure", "measured", "target", "ns-3", "how"}}
	for _, f := range list {
		table = append(table, []string{f.Name, f.text(), f.target(), f.NS3, f.How})
	}
	widths := make([]int, len(table[0]))
	for _, line := range table {
		for i, word := range line[:len(line)-1] { // the last column may be as long as it needs
			widths[i] = max(widths[i], len(word))
		}
	}
	for n, line := range table {
		for i, word := range line {
			fmt.Fprintf(w, "| %-*s ", widths[i], word)
		}
		fmt.Fprintln(w, "|")
		if n == 0 {
			for _, width := range widths {
				fmt.Fprint(w, "|", strings.Repeat("-", max(width, 1)+2))
			}
			fmt.Fprintln(w, "|")
		}
	}
}
