package report_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/report"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// summaryOf gives the summary of a run of a second.
func summaryOf(t *testing.T, m medium.Medium, change func(*medium.Result)) string {
	r := &medium.Result{Scenario: "x", Complete: true, SimulatedPs: int64(phy.Second), Medium: m, Stations: make([]medium.Station, 1)}
	if change != nil {
		change(r)
	}
	var b strings.Builder
	require.NoError(t, report.Summary(&b, r, phy.Ethernet10))
	return b.String()
}

// A run that the backlog ended says so, and whether it measured anything.
func TestTheBacklogThatEndedARun(t *testing.T) {
	ended := &medium.Aloha{FirstExitUs: 146_000, BacklogLimit: 20}
	m := medium.Medium{Kind: "aloha", Aloha: ended}
	require.Contains(t, summaryOf(t, m, nil), "\nthe backlog was more than 20 after 146ms, which ended the run\n")
	require.Contains(t, summaryOf(t, m, func(r *medium.Result) { r.WarmupPs, r.SimulatedPs = int64(146*phy.Millisecond), 0 }),
		"\nthe backlog was more than 20 after 146ms, before anything was measured, which ended the run\n")
	require.NotContains(t, summaryOf(t, medium.Medium{Kind: "aloha", Aloha: &medium.Aloha{}}, nil), "ended")
	require.Contains(t, summaryOf(t, medium.Medium{Kind: "aloha", Aloha: &medium.Aloha{LostUs: 3_000_000}}, nil),
		"\nthe channel was lost after 3s, which ended the run: no frame got through in 1,000,000 transmissions")
}

func TestHowManyClients(t *testing.T) {
	require.Contains(t, summaryOf(t, medium.Medium{Kind: "aloha", Aloha: &medium.Aloha{Endless: true}}, nil), "x: users without number on a channel without slots, 1s simulated")
	require.Contains(t, summaryOf(t, medium.Medium{Kind: "aloha", Aloha: &medium.Aloha{}}, nil), "x: 1 user on a channel")
	require.Contains(t, summaryOf(t, medium.Medium{Kind: "store", Store: &medium.Store{}}, func(r *medium.Result) { r.Stations = make([]medium.Station, 1200) }), "x: 1,200 clients at a store")
}

// A server is up again at once, after a time, or never.
func TestUpAgain(t *testing.T) {
	none, some := 0.0, 4e6
	for want, us := range map[string]*float64{"up again at once\n": &none, "up again after 4s\n": &some, "up again after -\n": nil} {
		require.Contains(t, summaryOf(t, medium.Medium{Kind: "server", Server: &medium.Server{RecoveredUs: us}}, nil), want)
	}
}

// A server that is dead answers few requests, and those fast: the summary says of how many the percentiles are, and
// how many requests are in none of them.
func TestDelaysOfAServerThatIsDead(t *testing.T) {
	text, err := os.ReadFile("../../testdata/scenarios/server.yaml")
	require.NoError(t, err)
	s, err := scenario.Parse("server.yaml", text, scenario.Options{})
	require.NoError(t, err)
	net, err := s.Network()
	require.NoError(t, err)
	require.NoError(t, net.Run(s.Duration))
	r := net.Result()
	require.InEpsilon(t, 100_000, r.Delay.P99, 0.01, "of the requests that were answered")
	require.EqualValues(t, 998, r.Medium.FramesQueued)
	var b, result strings.Builder
	require.NoError(t, report.Summary(&b, r, s.Line))
	note := fmt.Sprintf("delay_us and access_delay_us are of the %d done: %d under way at the end and %d given up are in no percentile", r.Medium.FramesSent, r.Medium.FramesQueued, r.Medium.FramesDropped)
	require.Contains(t, b.String(), "\nnote: "+note+"\n")
	require.Regexp(t, `done +under way +attempts +delay of done +p50`, b.String())
	require.NoError(t, report.JSON(&result, r))
	require.Contains(t, result.String(), note)
}
