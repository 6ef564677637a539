package plot

import (
	"encoding/json"
	"math"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/plan"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/usage"
	"github.com/csmacd/csmacd/medium/bus"
)

// Table 1 of Metcalfe and Boggs: the efficiency of the experimental Ethernet, whose
// slot of 16 us was 48 bits.
func TestEfficiencyIsTheirTable(t *testing.T) {
	for packet, row := range map[float64]map[float64]float64{
		4096: {1: 1, 2: 0.9884, 4: 0.9842, 5: 0.9834, 10: 0.9818},
		1024: {1: 1, 2: 0.9552, 3: 0.9447, 4: 0.9396, 5: 0.9367, 10: 0.9310},
		512:  {1: 1, 2: 0.9143, 3: 0.8951, 4: 0.8862, 5: 0.8810, 10: 0.8709},
		48:   {1: 1, 2: 0.5000, 3: 0.4444, 4: 0.4219, 5: 0.4096, 10: 0.3874},
	} {
		for q, want := range row {
			assert.InDelta(t, want, efficiency(packet, 48, q), 0.00006, "%v bits, %v stations", packet, q)
		}
	}
}

// Efficiencies and throughputs that others computed from the same papers.
func TestTheoriesAgainstReference(t *testing.T) {
	text, err := os.ReadFile("testdata/theory.json")
	require.NoError(t, err)
	var reference struct {
		Aloha []struct {
			G       float64
			Pure    float64 `json:"S_pure"`
			Slotted float64 `json:"S_slotted"`
		} `json:"aloha_G"`
		Efficiency []struct {
			Q float64
			E map[string]float64
		} `json:"metcalfe_boggs"`
	}
	require.NoError(t, json.Unmarshal(text, &reference))
	require.NotEmpty(t, reference.Aloha)
	require.NotEmpty(t, reference.Efficiency)
	for _, row := range reference.Aloha {
		s := &setting{frame: 1000, fixed: true, rate: row.G / 1000, stations: 50}
		got, err := aloha("throughput", s)
		require.NoError(t, err)
		assert.InDelta(t, row.Pure, got, 1e-12)
		s.align = 1000
		got, err = aloha("throughput", s)
		require.NoError(t, err)
		assert.InDelta(t, row.Slotted, got, 1e-12)
	}
	for _, row := range reference.Efficiency {
		for packet, want := range row.E {
			p, err := strconv.ParseFloat(packet, 64)
			require.NoError(t, err)
			assert.InDelta(t, want, efficiency(p, 48, row.Q), 1e-12, "%v bits, %v stations", p, row.Q)
		}
	}
	full := &setting{frame: 1000, saturated: true, listens: true, detects: true}
	for a, want := range map[float64]float64{0: 1, 0.01: 1 / 1.064366, 0.1: 1 / 1.64366, 1: 1 / 7.4366} {
		full.reach = 1000 * a
		got, err := lam("share_success", full)
		require.NoError(t, err)
		assert.InDelta(t, want, got, 1e-5, "rho_max = 1/(1 + 6.4366 a), a = %v", a)
	}
}

// The mean delay of one station's frames is that of the queue, exactly: nobody collides
// with it.
func TestQueueAgainstTheEngine(t *testing.T) {
	sc, err := scenario.Parse("test.yaml", []byte(`
duration: 60s
stations: [{name: a, traffic: {kind: poisson, load: 0.7, size: 512}}, {name: b}]`), scenario.Options{})
	require.NoError(t, err)
	set, err := settingOf(sc)
	require.NoError(t, err)
	want, err := queue("delay_us_mean", set)
	require.NoError(t, err)
	assert.InDelta(t, 912.5, want, 0.1, "worked out by hand: 416 us, and 425.6 with the gap, at a load of 0.7")
	n, err := bus.New(sc.Config)
	require.NoError(t, err)
	require.NoError(t, n.Run(sc.Duration))
	assert.InEpsilon(t, want, n.Result().Delay.Mean, 0.02)

	set.rate *= 1 / 0.7
	_, err = queue("delay_us_mean", set)
	assert.ErrorContains(t, err, "without end")
}

// settingFrom reads a scenario.
func settingFrom(t *testing.T, text string) *setting {
	s, err := scenario.Parse("test.yaml", []byte("duration: 1s\n"+text), scenario.Options{})
	require.NoError(t, err)
	set, err := settingOf(s)
	require.NoError(t, err)
	return set
}

