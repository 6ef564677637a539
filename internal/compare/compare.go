// Package compare says what two results, or two campaigns, differ by.
package compare

import (
	"fmt"
	"io"

	"github.com/csmacd/csmacd/internal/run"
	"github.com/csmacd/csmacd/internal/usage"
)

// DefaultConfidence is that of intervals and tests, unless another is wanted.
const DefaultConfidence = 0.95

// Options are for campaigns. Of two results every figure is compared, and they must be zero.
type Options struct {
	Metrics    []string // those that are compared; nil: what is usual on the campaigns' media
	Confidence float64  // of intervals and tests; 0: DefaultConfidence
}

// Comparison is what was found. Its JSON is what csmacd compare --json writes.
type Comparison interface {
	// Table writes it to be read; what is the same is left out, unless all is wanted.
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
		return nil, fmt.Errorf("%s is %s and %s is %s: compare two of a kind", a, ka, b, kb)
	case ka == run.Campaign:
		return campaigns(a, b, o)
	case ka == run.Result:
		if o.Metrics != nil || o.Confidence != 0 {
			return nil, usage.Errorf("--metric and --confidence are for campaigns: of two results every figure is compared")
		}
		return results(a, b)
	}
	return nil, fmt.Errorf("%s and %s are files of events: compare their results (csmacd run FILE --json)", a, b)
}
