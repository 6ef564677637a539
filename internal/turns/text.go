package turns

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
)

// why explains the column of the longest waits.
const why = `A frame can wait longer than a full cycle. While the node before it sends, a MAC defers; the own turn
begins right behind that frame, before the MAC is ready, and is yielded. The frame waits for all others again.
`

// Text writes the reports of all buses.
func (n *Network) Text(w io.Writer) error {
	for i, r := range n.Buses {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "bus %s\n", r.Bus)
		if err := r.Text(w); err != nil {
			return err
		}
	}
	return nil
}

// Text writes the report as tables for people.
func (r *Report) Text(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "\tcalculated\tmeasured\tformula, in bit times\n")
	fmt.Fprintf(t, "empty cycle\t%s us\t%s\t20 + %d x to_timer%s\n", number(rounded(r.Empty)), measured(r.MeasuredEmpty, " us"), r.count, r.ofPHYs())
	fmt.Fprintf(t, "full cycle\t%s us\t%s\t20 + for each turn 8 + frames x (160 + 8 L)%s%s\n", number(rounded(r.Full)), measured(r.MeasuredFull, " us"), r.alone(), r.ofPHYs())
	phys := "the PHYs here"
	if r.limits {
		phys = "the slowest PHYs"
	}
	fmt.Fprintf(t, "to_timer needed\t%s bt\t\tTX_EN to CRS of %s + 4.8 + 2 x cable + 2 MII clocks\n", number(r.Needed), phys)
	fmt.Fprintf(t, "to_timer needed here\t%s bt\t%s\tTX_EN to CRS + 2 x cable + MII clock\n", number(r.Here), measured(r.MeasuredNeeded, " bt"))
	fmt.Fprintf(t, "to_timer\t%s bt\t\tmargin %s bt\n", number(r.ToTimer), number(rounded(r.ToTimer-r.Needed)))
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(w)
	fmt.Fprintf(t, "node\tID\toctets\tframes\tlongest wait\tmeasured\tthroughput\tmeasured\n")
	for i := range r.Nodes {
		n := &r.Nodes[i]
		bound := "no turn"
		switch {
		case r.boundless:
			bound = "none"
		case n.Bound != nil:
			bound = number(rounded(*n.Bound)) + " us"
		}
		fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%s\t%s\t%s\t%s\n", n.Name, strings.Trim(fmt.Sprint(n.ID), "[]"), n.Octets, n.Frames, bound,
			measured(n.MeasuredWait, " us"), share(&n.Throughput), share(n.MeasuredThroughput))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%s", why)
	for _, note := range r.Notes {
		_, err = fmt.Fprintf(w, "note: %s\n", note)
	}
	return err
}

// alone says that the formula of a full cycle is without a COMMIT.
func (r *Report) alone() string {
	if r.holds {
		return " - 96: no COMMIT"
	}
	return ""
}

// ofPHYs says that latencies are in a formula too.
func (r *Report) ofPHYs() string {
	if r.ideal {
		return ""
	}
	return ", and latencies"
}

func measured(v *float64, unit string) string {
	if v == nil {
		return ""
	}
	return number(rounded(*v)) + unit
}

// share writes a share of the line rate as a percentage.
func share(v *float64) string {
	if v == nil {
		return ""
	}
	return strconv.FormatFloat(100**v, 'f', 2, 64) + " %"
}

// rounded leaves out what is below a nanosecond, or a hundredth of a bit.
func rounded(v float64) float64 {
	r, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'f', 3, 64), 64)
	return r
}

// number writes a number without needless digits.
func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
