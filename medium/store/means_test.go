package store

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// figure is a mean over runs, in the words of aws_occ.json.
type figure struct {
	Mean float64 `json:"mean"`
	Sem  float64 `json:"sem"`
}

type published struct {
	CSV []struct {
		Clients int     `json:"clients"`
		Policy  string  `json:"policy"`
		Time    float64 `json:"time"`
		Calls   float64 `json:"calls"`
	} `json:"csv"`
	Stats []struct {
		Clients int    `json:"clients"`
		Policy  string `json:"policy"`
		Time    figure `json:"time_ms"`
		Calls   figure `json:"write_calls"`
	} `json:"stats_500_trials"`
}

func readPublished(t *testing.T) (p published) {
	text, err := os.ReadFile("testdata/aws_occ.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &p))
	return p
}

// sample is figures of runs.
type sample struct{ n, sum, squares float64 }

func (s *sample) add(x float64) {
	s.n++
	s.sum += x
	s.squares += x * x
}

func (s *sample) figure() figure {
	mean := s.sum / s.n
	return figure{mean, math.Sqrt(max(0, s.squares/s.n-mean*mean) / (s.n - 1))}
}

// play makes runs of the article's scene, with seeds from 1.
func play(t *testing.T, clients int, policy string, runs int) (time, calls figure) {
	var times, writes sample
	group := []Group{clientsOf("c", clients, awsPolicy(t, policy, 5, 2000))}
	for seed := range runs {
		n, err := New(Config{Seed: uint64(seed + 1), Leg: Article, Groups: group, Until: medium.Until{Idle: true}})
		require.NoError(t, err)
		require.NoError(t, n.Run(phy.Forever))
		r := n.Result()
		require.Equal(t, uint64(clients), r.Medium.FramesSent)
		require.Equal(t, r.Medium.Calls, r.Medium.FramesSent+r.Medium.Collisions)
		times.add(r.Medium.CompletionUs / 1000)
		writes.add(float64(r.Medium.Calls))
		n.Release()
	}
	return times.figure(), writes.figure()
}

// near requires a mean to be within four standard errors of the difference to another.
func near(t *testing.T, what string, want, got figure) {
	t.Helper()
	sem := math.Sqrt(want.Sem*want.Sem + got.Sem*got.Sem)
	t.Logf("%s: %.3f, %.3f here: %.2f standard errors", what, want.Mean, got.Mean, (got.Mean-want.Mean)/max(sem, 1e-9))
	require.InDelta(t, want.Mean, got.Mean, 4*sem+1e-9, what)
}

// Means over 500 runs, up to 100 clients, are those of 500 runs of the original program.
func TestMeansAreTheOriginals(t *testing.T) {
	for _, want := range readPublished(t).Stats {
		runs := 500
		if racing || testing.Short() {
			runs = 500 / max(5, want.Clients/2)
		}
		time, calls := play(t, want.Clients, want.Policy, runs)
		near(t, "time", want.Time, time)
		near(t, "calls", want.Calls, calls)
	}
}

// The article's own table goes on to 190 clients: 100 runs per row, truncated to whole numbers. It
// has no standard errors: that of a row is assumed to be that of as many runs here.
func TestTheArticlesLastRows(t *testing.T) {
	const cut = 0.5 // the mean of what was cut off
	for _, want := range readPublished(t).CSV {
		if want.Clients < 190 || racing {
			continue
		}
		time, calls := play(t, want.Clients, want.Policy, 100)
		near(t, "time", figure{want.Time + cut, time.Sem}, time)
		near(t, "calls", figure{want.Calls + cut, calls.Sem}, calls)
	}
}
