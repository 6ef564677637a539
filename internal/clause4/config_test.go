package clause4

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/phy"
)

func TestConfigRefused(t *testing.T) {
	one := func(change func(*mac.Params)) Config {
		return Config{Stations: []Station{{Name: "A"}, {Name: "B", Params: rules(change)}}}
	}
	for want, c := range map[string]Config{
		"no stations":                 {},
		"place 1ns":                   {Stations: []Station{{Place: phy.Nanosecond}}},
		"step -1ns":                   {Stations: []Station{{}}, Step: -phy.Nanosecond},
		"frame 2 of station A":        {Stations: []Station{{Name: "A", Frames: at(9, 8)}}},
		"frame 1 of station A":        {Stations: []Station{{Name: "A", Frames: []Frame{{0, 0, 0}}}}},
		"header 50ns is not":          one(func(p *mac.Params) { p.Header = bt(0.5) }),
		"a jam of no bits":            one(func(p *mac.Params) { p.Jam = 0 }),
		"part 1 of the gap, 20us":     one(func(p *mac.Params) { p.GapPart1 = bt(200) }),
		"attempt limit 0":             one(func(p *mac.Params) { p.AttemptLimit = 0 }),
		"not part of clause 4":        one(func(p *mac.Params) { p.NonPersistent = true }),
		"differs from another":        one(func(p *mac.Params) { p.BitTime = bt(2) }),
		"slot time 51.201us is not a": one(func(p *mac.Params) { p.SlotTime += phy.Nanosecond }),
	} {
		_, err := Run(c)
		assert.ErrorContains(t, err, want)
	}
}

func TestLines(t *testing.T) {
	r, err := Run(Config{Star: true, Delay: bt(64.25), Until: bt(700), Stations: []Station{
		{Name: "A", Frames: []Frame{{0, 64, 1}}, Draw: draws(0)},
		{Name: "B", Frames: []Frame{{0, 64, 0}}, Draw: draws(1)},
		{Name: "C"}}})
	require.NoError(t, err)
	assert.Equal(t, []string{
		`{"ps":0,"bits":0,"station":"A","event":"queued","frame":1,"octets":64,"to":"B"}`,
		`{"ps":0,"bits":0,"station":"B","event":"queued","frame":1,"octets":64,"to":"A"}`,
		`{"ps":0,"bits":0,"station":"A","event":"tx_start","frame":1,"attempt":1}`,
		`{"ps":0,"bits":0,"station":"B","event":"tx_start","frame":1,"attempt":1}`,
		`{"ps":0,"bits":0,"station":"A","event":"carrier_on"}`,
		`{"ps":0,"bits":0,"station":"B","event":"carrier_on"}`,
		`{"ps":6425000,"bits":64.25,"station":"C","event":"rx_start","frame":1,"from":"A"}`,
		`{"ps":6425000,"bits":64.25,"station":"C","event":"carrier_on"}`,
		`{"ps":6425000,"bits":64.25,"station":"A","event":"collision","frame":1,"attempt":1}`,
		`{"ps":6425000,"bits":64.25,"station":"B","event":"collision","frame":1,"attempt":1}`,
		`{"ps":6500000,"bits":65,"station":"A","event":"jam_start","frame":1,"attempt":1}`,
		`{"ps":6500000,"bits":65,"station":"B","event":"jam_start","frame":1,"attempt":1}`,
		`{"ps":9700000,"bits":97,"station":"A","event":"tx_end","frame":1,"attempt":1,"ok":false}`,
		`{"ps":9700000,"bits":97,"station":"A","event":"backoff","frame":1,"attempt":1,"slots":0,"range":2,"until_bits":97}`,
		`{"ps":9700000,"bits":97,"station":"B","event":"tx_end","frame":1,"attempt":1,"ok":false}`,
		`{"ps":9700000,"bits":97,"station":"B","event":"backoff","frame":1,"attempt":1,"slots":1,"range":2,"until_bits":609}`,
		`{"ps":9700000,"bits":97,"station":"A","event":"defer","frame":1,"attempt":2}`,
		`{"ps":16125000,"bits":161.25,"station":"A","event":"carrier_off"}`,
		`{"ps":16125000,"bits":161.25,"station":"B","event":"carrier_off"}`,
		`{"ps":16125000,"bits":161.25,"station":"C","event":"rx_end","frame":1,"from":"A","ok":false,"octets":4,"why":"fragment"}`,
		`{"ps":16125000,"bits":161.25,"station":"C","event":"carrier_off"}`,
		`{"ps":25725000,"bits":257.25,"station":"A","event":"tx_start","frame":1,"attempt":2}`,
	}, r.Lines()[:22])
}
