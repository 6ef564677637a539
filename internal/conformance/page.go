package main

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// page is a Markdown page.
type page struct {
	bytes.Buffer
	failed int // number of verdicts that something fails
}

// line writes a line.
func (p *page) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// text writes a paragraph.
func (p *page) text(format string, args ...any) { p.line(format+"\n", args...) }

// head begins a table.
func (p *page) head(columns ...string) {
	p.row(columns...)
	p.line("|%s", strings.Repeat("---|", len(columns)))
}

// row writes a row of a table.
func (p *page) row(cells ...string) {
	for _, c := range cells {
		p.WriteString("| " + inCell.Replace(c) + " ")
	}
	p.line("|")
}

var inCell = strings.NewReplacer("|", `\|`, "\n", " ")

// verdict returns the result of a check as a word, and counts failures.
func (p *page) verdict(ok bool) string {
	if ok {
		return "holds"
	}
	p.failed++
	return "**FAILS**"
}

// grouped returns a number with its thousands separated.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + " " + s[i:]
	}
	return s
}

// exactNumber returns a figure that is exact.
func exactNumber(v float64) string { return strconv.FormatFloat(v, 'g', 10, 64) }

// percent returns a share in per cent, with two digits, or as many as it has before the point.
func percent(v float64) string {
	digits := max(0, 1-int(math.Floor(math.Log10(100*v))))
	return strconv.FormatFloat(100*v, 'f', digits, 64) + " %"
}
