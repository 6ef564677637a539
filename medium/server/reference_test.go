package server

import (
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/phy"
)

// real holds runs of the original, on a machine.
type real struct {
	Runs []struct {
		Tag     string
		StopS   int          `json:"stop_s"`
		Clients [][4]float64 `json:"client_rows_t_ok_err_timeout"`
		Server  [][3]any     `json:"server_rows_t_conc_delay"`
	}
}

func read(t *testing.T, file string, into any) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + file)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, into))
}

var (
	code    = backoff.NormVariateCode(backoff.NormVariateDefault, 1)
	article = backoff.NormVariateArticle(backoff.NormVariateDefault)
)

// retryOf returns the policy of a run of the original.
func retryOf(tag string) backoff.Policy {
	switch {
	case strings.HasPrefix(tag, "exp"):
		return code
	case strings.HasPrefix(tag, "postexp"):
		return article
	case tag == "fixed10s1":
		return backoff.Fixed(1)
	}
	return backoff.Fixed(0.1)
}

// The first five windows are within a fifth of the original's, in the mean over forty seeds. (The
// fifth window of one run, with a hundred responses, deviates by a tenth itself.) The original
// reads its counters while they change, so that some of its rows repeat the row before (the first
// row of postexp10 is still 0). Such a row is compared with our window before.
func TestFirstWindowsOfTheOriginal(t *testing.T) {
	var ref real
	read(t, "smira_real.json", &ref)
	const seeds = 40
	ours := map[backoff.Policy]*[5][2]float64{} // ok, timed out; the first stop ends only after them
	for _, original := range ref.Runs {
		policy := retryOf(original.Tag)
		rates := ours[policy]
		if rates == nil {
			rates = &[5][2]float64{}
			ours[policy] = rates
			for seed := range uint64(seeds) {
				for k, w := range run(t, stopped(seed, policy, 10*phy.Second), 25*phy.Second).Result().Medium.Windows {
					rates[k][0] += w.OK / seeds
					rates[k][1] += w.TimedOut / seeds
				}
			}
		}
		for k := range rates {
			for i, want := range []float64{original.Clients[k][1], original.Clients[k][3]} {
				repeated := want == 0
				if k > 0 {
					repeated = withinAFifth(rates[k-1][i], want)
				}
				assert.True(t, repeated || withinAFifth(rates[k][i], want), "%s, window %d: %v, the original has %v", original.Tag, k, rates[k], original.Clients[k])
			}
		}
	}
}

// withinAFifth reports whether a rate is within a fifth of another.
func withinAFifth(got, want float64) bool { return math.Abs(got-want) <= 0.2*want }

// A second after the server continued, and until the delay overflows, the number of requests in it
// is that of the original, within 5 %. fixed20 is left out: more clients tried while the server was
// stopped than the original's kernel keeps connections (4096). Ours keeps any number, and is 19 %
// above at first.
func TestConcurrencyOfTheOriginal(t *testing.T) {
	var ref real
	read(t, "smira_real.json", &ref)
	compared := 0
	for _, original := range ref.Runs {
		if original.Tag == "fixed20" {
			continue
		}
		n, err := New(stopped(1, retryOf(original.Tag), phy.Time(original.StopS)*phy.Second))
		require.NoError(t, err)
		for _, row := range original.Server {
			second, inside := row[0].(float64), row[1].(float64)
			if inside < 1500 || inside > 7700 || second > 90 {
				continue
			}
			require.NoError(t, n.Run(phy.Time(second)*phy.Second))
			assert.InEpsilon(t, inside, n.server.inside, 0.05, "%s at %v s", original.Tag, second)
			compared++
		}
	}
	assert.Greater(t, compared, 150)
}

// desRow is the mean and the deviation over ten seeds.
type desRow [2]float64

// These are the results of another author's discrete-event model over ten seeds. Ours over ten
// seeds are within its spread, up to the point at which its delays overflow.
func TestDiscreteEventModel(t *testing.T) {
	var ref map[string]struct{ OK, TimedOut []desRow }
	read(t, "smira_des_10seeds.json", &ref)
	for name, p := range map[string]backoff.Policy{"fixed": backoff.Fixed(0.1), "code": code, "article": article} {
		windows := 12
		if name == "fixed" {
			windows = 9
		}
		var ok, timedOut [12]float64
		const seeds = 10
		for seed := range uint64(seeds) {
			for k, w := range run(t, stopped(seed, p, 10*phy.Second), 60*phy.Second).Result().Medium.Windows {
				ok[k] += w.OK / seeds
				timedOut[k] += w.TimedOut / seeds
			}
		}
		for k := range windows {
			// Means of ten runs, each with the given deviation: 4 standard errors of their
			// difference.
			within := func(want desRow, got float64, what string) {
				assert.InDelta(t, want[0], got, 4*want[1]*math.Sqrt(2.0/seeds)+0.5, "%s, window %d, %s", name, k, what)
			}
			within(ref[name].OK[k], ok[k], "ok")
			within(ref[name].TimedOut[k], timedOut[k], "timed out")
		}
	}
}
