package control_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/internal/control"
)

// The words of ethtool become an entry of a timeline.
func TestSetPLCA(t *testing.T) {
	for words, want := range map[string]string{
		"node-id 3":                          "{station: h1, plca: {node_id: 3}}",
		"enable on node-id 3 burst-cnt 2":    "{station: h1, plca: {node_id: 3, burst_count: 2}}",
		"node-cnt 4 to-tmr 24 burst-tmr 100": "{station: h1, plca: {node_count: 4, to_timer: 24bt, burst_timer: 100bt}}",
		"enable off":                         "{station: h1, plca: off}",
		"enable on":                          "{station: h1, plca: on}",
		"enable maybe":                       "enable maybe: write on or off",
		"enable off node-id 1":               "enable off takes no other parameters",
		"node-id":                            "write pairs of a name and a value, such as node-id 3 burst-cnt 2",
		"":                                   "write pairs of a name and a value, such as node-id 3 burst-cnt 2",
		"to-tmr 32bt":                        "to-tmr 32bt: write a whole number",
		"nodeid 3":                           `"nodeid" is not a parameter: there are enable, node-id, node-cnt, to-tmr, burst-cnt, burst-tmr`,
	} {
		got, err := control.SetPLCA("h1", false, strings.Fields(words))
		if err != nil {
			got = err.Error()
		}
		assert.Equal(t, want, got)
	}
	got, err := control.SetPLCA("sw/bus1", true, []string{"node-cnt", "4"})
	assert.NoError(t, err)
	assert.Equal(t, "{port: sw/bus1, plca: {node_count: 4}}", got)
}

// What ethtool prints of a coordinator, of a follower, and of a node without PLCA.
func TestPLCAText(t *testing.T) {
	text := func(p control.PLCA) string {
		var b strings.Builder
		assert.NoError(t, p.Config(&b))
		assert.NoError(t, p.StatusText(&b))
		return b.String()
	}
	assert.Equal(t, "PLCA settings for h:\n\tEnabled: Yes\n\tlocal node ID: 0 (coordinator)\n\tNode count: 8\n\tTO timer: 32 BT\n\tBurst count: 0 (disabled)\n\tBurst timer: 128 BT\nPLCA status of h:\n\tStatus: up\n",
		text(control.PLCA{Station: "h", Enabled: true, IDs: []int{0}, Count: 8, ToTimer: 32, Timer: 128, Status: true}))
	assert.Contains(t, text(control.PLCA{Station: "h", Enabled: true, IDs: []int{1, 5}, Count: 8, ToTimer: 32, Bursts: 3, Timer: 128}), "local node ID: 1 5 (follower)\n\tNode count: 8 (ignored)\n\tTO timer: 32 BT\n\tBurst count: 3\n")
	assert.Equal(t, "PLCA settings for h:\n\tEnabled: No\nPLCA status of h:\n\tStatus: down\n", text(control.PLCA{Station: "h"}))
}
