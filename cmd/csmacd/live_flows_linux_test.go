package main

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/medium"
)

// A receiver that delays its acknowledgements sends half as many frames, live as in virtual time. At full speed a live stack
// may find several segments at once, and acknowledge all of them; and more than 20 kB would take so long at a tenth of it that segments are sent again.
func TestLiveFlowsDelayAcknowledgements(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out.json")
	sent := func(command, flow, options string) float64 {
		file := filepath.Join(dir, "acks.yaml")
		require.NoError(t, os.WriteFile(file, []byte(`
until: {flows_done: true}
stations:
  - {name: web, at: 0m, attach: {soft: {address: 10.0.0.1/24, serve: [discard]}}}
  - {name: pc, at: 200m, attach: {soft: {address: 10.0.0.2/24}}, traffic: {kind: tcp, to: web, `+flow+options+`}}
`), 0o600))
		args := []string{command, file, "--quiet", "--json", out}
		if command == "up" {
			args = append(args, "--speed", "0.1")
		}
		csmacd(t, 0, "", args...)
		text, err := os.ReadFile(out)
		require.NoError(t, err)
		var r medium.Result
		require.NoError(t, json.Unmarshal(text, &r))
		require.Empty(t, r.Flows[0].Failed)
		return float64(r.Stations[0].Counters.FramesTransmittedOK)
	}
	for _, flow := range []string{"bytes: 20kB", "bytes: 20kB, service: discard"} {
		for _, command := range []string{"run", "up"} {
			tries, ratio := 1, 0.0
			if command == "up" {
				tries = 10 // a busy machine makes segments come late
			}
			for ; tries > 0 && math.Abs(ratio-0.6) > 0.1; tries-- {
				ratio = sent(command, flow, ", delayed_ack: on") / sent(command, flow, "")
			}
			assert.InDelta(t, 0.6, ratio, 0.1, "%s, %s", command, flow)
		}
	}
}

// Flows to services of a host are done live too, and have delivered what they do in virtual time.
func TestLiveFlowsToServices(t *testing.T) {
	dir := t.TempDir()
	file, out := filepath.Join(dir, "services.yaml"), filepath.Join(dir, "out.json")
	require.NoError(t, os.WriteFile(file, []byte(`
until: {flows_done: true}
stations:
  - {name: web, at: 0m, attach: {soft: {address: 10.0.0.1/24, serve: [discard, echo, http]}}}
  - name: pc
    at: 200m
    attach: {soft: {address: 10.0.0.2/24}}
    traffic:
      - {kind: tcp, to: web, bytes: 50kB, service: discard}
      - {kind: tcp, to: web, bytes: 20kB, service: echo, count: 2}
      - {kind: http, to: web, response: 2kB, service: http, count: 5, persistent: off}
`), 0o600))
	for _, command := range []string{"run", "up"} {
		csmacd(t, 0, "", command, file, "--quiet", "--json", out)
		text, err := os.ReadFile(out)
		require.NoError(t, err)
		var r medium.Result
		require.NoError(t, json.Unmarshal(text, &r))
		require.Len(t, r.Flows, 3)
		for i, want := range []int64{50_000, 40_000, 10_000} {
			assert.Empty(t, r.Flows[i].Failed, command)
			assert.Equal(t, want, r.Flows[i].Delivered, command)
		}
	}
}

// A flow by the wall clock is like one in virtual time. The margin is wide because a transfer of half a second is
// short, and the machine may be busy: ten live runs of a megabyte had 4.60 to 5.35 Mb/s, and ten seeds 4.48 to 5.31.
func TestLiveFlowsAreLikeVirtualOnes(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes some seconds of the wall clock")
	}
	dir := t.TempDir()
	file, out, states := filepath.Join(dir, "tcp.yaml"), filepath.Join(dir, "out.json"), filepath.Join(dir, "flows.csv")
	require.NoError(t, os.WriteFile(file, []byte(`
until: {flows_done: true}
stations:
  - {name: web, at: 0m, attach: {soft: {address: 10.0.0.1/24}}}
  - {name: pc, at: 200m, attach: {soft: {address: 10.0.0.2/24}}, traffic: {kind: tcp, to: web, bytes: 500kB}}
  - {name: load, at: 300m, traffic: {kind: poisson, load: 0.2, to: sink}}
  - {name: sink, at: 400m}
`), 0o600))
	flow := func(args ...string) (f medium.Flow, behind float64) {
		csmacd(t, 0, "", append(args, file, "--quiet", "--json", out, "--flow-series", states)...)
		text, err := os.ReadFile(out)
		require.NoError(t, err)
		var r struct {
			Flows []medium.Flow `json:"flows"`
			Live  struct {
				Wall   float64 `json:"wall_s"`
				Behind float64 `json:"behind_s"`
			} `json:"live"`
		}
		require.NoError(t, json.Unmarshal(text, &r))
		require.Len(t, r.Flows, 1)
		require.Empty(t, r.Flows[0].Failed)
		require.EqualValues(t, 500_000, r.Flows[0].Delivered)
		rows, err := os.ReadFile(states)
		require.NoError(t, err)
		require.Regexp(t, `,pc/1,\d+,\d*,[0-9.]+,0,500000,\d+,\d+\n$`, string(rows), "nothing is in flight after the last octet")
		return r.Flows[0], r.Live.Behind / max(r.Live.Wall, 1e-9)
	}
	var goodput []float64
	again := uint64(0)
	for seed := range 10 {
		f, _ := flow("run", "--seed", strconv.Itoa(seed))
		goodput, again = append(goodput, f.GoodputBps), max(again, f.Retransmissions)
	}
	seen := 0
	for range 3 {
		f, behind := flow("up")
		if behind > 0.1 {
			continue // the machine did not keep up
		}
		seen++
		assert.Greater(t, f.GoodputBps, 0.6*slices.Min(goodput))
		assert.Less(t, f.GoodputBps, 1.6*slices.Max(goodput))
		assert.LessOrEqual(t, f.Retransmissions, again+50)
		require.NotNil(t, f.RTT)
		assert.Greater(t, f.RTT.Count, uint64(20), "round trips: there are 353 segments, and on a busy machine one acknowledgement is for many")
		assert.Greater(t, f.RTT.P50, 1000.0, "two frames take a millisecond")
	}
	if seen == 0 {
		t.Skip("the machine is too busy for live runs")
	}
}
