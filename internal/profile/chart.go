package profile

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"

	"github.com/csmacd/csmacd/mac/backoff"
)

// chartWidth is the number of columns of the chart, and chartLevels are its
// bars, from the lowest to the highest.
const chartWidth = 60

var chartLevels = []rune("▁▂▃▄▅▆▇█")

// chart writes the rates of retries over time, one policy below another, and where
// each rate rises.
func (v *View) chart(b *strings.Builder, list []Named) {
	fmt.Fprintf(b, "Clients that all begin at 0 and fail %d times: retries over time\n", v.Options.Failures)
	from, to := math.Inf(1), 0.0
	name := 0
	for _, p := range list {
		for _, bin := range p.Rate {
			from, to = min(from, max(bin.From, bin.To/2)), max(to, bin.To)
		}
		name = max(name, runewidth.StringWidth(p.Text))
	}
	if !(to > from) {
		fmt.Fprintf(b, "  there are none\n")
		return
	}
	name = min(name, 32)
	var rows [][]float64
	least, most := math.Inf(1), 0.0
	for _, p := range list {
		row := columns(p.Rate, from, to)
		rows = append(rows, row)
		highest := slices.Max(row)
		most = max(most, highest)
		for _, r := range row {
			if r > highest*1e-4 { // lower rates are those of the last clients
				least = min(least, r)
			}
		}
	}
	for i, p := range list {
		fmt.Fprintf(b, "  %s  %s\n", runewidth.FillRight(runewidth.Truncate(p.Text, name, "…"), name), strings.TrimRight(bars(rows[i], least, most), " "))
	}
	left, right := v.time(from), v.time(to)
	fmt.Fprintf(b, "  %s  %s%s%s\n", strings.Repeat(" ", name), left, strings.Repeat(" ", max(1, chartWidth-len(left)-len(right))), right)
	fmt.Fprintf(b, "  both scales are logarithmic; the lowest bar is %s retries for each client and %s, the highest %s\n\n", digits(least), v.per(), digits(most))
	for _, p := range list {
		fmt.Fprintf(b, "  %s  %s\n", runewidth.FillRight(runewidth.Truncate(p.Text, name, "…"), name), v.rises(&p))
	}
}

func (v *View) per() string {
	if v.Unit == 0 {
		return "unit of time"
	}
	return v.Unit.String()
}

// rises returns a sentence on where a rate rises.
func (v *View) rises(p *Named) string {
	const told = 4
	var parts []string
	text, n := "the rate rises to ", len(p.Peaks)
	if at := v.together(p); at != nil {
		text, n = "all clients retry at once, at ", len(at)
		for _, t := range at[:min(told, n)] {
			parts = append(parts, v.time(t))
		}
	} else {
		for _, peak := range p.Peaks[:min(told, n)] {
			parts = append(parts, digits(peak.Rate)+" at "+v.time(peak.At))
		}
	}
	switch {
	case n == 0 && p.Exact:
		return "the rate never rises"
	case n == 0:
		return "the rate does not rise by more than chance explains"
	}
	text += strings.Join(parts, ", ")
	if n > told {
		text += fmt.Sprintf(", and %s more", times(n-told))
	}
	return text
}

// together returns the instants at which all clients retry, if no delay is drawn, and
// nil otherwise.
func (v *View) together(p *Named) (at []float64) {
	for _, f := range p.Failures {
		switch {
		case f.Share == 0:
			return at
		case f.Share < 1 || f.Least != f.Most:
			return nil
		}
		at = append(at, f.Total+float64(float64(f.N)*v.Options.Takes))
	}
	return at
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// columns returns the rates in the columns of the chart.
func columns(bins []Bin, from, to float64) []float64 {
	edges := make([]float64, chartWidth+1)
	for k := range edges {
		edges[k] = float64(from * backoff.Pow(to/from, float64(k)/chartWidth))
	}
	edges[chartWidth] = to
	row := make([]float64, chartWidth)
	k := 0
	for _, bin := range bins {
		for k > 0 && edges[k] > bin.From {
			k--
		}
		for ; k < chartWidth && edges[k] < bin.To; k++ {
			if part := min(edges[k+1], bin.To) - max(edges[k], bin.From); part > 0 {
				row[k] += float64(bin.Rate*part) / (edges[k+1] - edges[k])
			}
		}
		k = min(k, chartWidth-1)
	}
	return row
}

// bars returns a row as text.
func bars(row []float64, least, most float64) string {
	var b strings.Builder
	for _, r := range row {
		if r == 0 {
			b.WriteByte(' ')
			continue
		}
		level := 0.0
		if most > least {
			level = backoff.Log(r/least) / backoff.Log(most/least)
		}
		k := int(level * float64(len(chartLevels)))
		b.WriteRune(chartLevels[max(0, min(k, len(chartLevels)-1))])
	}
	return b.String()
}
