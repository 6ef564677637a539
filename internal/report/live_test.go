package report_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/report"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/tap"
)

func lived() *tap.Figures {
	return &tap.Figures{
		Speed: 1, WallSeconds: 5.6694321, Behind: 0.1631, Stalls: 3,
		PacingError: tap.Lateness{Count: 9, Mean: 60, P50: 46.1432, P99: 182.655, Max: 78023.668},
		Hosts: []tap.Passage{
			{Station: "h1", In: 1622, TooLong: 3, Out: 1117},
			{Station: "h2", In: 7, Dropped: 430563, Out: 1, NotTaken: 2, Left: "the interface h2 was deleted"},
			{Station: "vm", Out: 3, NotTaken: 4, Absent: 12345, Waiting: true},
		},
	}
}

func TestLive(t *testing.T) {
	var b strings.Builder
	require.NoError(t, report.Live(&b, lived()))
	assert.Equal(t, `
live        5.669s of the wall clock at speed 1
pacing      frames reach hosts 46.14us late (median), 182.7us (99 %), 78ms (max)
BEHIND      the machine did not keep up: simulated time stood still for 0.163 s, on 3 occasions

  host    in too short too long host drop   out not taken absent
    h1 1,622         0        3         0 1,117         0      0
    h2     7         0        0   430,563     1         2      0 left: the interface h2 was deleted
    vm     0         0        0         0     3         4 12,345 waiting
`, b.String())
}

// A live run's result has all that another's has, and live.
func TestLivedJSON(t *testing.T) {
	var b strings.Builder
	require.NoError(t, report.JSON(&b, report.Lived{Result: &medium.Result{Digest: "ab"}, Live: *lived()}))
	for _, part := range []string{`"digest": "ab"`, `"live": {`, `"behind_s": 0.1631`, `"pacing_error_us": {`, `"dropped_by_host": 430563`, `"absent": 12345`} {
		assert.Contains(t, b.String(), part)
	}
	assert.Equal(t, 1, strings.Count(b.String(), `"left"`))
	assert.Equal(t, 1, strings.Count(b.String(), `"waiting": true`))
}
