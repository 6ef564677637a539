// Package compare finds the differences between two results, or between two campaigns.
package compare

import (
	"fmt"
	"io"

	"github.com/csmacd/csmacd/internal/run"
	"github.com/csmacd/csmacd/internal/usage"
)

// DefaultConfidence is the confidence of intervals and tests if Options has none.
const DefaultConfidence = 0.95

// Options are for comparing campaigns. For two results they must be zero, and every figure is compared.
type Options struct {
	Metrics    []string // to compare; nil: the usual ones for the campaigns' media
	Confidence float64  // of intervals and tests; 0: DefaultConfidence
}

// Comparison is the result of comparing. Its JSON is the output of csmacd compare --json.
type Comparison interface {
	// Table writes the comparison for people. Equal figures are left out unless all is true.
	Table(w io.Writer, all bool) error
	// Differs reports whether there is a difference that counts.
	Differs() bool
}

// Files compares two files of results, or the folders of two campaigns.
func Files(a, b string, o Options) (Comparison, error) {
	ka, err := run.KindOf(a)
	if err != nil {
		return nil, err
	}
	kb, err := run.KindOf(b)
	if err != nil {
		return nil, err
	}
	switch {
	case ka != kb:
		return nil, fmt.Errorf("%s is %s and %s is %s: compare two of the same kind", a, ka, b, kb)
	case ka == run.Campaign:
		return campaigns(a, b, o)
	case ka == run.Result:
		if o.Metrics != nil || o.Confidence != 0 {
			return nil, usage.Errorf("--metric and --confidence are for campaigns: for two results every figure is compared")
		}
		return results(a, b)
	}
	return nil, fmt.Errorf("%s and %s are not results: compare their results (csmacd run FILE --json)", a, b)
}