// What theories take from a scenario, and where they refuse.
func TestTheoriesKnowWhereTheyApply(t *testing.T) {
	saturated := settingFrom(t, `
stations:
  - {name: "h%d", count: 10, spacing: 50m, traffic: {kind: saturated, size: 512}}
  - {name: listener}`)
	assert.Equal(t, 10.0, saturated.stations)
	assert.Equal(t, []float64{4096, 64, 512, 0.1}, []float64{saturated.frame, saturated.header, saturated.slot, saturated.us})
	assert.InDelta(t, 450/(0.77*299.792458)*10, saturated.reach, 0.01, "450 m in bit times")
	e, err := metcalfeBoggs("share_success", saturated)
	require.NoError(t, err)
	assert.InDelta(t, efficiency(4160, 512, 10), e, 1e-12)
	tput, err := metcalfeBoggs("throughput", saturated)
	require.NoError(t, err)
	assert.InDelta(t, e*4096/4160, tput, 1e-12)
	_, err = metcalfeBoggs("jain", saturated)
	assert.ErrorIs(t, err, errMetric)
	_, err = aloha("throughput", saturated)
	assert.ErrorContains(t, err, "carrier_sense: off")
	_, err = lam("delay_us_mean", saturated)
	assert.ErrorIs(t, err, errMetric)
	_, err = queue("delay_us_mean", saturated)
	assert.ErrorContains(t, err, "Poisson traffic")

	open := settingFrom(t, `
mac: {carrier_sense: off, collision_detect: off, header: 0, ifg: 0}
stations: [{name: "u%d", count: 50, traffic: {kind: poisson, load: 0.5, size: 125}}]`)
	s, err := aloha("throughput", open)
	require.NoError(t, err)
	assert.InDelta(t, 1/(2*math.E), s, 1e-5, "G is 0.5, where pure ALOHA is best")
	_, err = metcalfeBoggs("throughput", open)
	assert.ErrorContains(t, err, "sense carrier")
	open.align, open.rate = 1000, 1.0/1000
	s, err = aloha("throughput", open)
	require.NoError(t, err)
	assert.InDelta(t, 1/math.E, s, 1e-12, "G is 1, where slotted ALOHA is best")
	open.align = 999
	_, err = aloha("throughput", open)
	assert.ErrorContains(t, err, "slots")

	bursts, err := scenario.Parse("test.yaml", []byte(`
duration: 1s
stations: [{name: a, traffic: {kind: think, think: 1ms}}, {name: b}]`), scenario.Options{})
	require.NoError(t, err)
	_, err = settingOf(bursts)
	assert.ErrorContains(t, err, `the station "a" has traffic of the kind think`)
}

// The ALOHA media have the throughput of the formulas that testdata/experiments/aloha-load.yaml quotes.
func TestTheoryOfAlohaMedia(t *testing.T) {
	for kind, want := range map[string]float64{"aloha": 0.5 * math.Exp(-1), "slotted-aloha": 0.5 * math.Exp(-0.5)} {
		s := settingFrom(t, `
medium: {kind: `+kind+`, users: infinite, load: 0.5}
backoff: {policy: none, attempts: 1}`)
		got, err := aloha("throughput", s)
		require.NoError(t, err)
		assert.InDelta(t, want, got, 1e-9, kind)
		_, err = lam("throughput", s)
		assert.ErrorContains(t, err, "sense carrier")
		_, err = queue("delay_us_mean", s)
		assert.ErrorContains(t, err, "carrier sense")
		for _, other := range []string{"users: 10, load: 0.5}\nbackoff: {policy: none, attempts: 1}", "users: infinite, load: 0.5, backlog_limit: 100}"} {
			again, err := scenario.Parse("test.yaml", []byte("duration: 1s\nmedium: {kind: "+kind+", "+other), scenario.Options{})
			require.NoError(t, err)
			_, err = settingOf(again)
			assert.ErrorContains(t, err, "who send each frame once", other)
		}
	}
}

// A word of an option that names nothing is a mistake in the command line.
func TestWrongWordsAreUsage(t *testing.T) {
	for _, c := range []Choice{
		{Y: []string{"nosuch"}}, {X: "nosuch"}, {X: "size", By: "nosuch"}, {Where: []string{"nosuch=1"}}, {Where: []string{"size"}}, {Where: []string{"size=7"}},
		{Let: []string{"a = nosuch"}}, {X: "size", By: "count", Where: []string{"policy=beb"}, Theory: []string{"nosuch"}, Plan: &plan.Sweep{}},
	} {
		_, _, err := Campaign(tableOf(points), c)
		assert.ErrorAs(t, err, new(usage.Error), "%+v", c)
	}
}
