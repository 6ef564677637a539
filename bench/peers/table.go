package main

import (
	"fmt"
	"io"
	"math"
	"strings"
)

// printTables writes the measurements in Markdown: first the results, then the speed.
func printTables(w io.Writer, rows []row) {
	if len(rows) == 0 {
		return
	}
	fmt.Fprintf(w, "Results: utilisation (DA to FCS), attempts per delivered frame, frames given up per 1000 delivered.\n"+
		"Differences from ns-2 are in per cent; * exceeds the interval of 99 %%.\n\n")
	table := [][]string{{"stations, octets", "window", "ns-2", "csmacd as ns2", "differs", "csmacd", "differs", "ns-3", "toy"}}
	for _, r := range rows {
		theirs := r.find("ns-2 Splay")
		if theirs == nil {
			theirs = r.find("ns-2 NoDup") // it has the same results
		}
		line := []string{r.name(), r.window(), deliver(r.cell, theirs)}
		for _, name := range []string{"csmacd as ns2", "csmacd"} {
			ours := r.find(name)
			line = append(line, deliver(r.cell, ours), differ(r.cell, ours, theirs))
		}
		line = append(line, deliver(r.cell, r.find("ns-3")), deliver(r.cell, r.find("toy")))
		table = append(table, line)
	}
	printTable(w, table)

	fmt.Fprintf(w, "\nThe cost of a delivered frame: ns of user time, setup excluded; and csmacd's speed relative to ns-2's (the faster\n"+
		"scheduler; then with the other channel) and to ns-3's. Compared with the toy: the time of an attempt.\n\n")
	table = [][]string{{"stations, octets", "ns-2 Calendar", "Splay", "NoDup", "ns-3", "csmacd", "toy",
		"ns-2 / csmacd", "NoDup / csmacd", "ns-3 / csmacd", "ns per attempt: csmacd", "toy", "csmacd / toy"}}
	for _, r := range rows {
		frame := func(name string) float64 { return r.cost(name, (*sample).frame) }
		attempt := func(name string) float64 { return r.cost(name, (*sample).attempt) }
		calendar, splay, noDup := frame("ns-2 Calendar"), frame("ns-2 Splay"), frame("ns-2 NoDup")
		line := []string{r.name()}
		for _, x := range []float64{
			calendar, splay, noDup, frame("ns-3"), frame("csmacd"), frame("toy"),
			min(calendar, splay) / frame("csmacd"), noDup / frame("csmacd"), frame("ns-3") / frame("csmacd"),
			attempt("csmacd"), attempt("toy"), attempt("csmacd") / attempt("toy"),
		} {
			line = append(line, three(x))
		}
		table = append(table, line)
	}
	printTable(w, table)
}

func (c cell) name() string {
	if c.Metres > 0 {
		return fmt.Sprintf("%d, %d, %d m", c.Stations, c.Octets, c.Metres)
	}
	return fmt.Sprintf("%d, %d", c.Stations, c.Octets)
}

func deliver(c cell, s *sample) string {
	if s == nil {
		return "-"
	}
	return fmt.Sprintf("%.4f, %.3f, %s", mean(figure(utilisation).of(c, s)), mean(figure(attempts).of(c, s)), three(mean(figure(drops).of(c, s))))
}

// differ returns the difference between our figures and theirs.
func differ(c cell, ours, theirs *sample) string {
	if theirs == nil {
		return "-"
	}
	var words []string
	for _, f := range []figure{utilisation, attempts, drops} {
		a, b := f.of(c, ours), f.of(c, theirs)
		word := "-"
		if mean(b) > 0 {
			share, sure := apart(a, b)
			word = fmt.Sprintf("%+.1f", 100*share)
			if sure {
				word += "*"
			}
		}
		words = append(words, word)
	}
	return strings.Join(words, ", ")
}

// cost returns the cost of something for a peer, or NaN if the peer was not measured.
func (r *row) cost(name string, of func(*sample) float64) float64 {
	if s := r.find(name); s != nil {
		return of(s)
	}
	return math.NaN()
}

// three returns a number with three digits.
func three(x float64) string {
	switch {
	case math.IsNaN(x):
		return "-"
	case x == 0:
		return "0"
	case math.Abs(x) >= 100:
		return fmt.Sprintf("%.0f", x)
	}
	digits := max(0, 2-int(math.Floor(math.Log10(math.Abs(x)))))
	return fmt.Sprintf("%.*f", min(digits, 3), x)
}

func printTable(w io.Writer, table [][]string) {
	widths := make([]int, len(table[0]))
	for _, line := range table {
		for i, word := range line {
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
				fmt.Fprint(w, "|", strings.Repeat("-", width+2))
			}
			fmt.Fprintln(w, "|")
		}
	}
}
