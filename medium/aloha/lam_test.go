package aloha

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// chain is the figures of Lam's chain, which internal/theory holds.
const chain = "../../internal/theory/testdata/lam_chain_N400.json"

func read(t *testing.T, file string, into any) {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, into))
}

func names(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprint("u", i)
	}
	return list
}

// population returns one group of users that are alike.
func population(users int, s float64, p backoff.Policy) []Group {
	return []Group{{Group: medium.Group{Name: "u", Names: names(users), Policy: p}, S: s}}
}

func run(t require.TestingT, c Config, slots phy.Time) *medium.Result {
	if c.Frame == 0 {
		c.Frame = phy.Millisecond
	}
	n, err := New(c)
	require.NoError(t, err)
	require.NoError(t, n.Run(slots*c.Frame))
	defer n.Release()
	return n.Result()
}

// lam runs Lam's channel of 400 users like the reference: 400 000 slots, the first 40 000 of them
// as warm-up.
func lam(t require.TestingT, load float64, p backoff.Policy, seed uint64) *medium.Result {
	return run(t, Config{Slotted: true, Groups: population(400, load/400, p), Seed: seed, Warmup: 40_000 * phy.Millisecond}, 400_000)
}

// figures are those of a row of the reference, in slots.
func figures(r *medium.Result) [4]float64 {
	slots := float64(r.SimulatedPs) / float64(phy.Millisecond)
	return [4]float64{r.Medium.Throughput, r.Delay.Mean / 1000, r.Medium.BacklogMean, float64(r.Medium.Attempts) / slots}
}

type simRow struct {
	Ns         float64
	Policy     string
	Saturated  *float64 `json:"saturated_at"`
	Throughput float64
	Delay      float64 `json:"mean_delay"`
	Backlog    float64 `json:"mean_backlog"`
	Attempts   float64 `json:"attempts_per_slot"`
}

var ofK = regexp.MustCompile(`^(geometric|fixed) K=(\d+)`)

// policyOf returns the policy of a row of the reference. The first number of RCP, 1, is for a frame
// that has not collided yet: it is sent at once.
func policyOf(t *testing.T, row string) backoff.Policy {
	m := ofK.FindStringSubmatch(row)
	switch {
	case m != nil:
		k, err := strconv.Atoi(m[2])
		require.NoError(t, err)
		if m[1] == "fixed" {
			return backoff.Uniform(k)
		}
		return backoff.Geometric(2 / float64(k+1))
	case strings.HasPrefix(row, "RCP"):
		return backoff.RCP(1, 10, 100, 200)
	case row == "BEB 2^m":
		return backoff.Untruncated()
	}
	require.Equal(t, "BEB trunc 10 (no drop)", row)
	return backoff.BEB(10)
}

// Each row of the reference's simulation is one run. Several runs here show how much a run deviates
// by chance.
func TestSimulationsAreTheReference(t *testing.T) {
	var rows []simRow
	read(t, "testdata/lam_sim_N400.json", &rows)
	compared := 0
	for i, row := range rows {
		if row.Saturated != nil || i%7 != 1 { // all agree; together they take a while
			continue
		}
		compared++
		t.Run(fmt.Sprintf("%s at %g", row.Policy, row.Ns), func(t *testing.T) {
			t.Parallel()
			const runs = 6
			var sum, squares [4]float64
			for seed := range uint64(runs) {
				for k, v := range figures(lam(t, row.Ns, policyOf(t, row.Policy), seed+1)) {
					sum[k] += v
					squares[k] += v * v
				}
			}
			for k, want := range [4]float64{row.Throughput, row.Delay, row.Backlog, row.Attempts} {
				mean := sum[k] / runs
				sd := math.Sqrt(max(0, squares[k]/runs-mean*mean) * runs / (runs - 1))
				require.InDelta(t, want, mean, 6*sd*math.Sqrt(1+1.0/runs)+1e-5, "figure %d", k)
			}
		})
	}
	require.Greater(t, compared, 8)
}

// The figures of the chain are met within 3 %, if the channel stays in one state for the whole run.
func TestSimulationsAreTheChain(t *testing.T) {
	var rows []struct {
		Ns, K, P   float64
		Throughput float64
		Backlog    float64 `json:"mean_backlog"`
		Delay      float64 `json:"delay_slots"`
		Verdict    string
	}
	read(t, chain, &rows)
	compared := 0
	for i, row := range rows {
		if row.Verdict != "stable" || i%3 != 0 {
			continue
		}
		compared++
		t.Run(fmt.Sprintf("K %g at %g", row.K, row.Ns), func(t *testing.T) {
			t.Parallel()
			r := run(t, Config{Slotted: true, Seed: 1, Groups: population(400, row.Ns/400, backoff.Geometric(2/(row.K+1))), Warmup: 50 * phy.Second}, phy.Time(400_000/row.Ns))
			require.InEpsilon(t, row.Throughput, r.Medium.Throughput, 0.03)
			require.InEpsilon(t, row.Backlog, r.Medium.BacklogMean, 0.03)
			require.InEpsilon(t, row.Delay, r.Delay.Mean/1000, 0.03)
		})
	}
	require.Greater(t, compared, 5)
}

// The mean of simulated first exits is that of the chain. They are nearly exponential, so that a
// mean of n deviates by 1/sqrt n.
func TestFirstExitsAreTheChains(t *testing.T) {
	var rows []struct {
		Ns, K float64
		Limit int     `json:"n_c"`
		Exit  float64 `json:"FET_slots"`
	}
	read(t, chain, &rows)
	const runs = 200
	compared := 0
	for _, row := range rows {
		if row.Exit < 30 || row.Exit > 900 || row.K < 10 {
			continue
		}
		compared++
		sum := 0.0
		for seed := range uint64(runs) {
			r := run(t, Config{Slotted: true, Seed: seed, Limit: row.Limit, Groups: population(400, row.Ns/400, backoff.Geometric(2/(row.K+1)))}, 1_000_000)
			require.NotZero(t, r.Medium.FirstExitUs)
			require.Equal(t, r.Medium.FirstExitUs, float64(r.SimulatedPs)/float64(phy.Microsecond))
			sum += r.Medium.FirstExitUs / 1000
		}
		require.InEpsilon(t, row.Exit, sum/runs, 4/math.Sqrt(runs), "%+v", row)
	}
	require.GreaterOrEqual(t, compared, 10)
}
