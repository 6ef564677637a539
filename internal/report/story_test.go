package report_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/report"
	"github.com/csmacd/csmacd/internal/run"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
)

// The first lines of a summary say in sentences what happened.
func TestStory(t *testing.T) {
	for name, want := range map[string]string{
		"two-stations-collide": "2 stations sent 2 frames and collided twice.\n" +
			"The medium carried frames 38.74% of the time, and collisions 24.38%.\n" +
			"A frame took 181.2us from the head of its queue (median), and 272.9us at most.\n",
		"sixteen-collisions": "3 stations sent no frame and collided 16 times.\n" +
			"2 were discarded after 16 collisions.\n" +
			"The medium carried frames 0.00% of the time, and collisions 51.61%.\n",
		"lost-unseen": "3 stations sent 2 frames and detected no collision.\n" +
			"2 of the frames sent did not arrive whole.\n" +
			"The medium carried frames 48.98% of the time, and collisions 0.00%.\n" +
			"A frame took 57.6us from the head of its queue (median), and 57.6us at most.\n",
		"store-100": "500 clients made 500 changes in 6,858 writes; 6,358 met a conflict.\n" +
			"The last change was made after 62.1s.\n",
		"submit-50": "50 clients submitted 7 jobs in 5,950 attempts.\n" +
			"50 were unfinished at the end.\n" +
			"The queue crashed 24 times, which ended 960 attempts.\n",
	} {
		text, err := os.ReadFile("../../testdata/scenarios/" + name + ".yaml")
		require.NoError(t, err)
		s, err := scenario.Parse(name, text, scenario.Options{})
		require.NoError(t, err)
		net, err := s.Network()
		require.NoError(t, err)
		require.NoError(t, net.Run(run.End(s.Duration)))
		var b strings.Builder
		require.NoError(t, report.Summary(&b, net.Result(), s.Line))
		_, after, _ := strings.Cut(b.String(), "\n\n")
		story, _, _ := strings.Cut(after, "\n\n")
		require.Equal(t, want, story+"\n", name)
		require.Equal(t, strings.TrimSpace(strings.ReplaceAll(want, "\n", " ")), report.Story(net.Result()), name)
	}
}

// A summary says why frames were discarded, and how a server did at the end.
func TestStoryOfFramesDropped(t *testing.T) {
	text := summaryOf(t, medium.Medium{Kind: "bus", FramesSent: 1, FramesDropped: 5, FramesQueued: 1, Collisions: 1, Attempts: 5}, func(r *medium.Result) {
		r.Stations[0] = medium.Station{CollisionsPerFrame: make([]uint64, 4), Counters: mac.Counters{FramesAbortedDueToXSColls: 1}}
	})
	require.Contains(t, text, "\n1 station sent 1 frame and collided once.\n1 was discarded after 4 collisions; 4 were discarded for another reason, such as a full queue; 1 was still waiting at the end.\n")
	// A policy that gives up has not tried as often as the rules allow.
	early := summaryOf(t, medium.Medium{Kind: "bus", FramesDropped: 1, Collisions: 2, Attempts: 2}, func(r *medium.Result) {
		r.Stations[0] = medium.Station{CollisionsPerFrame: make([]uint64, 4), Counters: mac.Counters{FramesAbortedDueToXSColls: 1}}
	})
	require.Contains(t, early, "1 was discarded after too many collisions.\n")
	// Late collisions are said, and are a reason.
	late := summaryOf(t, medium.Medium{Kind: "bus", FramesDropped: 1, Collisions: 1, Attempts: 1}, func(r *medium.Result) {
		r.Stations[0] = medium.Station{Counters: mac.Counters{LateCollisions: 1}}
	})
	require.Contains(t, late, "1 attempt met a late collision.\n1 was discarded for another reason, such as a late collision.\n")
	// A client that gives up met no collision, and the length of the list does not say after how many attempts.
	for kind, m := range map[string]medium.Medium{
		"server": {Server: &medium.Server{}}, "store": {Store: &medium.Store{}}, "submit": {Submit: &medium.Submit{}}, "aloha": {Aloha: &medium.Aloha{}},
	} {
		m.Kind, m.FramesDropped, m.Collisions, m.Attempts = kind, 2, 12, 12
		given := summaryOf(t, m, func(r *medium.Result) {
			r.Stations[0] = medium.Station{CollisionsPerFrame: make([]uint64, 1), Counters: mac.Counters{FramesAbortedDueToXSColls: 2}}
		})
		require.Contains(t, given, "\n2 were given up.\n", kind)
		require.NotContains(t, given, "discarded", kind)
	}
	recovered := 4e6
	text = summaryOf(t, medium.Medium{Kind: "server", FramesSent: 7, FramesDropped: 2, Attempts: 9,
		Server: &medium.Server{RecoveredUs: &recovered, Windows: []medium.Window{{OK: 9}, {OK: 1.5, TimedOut: 2.25}}}}, nil)
	require.Contains(t, text, "\n1 client finished 7 pieces of work with 9 requests.\n2 were given up.\nAfter its last stop the server needed 4s to recover.\n"+
		"In the last 5 s it answered 1.5 requests a second, and clients gave up 2.2.\n")
}
