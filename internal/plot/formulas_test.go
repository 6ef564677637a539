package plot

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/scenario"
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

// Lam's delay where it must be something known: the transmission and half the
// propagation on an idle network; Pollaczek and Khinchine's where nothing propagates;
// without end at the capacity.
func TestLamsDelayAtItsEnds(t *testing.T) {
	assert.InDelta(t, 100+10.0/2, lamDelay(1e-7, 100, 10), 0.01)
	for _, load := range []float64{0.1, 0.5, 0.9} {
		want := 100 * (1 + load/(2*(1-load)))
		assert.InEpsilon(t, want, lamDelay(load/100, 100, 0), 1e-12)
		assert.InEpsilon(t, want, lamDelay(load/100, 100, 1e-6), 1e-4, "and nearly nothing")
	}
	const a = 0.05
	capacity := 1 / (1 + (2*math.E+1)*a)
	before := 0.0
	for load := 0.01; load < capacity; load += 0.01 {
		d := lamDelay(load/100, 100, 100*a)
		assert.Greater(t, d, before, "load %v", load)
		before = d
	}
	assert.Greater(t, lamDelay(capacity*(1-1e-6)/100, 100, 100*a), 1e6)
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
	assert.ErrorContains(t, err, "for Poisson traffic")

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
