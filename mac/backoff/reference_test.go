package backoff

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The tests of this file compare policies with the numbers of the programs from which they are
// taken (testdata: the output of those programs).

func reference(t *testing.T, file string, into any) {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, into))
}

// given returns given draws: shares of the range of a uniform draw, or whole numbers.
type given struct {
	u     []float64
	whole []int
	next  int
}

func (g *given) Uniform(a, b float64) float64 {
	g.next++
	if g.whole != nil {
		return float64(g.whole[g.next-1])
	}
	return between(a, b, g.u[g.next-1])
}

func (g *given) Normal(mean, sd float64) float64 { return math.NaN() }

// firsts returns the first delays of a policy for a sender.
func firsts(t *testing.T, p Policy, s *State, r *Rand, n int) (delays []float64) {
	t.Helper()
	for k := 1; k <= n; k++ {
		s.Attempt = k
		d, stop := p.Next(s, r)
		require.False(t, stop, "after failure %d", k)
		s.Elapsed += d
		delays = append(delays, d)
	}
	return delays
}

func TestFtshIsFtsh(t *testing.T) {
	var ref struct {
		Sleeps  map[string]map[string]int `json:"sleeps_60_runs"`
		Norand  [][2]float64
		Expmax4 [][2]float64
		Factor3 [][2]float64 `json:"expmin2_factor3"`
	}
	reference(t, "testdata/ftsh.json", &ref)
	fixed := FtshRule{Min: 1, Max: 3600, Factor: 2, Fixed: true}
	var want []float64
	for _, row := range ref.Norand {
		want = append(want, row[0])
	}
	require.Equal(t, want, firsts(t, Ftsh(fixed, 1), new(State), nil, len(want)))

	// Each observed sleep is in our range, and both ends of the range are possible.
	within := func(rule FtshRule, n int, base, low, high float64) {
		least := Ftsh(rule, 1)
		u := make([]float64, n)
		s := State{Draws: &given{u: u}}
		require.Equal(t, base, firsts(t, least, &s, nil, n)[n-1])
		for i := range u {
			u[i] = 0.999999
		}
		s = State{Draws: &given{u: u}}
		require.Equal(t, base, low)
		require.Equal(t, 2*base-1, firsts(t, least, &s, nil, n)[n-1])
		require.GreaterOrEqual(t, 2*base, high) // rand() may be RAND_MAX itself
	}
	for i, row := range ref.Expmax4 {
		within(FtshRule{Min: 1, Max: 4, Factor: 2}, i+1, row[1], row[1], row[0])
	}
	for i, row := range ref.Factor3 {
		within(FtshRule{Min: 2, Max: 3600, Factor: 3}, i+1, row[1], row[1], row[0])
	}
	// The sleeps of the sixty runs are those that we can draw, with the same frequency
	// (chi-squared).
	r := NewRand(1, "ftsh", "backoff")
	for i, base := range []string{"1", "2", "4", "8", "16"} {
		ours := map[string]float64{}
		for range 20000 {
			d := firsts(t, Ftsh(FtshDefault, 1), new(State), &r, i+1)[i]
			ours[formatInt(d)] += 60.0 / 20000
		}
		chi := 0.0
		for sleep, runs := range ref.Sleeps[base] {
			require.Contains(t, ours, sleep)
			chi += math.Pow(float64(runs)-ours[sleep], 2) / ours[sleep]
		}
		assert.Len(t, ref.Sleeps[base], len(ours))
		assert.Less(t, chi, float64(len(ours))+5*math.Sqrt(2*float64(len(ours))))
	}
	// The first interval is expmin whatever expmax is. A second may be any number of units.
	require.Equal(t, []float64{10000, 4000, 4000}, firsts(t, Ftsh(FtshRule{Min: 10, Max: 4, Factor: 2, Fixed: true}, 1000), new(State), nil, 3))
}

func formatInt(v float64) string { b, _ := json.Marshal(int(v)); return string(b) }

func TestSIPIsSIP(t *testing.T) {
	var ref struct {
		RFC struct {
			T1, T2     float64
			Invite     []float64 `json:"invite_timerA_send_times"`
			NonInvite  []float64 `json:"noninvite_timerE_send_times"`
			InviteEnd  float64   `json:"invite_timerB"`
			NonInvEnds float64   `json:"noninvite_timerF"`
		} `json:"rfc3261"`
	}
	reference(t, "testdata/sip.json", &ref)
	for _, owner := range []bool{false, true} { // whether the owner of the state sets the elapsed time
		for _, c := range []struct {
			p    Policy
			want []float64
		}{{SIPInvite(ref.RFC.T1), ref.RFC.Invite}, {SIPNonInvite(ref.RFC.T1, ref.RFC.T2), ref.RFC.NonInvite}} {
			s := State{}
			at, sent := 0.0, []float64{0}
			for {
				s.Attempt++
				d, stop := c.p.Next(&s, nil)
				if stop {
					break
				}
				at += d
				sent = append(sent, at)
				if owner {
					s.Elapsed = at
				}
			}
			assert.Equal(t, c.want, sent)
		}
	}
	require.Equal(t, 64*ref.RFC.T1, ref.RFC.InviteEnd)
	require.Equal(t, 64*ref.RFC.T1, ref.RFC.NonInvEnds)
}

