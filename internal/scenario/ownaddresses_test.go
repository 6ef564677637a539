package scenario

import (
	"bytes"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/phy"
)

const twoRuns = `
name: one of two
phy: 10base5
stations:
  - {name: a, at: 0m, attach: {netns: h1, address: 10.0.0.1/24}}
  - {name: b, at: 10m, attach: tap, ether: "52:54:00:12:34:56"}
  - {name: "load%d", count: 3, from: 20m, spacing: 10m, traffic: {kind: poisson, rate: 300, to: a}}
  - {name: known, at: 80m, traffic: {kind: poisson, rate: 300, to: next}}
  - {name: last, at: 90m, traffic: {kind: poisson, rate: 300, to: "02:00:00:00:00:06"}}
`

// Two runs of one file have no address in common but those that the file writes, and
// each is a station's own.
func TestOwnAddresses(t *testing.T) {
	taken := map[phy.Address]int{}
	random := rand.NewChaCha8([32]byte{14})
	for range 2 {
		s, err := Parse("x.yaml", []byte(twoRuns), Options{Live: true})
		require.NoError(t, err)
		require.NoError(t, s.OwnAddresses(random))
		for i, st := range s.Config.Stations {
			a := st.Address
			if st.Name == "known" { // by its number
				assert.Zero(t, a)
				a = phy.StationAddress(i)
			}
			taken[a]++
			if st.Name != "b" {
				assert.False(t, a.Group())
				assert.EqualValues(t, 2, a[0]&2, "%v is locally administered", a)
			}
		}
	}
	for a, n := range taken {
		named := a.String() == "52:54:00:12:34:56" || a == phy.StationAddress(5)
		assert.Equal(t, map[bool]int{false: 1, true: 2}[named], n, a)
	}
	assert.Len(t, taken, 2*5+2)
}

// What others may have is drawn again: addresses by number, and a maker that the file names.
func TestOwnAddressesAreNobodyElses(t *testing.T) {
	s, err := Parse("x.yaml", []byte(twoRuns), Options{Live: true})
	require.NoError(t, err)
	require.NoError(t, s.OwnAddresses(bytes.NewReader([]byte{0x02, 0, 9, 0x01, 0, 0, 0x03, 0, 7, 0x52, 0x54, 0, 0xff, 0xee, 0xdd})))
	assert.Equal(t, phy.Address{0xfe, 0xee, 0xdd, 0, 0, 1}, s.Config.Stations[0].Address)
	assert.Equal(t, phy.Address{0xfe, 0xee, 0xdd, 0, 0, 5}, s.Config.Stations[4].Address)

	s, err = Parse("x.yaml", []byte(twoRuns), Options{Live: true})
	require.NoError(t, err)
	require.ErrorContains(t, s.OwnAddresses(bytes.NewReader(nil)), "EOF")
}

// Only a live run has them: csmacd run numbers stations as ever.
func TestARunNumbersItsStations(t *testing.T) {
	s, err := Parse("x.yaml", []byte("duration: 1s\nstations: [{traffic: {kind: saturated}}, {}]"), Options{})
	require.NoError(t, err)
	require.NoError(t, s.OwnAddresses(bytes.NewReader(nil)))
	assert.Zero(t, s.Config.Stations[0].Address)
}

// A recording has the addresses that the run had, so that its digest is the same.
func TestARecordingHasTheRunsAddresses(t *testing.T) {
	dir := t.TempDir()
	file, capture := filepath.Join(dir, "rec.yaml"), filepath.Join(dir, "rec.pcapng")
	s, err := Parse("x.yaml", []byte(twoRuns), Options{Live: true})
	require.NoError(t, err)
	require.NoError(t, s.OwnAddresses(rand.NewChaCha8([32]byte{1})))
	var arrivals []arrival
	for i := range 40 {
		from, to := i%2, []int{4, 2, 1, 5}[i%4]
		data := append(stationOf(s, to), stationOf(s, from)...)
		arrivals = append(arrivals, arrival{phy.Time(i) * phy.Millisecond, from, append(data, 0x88, 0xb5)})
	}
	want, until := live(t, s, arrivals, 50*phy.Millisecond, capture)
	recorded, err := s.Recording(file, capture, until)
	require.NoError(t, err)
	replayed, got := again(t, file, recorded)
	assert.Equal(t, want.Digest, got.Digest)
	assert.Equal(t, want.Medium, got.Medium)
	for i := range s.Config.Stations {
		assert.Equal(t, s.Config.Stations[i].Address, replayed.Config.Stations[i].Address, s.Config.Stations[i].Name)
	}
}

func stationOf(s *Scenario, station int) []byte {
	a := s.Config.Stations[station].Address
	if a == (phy.Address{}) {
		a = phy.StationAddress(station)
	}
	return bytes.Clone(a[:])
}
