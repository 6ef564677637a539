package scenario

import (
	"strings"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/phy"
)

// deviationNames returns the sets of deviations that the key as can name.
func deviationNames() []string {
	var names []string
	for i := range mac.Deviations {
		names = append(names, mac.Deviations[i].Name)
	}
	return names
}

// readDeviation reads the key as. The rules become those of the line with a named set of
// deviations applied, whatever they were before. The keys beside it are read later, and so
// apply on top.
func readDeviation(r *reader, p *rules, n *document.Node) {
	name, ok := r.Word(n)
	if !ok {
		return
	}
	d, ok := mac.DeviationByName(name)
	if !ok {
		r.Fail(n, "%q is not a set of deviations: %s", name, document.Instead(name, "sets", deviationNames()))
		return
	}
	*p = rulesOf(*r.line())
	d.Apply(&p.Params)
	p.backoff = d.Backoff
	p.givenPart1 = p.GapPart1 != p.part1
}

// readLateWindow reads how far into a frame a collision is not yet late; off means that none
// is.
func readLateWindow(r *reader, p *rules, n *document.Node) {
	if n.Off() {
		p.LateWindow = phy.Forever
		return
	}
	document.SetTo(&p.LateWindow)(r.Positive(n))
}

// readGapAfterBackoff reads whether a whole gap follows each backoff, and whether that is a
// blind one; or the length of a gap that begins when the backoff ends.
func readGapAfterBackoff(r *reader, p *rules, n *document.Node) {
	if n.Kind == document.Scalar && n.Text == "blind" {
		p.GapAfterBackoff, p.BlindAfter, p.GapLead = true, true, 0
		return
	}
	if n.Kind == document.Scalar && strings.Trim(n.Text[:min(1, len(n.Text))], "0123456789.") == "" && n.Text != "" {
		switch length, ok := r.Duration(n); {
		case !ok:
		case length > p.Gap || length < min(p.BitTime, p.Gap):
			r.Fail(n, "a gap after a backoff must be at least 1bt and at most the whole gap of %sbt", phy.Decimal(p.Gap, p.BitTime))
		default:
			p.GapAfterBackoff, p.BlindAfter, p.GapLead = true, false, p.Gap-length
		}
		return
	}
	if on, ok := r.Flag(n); ok {
		p.GapAfterBackoff, p.BlindAfter, p.GapLead = on, false, 0
	}
}