type googleReference struct {
	Bases      []int64      `json:"base_intervals_ms"`
	Randomized [][3]float64 `json:"randomized_at_u"`
	Stats      []struct {
		Min, Max, Mean float64
	} `json:"delay_stats"`
	Hist        []float64 `json:"hist_total"`
	MeanElapsed float64   `json:"mean_elapsed_at_STOP_ms"`
}

func TestGoogleIsGoogle(t *testing.T) {
	var ref googleReference
	reference(t, "testdata/google_exponentialbackoff_java.json", &ref)
	flat := GoogleDefault
	flat.Jitter = 0
	u := make([]float64, len(ref.Bases)) // without jitter, u = 0 returns the interval
	s := State{Draws: &given{u: u}}
	for i, want := range ref.Bases {
		s.Attempt = i + 1
		d, stop := Google(flat, 1).Next(&s, nil)
		require.False(t, stop)
		require.Equal(t, float64(want), d)
	}
	for _, row := range ref.Randomized {
		rule := GoogleDefault
		rule.Initial = int64(row[0])
		s := State{Attempt: 1, Draws: &given{u: row[1:2]}}
		d, stop := Google(rule, 1).Next(&s, nil)
		require.False(t, stop)
		require.Equal(t, row[2], d, "%v at %v", row[0], row[1])
	}

	const paths = 100_000
	p := Google(GoogleDefault, 1)
	r := NewRand(1, "google", "backoff")
	hist := make([]float64, len(ref.Hist))
	sums := make([]float64, len(ref.Stats))
	least, most := make([]float64, len(ref.Stats)), make([]float64, len(ref.Stats))
	ends, longest, shortest := 0.0, 0.0, math.Inf(1)
	for path := range paths {
		s := State{}
		for {
			s.Attempt++
			d, stop := p.Next(&s, &r)
			if stop {
				break
			}
			s.Elapsed += d
			if bin := int(s.Elapsed / 100); bin < len(hist) && s.Attempt <= len(sums) {
				hist[bin]++
			}
			if k := s.Attempt - 1; k < len(sums) {
				sums[k] += d
				if path == 0 || d < least[k] {
					least[k] = d
				}
				most[k] = max(most[k], d)
			}
			longest = max(longest, d)
		}
		shortest = min(shortest, s.Elapsed)
		ends += s.Elapsed
	}
	assert.InDelta(t, 90_000, longest, 1)
	assert.Greater(t, shortest, 900_000.0)
	for k, row := range ref.Stats {
		deviation := (row.Max - row.Min) / math.Sqrt(12*paths)
		assert.InDelta(t, row.Mean, sums[k]/paths, 5*deviation, "retry %d", k+1)
		assert.GreaterOrEqual(t, least[k], row.Min)
		assert.LessOrEqual(t, most[k], row.Max)
		assert.InDelta(t, row.Min, least[k], row.Min/100+1)
	}
	assert.InDelta(t, ref.MeanElapsed, ends/paths, 5*25_000/math.Sqrt(paths))
	// The rate of retries after a common failure rises again and again.
	for bin, want := range ref.Hist {
		want /= 1e6 / paths
		assert.InDelta(t, want, hist[bin], 5*math.Sqrt(want*1.1)+1, "bin %d", bin)
	}
}

// Lam's K and p have the same mean delay.
func TestGeometricIsLams(t *testing.T) {
	var chain []struct{ K, P float64 }
	reference(t, "../../internal/theory/testdata/lam_chain_N400.json", &chain)
	r := NewRand(1, "lam", "backoff")
	seen := map[float64]bool{}
	for _, row := range chain {
		if seen[row.K] {
			continue
		}
		seen[row.K] = true
		require.InDelta(t, row.P, 2/(row.K+1), 5e-7)
		p := Geometric(2 / (row.K + 1))
		const draws = 20_000
		sum, first := 0.0, 0
		for range draws {
			d, stop := p.Next(&State{Attempt: 1}, &r)
			require.False(t, stop)
			require.Equal(t, math.Trunc(d), d)
			sum += d
			if d == 0 {
				first++
			}
		}
		mean := (row.K - 1) / 2
		assert.InDelta(t, mean, sum/draws, 5*math.Sqrt(1-row.P)/row.P/math.Sqrt(draws), "K %v", row.K)
		assert.InDelta(t, row.P*draws, first, 5*math.Sqrt(row.P*draws), "K %v", row.K)
	}
	require.Len(t, seen, 13)
}
