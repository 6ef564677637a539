package submit_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/submit"
	"github.com/csmacd/csmacd/phy"
)

// clients returns a group of count clients.
func clients(name string, count int, d submit.Discipline) submit.Group {
	g := submit.Group{Group: medium.Group{Name: name}, Discipline: d}
	for i := range count {
		g.Names = append(g.Names, fmt.Sprintf("%s%d", name, i))
	}
	return g
}

// run runs groups on the standard queue for a simulated length.
func run(t testing.TB, seed uint64, length phy.Time, groups ...submit.Group) *medium.Result {
	n, err := submit.New(submit.Config{Seed: seed, Rule: submit.Standard, Groups: groups})
	require.NoError(t, err)
	require.NoError(t, n.Run(length))
	return n.Result()
}

// row is the result of clients in 120 s.
type row struct{ Submitted, Attempts, Refused, Crashes, Aborted, Deferred float64 }

// real reads the results of real ftsh scripts: by discipline and number of clients.
func real(t testing.TB) map[string]map[string]row {
	text, err := os.ReadFile("testdata/thain_ftsh_real.json")
	require.NoError(t, err)
	var file struct{ Results map[string]map[string]row }
	require.NoError(t, json.Unmarshal(text, &file))
	require.Len(t, file.Results, 3)
	return file.Results
}

// mean returns the mean row of eight seeds.
func mean(t testing.TB, d submit.Discipline, count int) (m row) {
	const seeds = 8
	for seed := range uint64(seeds) {
		r := run(t, seed+1, 120*phy.Second, clients("c", count, d))
		s := r.Medium.Submit
		m.Submitted += float64(s.Submitted) / seeds
		m.Attempts += float64(r.Medium.Attempts) / seeds
		m.Refused += float64(s.Refused) / seeds
		m.Crashes += float64(s.Crashes) / seeds
		m.Aborted += float64(s.Aborted) / seeds
		m.Deferred += float64(s.Deferred) / seeds
	}
	return m
}

// Every row of the real scripts. Each of their rows is one run; ours are means of eight.
//
// As long as the table suffices (its 40 jobs and 10 clients that start: below 50) all figures are
// within 2.5 %. The rest is due to the times at which the real clients were launched and killed.
// Beyond that, they are within a tenth of the attempts, and the crashes within two. The jobs that
// fixed retry still submits then are at most a tenth of what they were: nearly none, in both. The
// real ones are more, because a burst of forty processes takes a moment to start.
func TestRealScripts(t *testing.T) {
	for name, rows := range real(t) {
		d := map[string]submit.Discipline{"fixed": submit.Fixed, "aloha": submit.Aloha, "ethernet": submit.Ethernet}[name]
		require.Equal(t, name, d.String())
		for number, theirs := range rows {
			count, err := strconv.Atoi(number)
			require.NoError(t, err)
			ours := mean(t, d, count)
			at := name + " " + number
			if count < 50 {
				assert.InEpsilon(t, theirs.Submitted, ours.Submitted, 0.025, at)
				assert.InEpsilon(t, theirs.Attempts, ours.Attempts, 0.025, at)
				assert.Zero(t, ours.Refused+ours.Crashes+ours.Aborted, at)
				assert.InDelta(t, theirs.Deferred, ours.Deferred, 3, at)
				continue
			}
			tenth := 0.1 * theirs.Attempts
			assert.InDelta(t, theirs.Attempts, ours.Attempts, tenth, at)
			assert.InDelta(t, theirs.Submitted, ours.Submitted, 0.1*1190, at)
			assert.InDelta(t, theirs.Refused, ours.Refused, tenth, at)
			assert.InDelta(t, theirs.Aborted, ours.Aborted, tenth, at)
			assert.InDelta(t, theirs.Deferred, ours.Deferred, tenth, at)
			assert.InDelta(t, theirs.Crashes, ours.Crashes, 2, at)
			if d == submit.Fixed {
				assert.Less(t, max(theirs.Submitted, ours.Submitted), 0.1*1190, at)
			}
		}
	}
}

// The paper's claims: all disciplines are equal while the table suffices. Beyond that fixed retry
// falls to nothing at once, and Ethernet is better than Aloha, which is better than fixed.
func TestClaims(t *testing.T) {
	for _, count := range []int{10, 30, 49, 50, 55, 65, 80, 120} {
		fixed, aloha, ethernet := mean(t, submit.Fixed, count), mean(t, submit.Aloha, count), mean(t, submit.Ethernet, count)
		assert.GreaterOrEqual(t, ethernet.Submitted, aloha.Submitted-0.01*1190, "%d clients", count)
		assert.GreaterOrEqual(t, aloha.Submitted, fixed.Submitted, "%d clients", count)
		if count < 50 {
			assert.InDelta(t, fixed.Submitted, ethernet.Submitted, 2, "%d clients", count)
			continue
		}
		assert.Less(t, fixed.Submitted, 0.02*1190, "%d clients", count)
		assert.Greater(t, aloha.Submitted, 0.3*1190, "%d clients", count)
		assert.Less(t, ethernet.Crashes, aloha.Crashes+1, "%d clients", count)
		assert.Greater(t, fixed.Crashes, aloha.Crashes, "%d clients", count)
	}
}
