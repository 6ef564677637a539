package published_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/published"
)

func cases(t *testing.T) []published.Case {
	t.Helper()
	list, err := published.Cases(os.DirFS("../../testdata"))
	require.NoError(t, err)
	return list
}

// The engine reproduces every published number. This is a small part; make conformance runs
// everything, and so does go test -tags published ./internal/published.
func TestPublished(t *testing.T) {
	for _, c := range cases(t) {
		t.Run(c.ID, func(t *testing.T) {
			if c.Long && effort() < 1 {
				t.Skip("takes long: go test -tags published ./internal/published")
			}
			if racing && c.Kind == published.Statistical && !strings.HasPrefix(c.ID, "THEORY-early") {
				t.Skip("takes long under the race detector, which one such case is enough for")
			}
			start := time.Now()
			o := c.Run(t.Context(), effort())
			require.NoError(t, o.Err)
			require.Len(t, o.Got, len(c.Expected))
			for i, f := range c.Expected {
				m := o.Got[i]
				assert.True(t, m.OK, "%s: %.6g, and %.6g is published (within %.3g and our interval of %.3g)", f.Name, m.Value, f.Value, f.Within, m.Interval)
				t.Logf("%-60s %12.6g ± %-10.3g published %.6g ± %.3g", f.Name, m.Value, m.Interval, f.Value, f.Within)
			}
			assert.True(t, o.OK)
			t.Logf("%d %s, %v", o.N, o.Unit, time.Since(start).Round(time.Millisecond))
			if o.Table != nil {
				t.Logf("\n%s", o.Table)
			}
			for _, n := range o.Notes {
				t.Log(n)
			}
		})
	}
}
