package host

import (
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func twoRuns(began time.Time) []Record {
	at := func(a string) []netip.Prefix { return []netip.Prefix{netip.MustParsePrefix(a)} }
	return []Record{
		{ID: "71", PID: 71, Scenario: "lab", Began: began, Control: "/r/ctl/71", Socket: "/r/71.sock", Hosts: []Host{
			{Station: "h1", Space: Space{Name: "h1"}, TAP: "h1", Addresses: at("10.0.0.1/24")},
			{Station: "tap0", TAP: "tap0"},
		}},
		{ID: "90", PID: 90, Scenario: "soft", Began: began.Add(time.Hour), Rootless: true},
	}
}

// The list of runs says how long each has been up, and the addresses of its hosts.
func TestListOfRuns(t *testing.T) {
	began := time.Date(2026, 11, 22, 8, 0, 0, 0, time.UTC)
	now := began.Add(62*time.Minute + 3500*time.Millisecond)
	var b strings.Builder
	require.NoError(t, list(&b, twoRuns(began), now))
	assert.Equal(t, `RUN  SCENARIO  UP      HOSTS TO ENTER
71   lab       1h2m3s  h1 10.0.0.1/24, tap0
90   soft      2m3s    
`, b.String())
	gone := twoRuns(began)[:1]
	gone[0].Hosts[0].gone = true
	b.Reset()
	require.NoError(t, list(&b, gone, now))
	assert.Contains(t, b.String(), "h1 10.0.0.1/24 (its namespace is gone), tap0\n")
	b.Reset()
	require.NoError(t, listJSON(&b, gone, now))
	assert.Equal(t, 1, strings.Count(b.String(), `"gone": true`))
	b.Reset()
	require.NoError(t, list(&b, nil, now))
	assert.Empty(t, b.String())

	require.NoError(t, listJSON(&b, twoRuns(began), now))
	assert.JSONEq(t, `{"runs": [
		{"run": "71", "pid": 71, "scenario": "lab", "began": "2026-11-22T08:00:00Z", "uptime_s": 3723.5, "rootless": false,
		 "control": "/r/ctl/71", "capture": "/r/71.sock", "hosts": [
			{"name": "h1", "netns": "h1", "tap": "h1", "addresses": ["10.0.0.1/24"]},
			{"name": "tap0", "netns": "", "tap": "tap0", "addresses": []}]},
		{"run": "90", "pid": 90, "scenario": "soft", "began": "2026-11-22T09:00:00Z", "uptime_s": 123.5, "rootless": true,
		 "control": "", "capture": "", "hosts": []}]}`, b.String())
}

// A command is for the only run, or for the one that it names.
func TestFindingARun(t *testing.T) {
	both := twoRuns(time.Time{})
	r, err := oneOf(both[:1], "")
	require.NoError(t, err)
	assert.Equal(t, "71", r.ID)
	r, err = oneOf(both, "90")
	require.NoError(t, err)
	assert.Equal(t, "soft", r.Scenario)
	_, err = oneOf(both, "")
	assert.EqualError(t, err, "there are several live runs, 71 (lab) and 90 (soft): say which, --run 71")
	_, err = oneOf(both, "7")
	assert.EqualError(t, err, "there is no live run 7: there are 71 (lab) and 90 (soft)")
	_, err = oneOf(nil, "7")
	assert.EqualError(t, err, "there is no live run 7: it is over, or another user's")
	_, err = oneOf(nil, "")
	assert.EqualError(t, err, "there is no live run (csmacd up FILE starts one)")
}
