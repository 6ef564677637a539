package scenario

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

const bt = 100 * phy.Nanosecond

// What a scenario that says next to nothing gets.
func TestDefaults(t *testing.T) {
	s := good(t, "duration: 1s\nstations: [{}, {}]")
	require.Equal(t, "test", s.Name)
	require.Equal(t, phy.Ethernet10, s.Line)
	require.Equal(t, phy.Second, s.Duration)
	require.Zero(t, s.Length)
	require.Empty(t, s.Warnings)
	require.Equal(t, bus.Config{
		Params: mac.For(phy.Ethernet10), Seed: 1,
		Stations: []bus.Station{{Name: "h00", Backoff: backoff.BEB(10)}, {Name: "h01", Backoff: backoff.BEB(10)}},
	}, s.Config)
}

// The two stations of the format's description.
func TestTwoStations(t *testing.T) {
	s := good(t, `
schema: csmacd/scenario/1
name: two stations collide
phy: 10base5
mac: {header: 64bt, jam: 32bt, ifg: 96bt, ifg_part1: 64bt, slot_time: 512bt,
      attempt_limit: 16, backoff_limit: 10, late_collision: retry}
medium: {kind: bus}
backoff: beb
seed: 1
duration: 10ms
until: {frames_sent: 2}
warmup: 0s
stations:
  - {name: A, at: 0m, traffic: {kind: frames, starts: [0s], size: 64, to: B},
     backoff: {policy: scripted, slots: [0, 0]}}
  - {name: B, at: 245bt, traffic: {kind: frames, starts: [0s], size: 64, to: A},
     backoff: {policy: scripted, slots: [1, 2]}}
`)
	frame := func(to int) []traffic.Source {
		return []traffic.Source{{Kind: traffic.KindFrames, Starts: []phy.Time{0}, Size: traffic.Octets(64),
			To: traffic.To{Whom: traffic.ToStation, Station: to}}}
	}
	require.Equal(t, bus.Config{
		Params: mac.For(phy.Ethernet10), Seed: 1, Until: bus.Until{FramesSent: 2},
		Stations: []bus.Station{
			{Name: "A", Traffic: frame(1), Backoff: backoff.Script(backoff.BEB(10), 0, 0)},
			{Name: "B", At: 245 * bt, Traffic: frame(0), Backoff: backoff.Script(backoff.BEB(10), 1, 2)},
		},
	}, s.Config)
	require.Equal(t, 245*bt, s.Length)
	require.Equal(t, "test.yaml:7:9: medium: stations are up to 245 bit times apart, more than the 232 that a slot time of 512 allows one way (4.2.3.2.3): here every collision is still detected within the slot time", warned(s))
}

func TestGroup(t *testing.T) {
	s := good(t, `
medium: {kind: bus, length: 500m, velocity: 0.77}
duration: 10s
stations:
  - {name: "h%02d", count: 24, from: 0m, spacing: 20m,
     traffic: {kind: saturated, size: 1518, to: next}}
`)
	require.Len(t, s.Config.Stations, 24)
	for i, st := range s.Config.Stations {
		require.Equal(t, fmt.Sprintf("h%02d", i), st.Name)
		require.Equal(t, phy.Delay(float64(20*i), 0.77), st.At)
		require.Equal(t, &s.Config.Stations[0].Traffic[0], &st.Traffic[0]) // shared
		require.Same(t, s.Config.Stations[0].Backoff, st.Backoff)
	}
	// 460 m at 0.77 of 299 792 458 m/s are 1 992 720.75 ps.
	require.Equal(t, phy.Time(1_992_721), s.Config.Stations[23].At)
	require.Equal(t, phy.Time(2_166_000), s.Length/1000*1000)
	require.Equal(t, traffic.To{Whom: traffic.ToNext}, s.Config.Stations[0].Traffic[0].To)
}

func TestPlaces(t *testing.T) {
	s := good(t, around(`
- {name: "a%d", count: 3, from: 10bt, spacing: 2m}
- {name: "b%d", count: 2, at: 7m}
- {name: c, count: 1, from: 1us}
- {name: "d%d", count: 3, from: 3m, spacing: 1ns}
- {name: e, at: 0}
- {name: "f%d", count: 2}
`))
	v := phy.Ethernet10.Velocity
	want := []phy.Time{
		10 * bt, 10*bt + phy.Delay(2, v), 10*bt + phy.Delay(4, v), phy.Delay(7, v), phy.Delay(7, v), phy.Microsecond,
		phy.Delay(3, v), phy.Delay(3, v) + phy.Nanosecond, phy.Delay(3, v) + 2*phy.Nanosecond, 0, 0, 0,
	}
	for i, st := range s.Config.Stations {
		require.Equal(t, want[i], st.At, st.Name)
	}
	require.Equal(t, 10*bt+phy.Delay(4, v), s.Length)

	s = good(t, "medium: {kind: star, delay: 4us}\n"+around("- {name: A}\n- {name: B}"))
	require.True(t, s.Config.Shape.IsStar())
	require.Equal(t, 4*phy.Microsecond, s.Config.Shape.Delay())
	require.Zero(t, s.Length)
}

func TestNames(t *testing.T) {
	s := good(t, around(`
- {}
- {count: 2}
- {name: "%03d-x", count: 2}
- {name: 7}
- {name: yes}
- {count: 1}
`))
	var names []string
	for _, st := range s.Config.Stations {
		names = append(names, st.Name)
	}
	require.Equal(t, []string{"h00", "h01", "h02", "000-x", "001-x", "7", "yes", "h07"}, names)
}

func TestMac(t *testing.T) {
	line := mac.For(phy.Ethernet10)
	for text, change := range map[string]func(*mac.Params){
		"header: 0":               func(p *mac.Params) { p.Header = 0 },
		"jam: 4.8us":              func(p *mac.Params) { p.Jam = 48 * bt },
		"ifg: 0":                  func(p *mac.Params) { p.Gap, p.GapPart1 = 0, 0 },
		"ifg: 40bt":               func(p *mac.Params) { p.Gap, p.GapPart1 = 40*bt, 26*bt },
		"ifg: 80bt":               func(p *mac.Params) { p.Gap, p.GapPart1 = 80*bt, 53*bt },
		"ifg: 200bt":              func(p *mac.Params) { p.Gap = 200 * bt },
		"ifg: 60bt, ifg_part1: 0": func(p *mac.Params) { p.Gap, p.GapPart1 = 60*bt, 0 },
		"ifg_part1: 96bt":         func(p *mac.Params) { p.GapPart1 = 96 * bt },
		"slot_time: 25.6us":       func(p *mac.Params) { p.SlotTime = 256 * bt },
		"max_defer: 1ms":          func(p *mac.Params) { p.MaxDefer = phy.Millisecond },
		"attempt_limit: 1":        func(p *mac.Params) { p.AttemptLimit = 1 },
		"backoff_limit: 0":        func(p *mac.Params) { p.BackoffLimit = 0 },
		"min_frame: 18":           func(p *mac.Params) { p.MinFrame = 18 },
		"min_frame: 1518":         func(p *mac.Params) { p.MinFrame = 1518 },
		"max_frame: 65535":        func(p *mac.Params) { p.MaxFrame = 65535 },
		"late_collision: discard": func(p *mac.Params) { p.LateDiscard = true },
		"ifg_after_backoff: on":   func(p *mac.Params) { p.GapAfterBackoff = true },
		"ifg_after_backoff: 84bt": func(p *mac.Params) { p.GapAfterBackoff, p.GapLead = true, 12*p.BitTime },
		"ifg_after_backoff: 96bt": func(p *mac.Params) { p.GapAfterBackoff = true },
		"complete_header: off":    func(p *mac.Params) { p.CutHeader = true },
		"carrier_sense: no":       func(p *mac.Params) { p.NoCarrierSense = true },
		"collision_detect: false": func(p *mac.Params) { p.NoCollision = true },
		"carrier_sense: true":     func(*mac.Params) {},
		"persistence: 1":          func(*mac.Params) {},
		"persistence: non":        func(p *mac.Params) { p.NonPersistent = true },
		"persistence: 0.5":        func(p *mac.Params) { p.Persist, p.PersistSlot = 1<<63, 512*bt },
		"persistence: {p: 0.25}":  func(p *mac.Params) { p.Persist, p.PersistSlot = 1<<62, 512*bt },
		"persistence: {p: 1}":     func(*mac.Params) {},
		"align: 512bt":            func(p *mac.Params) { p.Align = 512 * bt },
		"align: off":              func(*mac.Params) {},
		"slot_time: 1us, persistence: {p: 0.5, slot: 2us}": func(p *mac.Params) {
			p.SlotTime, p.Persist, p.PersistSlot = phy.Microsecond, 1<<63, 2*phy.Microsecond
		},
	} {
		want := line
		change(&want)
		s := good(t, "mac: {"+text+"}\n"+around("- {}"))
		require.Equal(t, want, s.Config.Params, text)
		require.Nil(t, s.Config.Stations[0].Params, text)

		// In a station, the same.
		s = good(t, around("- {mac: {"+text+"}}\n- {mac: {"+text+"}}\n- {}"))
		require.Equal(t, line, s.Config.Params)
		if want == line {
			require.Nil(t, s.Config.Stations[0].Params)
			continue
		}
		require.Equal(t, want, *s.Config.Stations[0].Params, text)
		require.Same(t, s.Config.Stations[0].Params, s.Config.Stations[1].Params)
		require.Nil(t, s.Config.Stations[2].Params)
	}
}

// What follows another number follows it in a station too.
func TestMacFollows(t *testing.T) {
	s := good(t, `
mac: {ifg_part1: 32bt, persistence: 0.5}
duration: 1s
stations:
- {mac: {ifg: 48bt, slot_time: 1us}}
- {mac: {ifg: 30bt}}
- {mac: {persistence: 1}}
`)
	p := s.Config.Stations[0].Params
	require.Equal(t, []phy.Time{48 * bt, 32 * bt, phy.Microsecond}, []phy.Time{p.Gap, p.GapPart1, p.PersistSlot})
	p = s.Config.Stations[1].Params
	require.Equal(t, []phy.Time{30 * bt, 20 * bt, 512 * bt}, []phy.Time{p.Gap, p.GapPart1, p.PersistSlot})
	p = s.Config.Stations[2].Params
	require.Equal(t, []phy.Time{96 * bt, 32 * bt, 0}, []phy.Time{p.Gap, p.GapPart1, p.PersistSlot})
}

// bit_time changes what bt means, wherever it stands.
func TestBitTime(t *testing.T) {
	for _, text := range []string{"bit_time: 1us", "rate: 1Mbps", "rate: 1000 kbps"} {
		s := good(t, "warmup: 3bt\nstations: [{at: 5bt}, {mac: {jam: 48bt}}]\nduration: 1s\nmac: {jam: 40bt, "+text+"}")
		require.Equal(t, phy.Microsecond, s.Line.BitTime)
		require.Equal(t, "10base5", s.Line.Name)
		require.Equal(t, phy.Microsecond, s.Config.Params.BitTime)
		require.Equal(t, 512*phy.Microsecond, s.Config.Params.SlotTime)
		require.Equal(t, 40*phy.Microsecond, s.Config.Params.Jam)
		require.Equal(t, 3*phy.Microsecond, s.Config.Warmup)
		require.Equal(t, 5*phy.Microsecond, s.Config.Stations[0].At)
		require.Equal(t, 48*phy.Microsecond, s.Config.Stations[1].Params.Jam)
	}
	require.Equal(t, 10*phy.Nanosecond, good(t, "phy: 100base-tx\n"+around("- {}")).Config.Params.BitTime)
}

func TestBackoff(t *testing.T) {
	for text, want := range map[string]backoff.Policy{
		"beb":                     backoff.BEB(10),
		"{policy: beb}":           backoff.BEB(10),
		"{policy: beb, limit: 3}": backoff.BEB(3),
		"exponential-window":      backoff.ExponentialWindow(2, 10),
		"{policy: exponential-window, base: 1.5, limit: 20}": backoff.ExponentialWindow(1.5, 20),
		"polynomial":                          backoff.Polynomial(2, 10),
		"{policy: polynomial, degree: 3}":     backoff.Polynomial(3, 10),
		"linear":                              backoff.Linear(1, 10),
		"{policy: linear, step: 4, limit: 5}": backoff.Linear(4, 5),
		"uniform":                             backoff.Uniform(16),
		"{policy: uniform, k: 32}":            backoff.Uniform(32),
		"fixed":                               backoff.Fixed(1),
		"{policy: fixed, delay: 0}":           backoff.Fixed(0),
		"{policy: scripted, slots: []}":       backoff.Script(backoff.BEB(10)),
	} {
		s := good(t, "backoff: "+text+"\n"+around("- {}\n- {backoff: beb}\n- {backoff: "+text+"}"))
		require.Equal(t, want, s.Config.Stations[0].Backoff, text)
		require.Equal(t, backoff.BEB(10), s.Config.Stations[1].Backoff)
		require.Equal(t, want, s.Config.Stations[2].Backoff, text)
		if want.Name() != "scripted" {
			require.Same(t, s.Config.Stations[0].Backoff, s.Config.Stations[2].Backoff)
		}
	}
	// The standard's policy, and what a script may hold, follow the station's limit.
	s := good(t, "backoff: beb\n"+around("- {mac: {backoff_limit: 4}}\n- {mac: {backoff_limit: 5}, backoff: {policy: scripted, slots: [1]}}"))
	require.Equal(t, backoff.BEB(4), s.Config.Stations[0].Backoff)
	require.Equal(t, backoff.Script(backoff.BEB(5), 1), s.Config.Stations[1].Backoff)
}

func TestSizes(t *testing.T) {
	for text, want := range map[string]traffic.Size{
		"64":                   traffic.Octets(64),
		"imix":                 traffic.IMIX(),
		"'uniform(64,1518)'":   traffic.Uniform(64, 1518),
		"'uniform( 64 , 64 )'": traffic.Uniform(64, 64),
		"[64, 1518]":           traffic.Weighted([]int{64, 1518}, []uint64{1, 1}),
		"[[64, 7], [1518, 1]]": traffic.Weighted([]int{64, 1518}, []uint64{7, 1}),
		"[64, {size: 99, weight: 7}, {size: 65}]": traffic.Weighted([]int{64, 99, 65}, []uint64{1, 7, 1}),
		"{64: 7, 1518: 1}":                        traffic.Weighted([]int{64, 1518}, []uint64{7, 1}),
	} {
		s := good(t, around("- {traffic: {kind: saturated, size: "+text+"}}\n- {}"))
		require.Equal(t, want, s.Config.Stations[0].Traffic[0].Size, text)
	}
	// Within { } YAML tears it in two, and an editor sees that; it is mended.
	torn, err := Parse("f.yaml", []byte(around("- {traffic: {kind: saturated, size: uniform(64, 1518), to: broadcast}}\n- {}")), Options{})
	require.NoError(t, err)
	require.Equal(t, traffic.Uniform(64, 1518), torn.Config.Stations[0].Traffic[0].Size)
	s := good(t, around("- {traffic: {kind: saturated}}\n- {mac: {min_frame: 20}, traffic: {kind: saturated, size: 20}}\n-\n  traffic:\n    kind: saturated\n    size: uniform(64,99)"))
	require.Equal(t, traffic.Octets(1518), s.Config.Stations[0].Traffic[0].Size)
	require.Equal(t, traffic.Octets(20), s.Config.Stations[1].Traffic[0].Size)
	require.Equal(t, traffic.Uniform(64, 99), s.Config.Stations[2].Traffic[0].Size)
}

func TestTo(t *testing.T) {
	for text, want := range map[string]traffic.To{
		"random":            {},
		"next":              {Whom: traffic.ToNext},
		"broadcast":         {Whom: traffic.ToBroadcast},
		"ff:ff:ff:ff:ff:ff": {Whom: traffic.ToBroadcast},
		"B":                 {Whom: traffic.ToStation, Station: 1},
		"02:00:00:00:00:03": {Whom: traffic.ToAddress, Address: phy.StationAddress(2)}, // the address of station 7 at the start
		"02:00:00:00:00:04": {Whom: traffic.ToAddress, Address: phy.Address{2, 0, 0, 0, 0, 4}},
		"01-00-5e-00-00-01": {Whom: traffic.ToAddress, Address: phy.Address{1, 0, 0x5e, 0, 0, 1}},
		"'7'":               {Whom: traffic.ToStation, Station: 2},
	} {
		s := good(t, around("- {traffic: {kind: saturated, to: "+text+"}}\n- {name: B}\n- {name: 7}"))
		require.Equal(t, want, s.Config.Stations[0].Traffic[0].To, text)
		require.Empty(t, s.Warnings)
	}
}

func TestTraffic(t *testing.T) {
	size := traffic.Octets(1518)
	for text, want := range map[string]traffic.Source{
		"{kind: frames}":                                      {Kind: traffic.KindFrames, Count: 1, Size: size},
		"{kind: frames, starts: []}":                          {Kind: traffic.KindFrames, Starts: []phy.Time{}, Size: size},
		"{kind: frames, starts: [3us, 10bt, 0]}":              {Kind: traffic.KindFrames, Starts: []phy.Time{0, 10 * bt, 30 * bt}, Size: size},
		"{kind: frames, start: 1us, count: 3, interval: 2us}": {Kind: traffic.KindFrames, Start: 10 * bt, Count: 3, Interval: 20 * bt, Size: size},
		"{kind: saturated}":                                   {Kind: traffic.KindSaturated, Size: size},
		"{kind: poisson, rate: 1000}":                         {Kind: traffic.KindPoisson, Mean: phy.Millisecond, Size: size},
		"{kind: poisson, rate: 0.3}":                          {Kind: traffic.KindPoisson, Mean: 3_333_333_333_333, Size: size},
		"{kind: poisson, load: 0.5}":                          {Kind: traffic.KindPoisson, Mean: (64 + 96 + 12144) * bt * 2, Size: size},
		"{kind: onoff, on: 1ms, off: 2ms, rate: 3000}":        {Kind: traffic.KindOnOff, On: phy.Millisecond, Off: 2 * phy.Millisecond, Interval: 333_333_333, Size: size},
		"{kind: onoff, on: 1ms, off: 0, interval: 1us}":       {Kind: traffic.KindOnOff, On: phy.Millisecond, Interval: phy.Microsecond, Size: size},
		"{kind: think, think: 5ms}":                           {Kind: traffic.KindThink, Mean: 5 * phy.Millisecond, Size: size},
	} {
		s := good(t, around("- {traffic: "+text+"}\n- {traffic: ["+text+", {kind: saturated}]}\n- {traffic: []}"))
		require.Equal(t, []traffic.Source{want}, s.Config.Stations[0].Traffic, text)
		require.Len(t, s.Config.Stations[1].Traffic, 2)
		require.Empty(t, s.Config.Stations[2].Traffic)
	}
}

// A load is of the group: exact, and rounded once.
func TestPoissonLoad(t *testing.T) {
	s := good(t, around("- {count: 30, traffic: {kind: poisson, load: 0.7, size: imix}}"))
	// IMIX: (7*64 + 4*594 + 1518) / 12 octets. 30 * (8*4342/12 + 160) bits / 0.7.
	require.Equal(t, phy.Time(math.Round(30*(8*4342.0/12+160)*100_000/0.7)), s.Config.Stations[7].Traffic[0].Mean)
	require.Equal(t, phy.Time(13_091_428_571), s.Config.Stations[7].Traffic[0].Mean)
}

func TestEnds(t *testing.T) {
	s := good(t, "until: {frames_sent: 1, frames_delivered: 2, collisions: 3, idle: on}\nseed: 18446744073709551615\nstations: [{}]")
	require.Equal(t, bus.Until{FramesSent: 1, FramesDelivered: 2, Collisions: 3, Idle: true}, s.Config.Until)
	require.Equal(t, uint64(math.MaxUint64), s.Config.Seed)
	require.Zero(t, s.Duration)
	s = good(t, "duration: 30000bt\nwarmup: 2ms\nuntil: {idle: true}\nstations: [{traffic: {kind: saturated, to: broadcast}}]")
	require.Equal(t, 3*phy.Millisecond, s.Duration)
	require.Equal(t, 2*phy.Millisecond, s.Config.Warmup)
}

func TestWarnings(t *testing.T) {
	for text, want := range map[string]string{
		"medium: {length: 600m}\n" + around("- {}"):                                       "1:9: medium: a cable of 2.599201us is longer than a 10base5 segment, 500m or 2.166001us (clause 8)",
		"medium: {length: 500m}\n" + around("- {}"):                                       "",
		around("- {at: 232bt}\n- {}"):                                                     "3:1: stations: a cable of 23.2us is longer than a 10base5 segment, 500m or 2.166001us (clause 8)",
		"medium: {length: 500m}\nmac: {slot_time: 64bt}\n" + around("- {at: 400m}\n- {}"): "1:9: medium: stations are up to 17.328 bit times apart, more than the 8 that a slot time of 64 allows one way (4.2.3.2.3): here every collision is still detected within the slot time",
		"medium: {kind: star, delay: 233bt}\n" + around("- {}\n- {}"):                     "1:9: medium: stations are up to 233 bit times apart, more than the 232 that a slot time of 512 allows one way (4.2.3.2.3): here every collision is still detected within the slot time",
		"medium: {kind: star, delay: 256bt}\n" + around("- {}\n- {}"):                     "1:9: medium: stations are up to 256 bit times apart, more than the 232 that a slot time of 512 allows one way (4.2.3.2.3): here every collision is still detected within the slot time",
		"medium: {kind: star, delay: 257bt}\n" + around("- {}\n- {}"):                     "1:9: medium: stations are up to 257 bit times apart, more than the 232 that a slot time of 512 allows one way (4.2.3.2.3): collisions may be late",
		"medium: {kind: star, delay: 288bt}\n" + around("- {}\n- {}"):                     "1:9: medium: stations are up to 288 bit times apart, more than the 232 that a slot time of 512 allows one way (4.2.3.2.3): collisions may be late, and short frames lost unseen",
		"medium: {kind: star, delay: 233bt}\n" + around("- {}"):                           "",
		"medium: {kind: star, delay: 1bt}\n" + around("- {}\n- {at: 1m}\n- {at: 2m}"):     "5:8: stations[1].at: places have no effect in a star: any two stations are its delay apart",
		around("- {count: 101}"):                                                          "3:1: stations: 101 stations are more than the 100 of a 10base5 segment (clause 8)",
		"mac: {ifg_part1: 65bt}\n" + around("- {}"):                                       "1:18: mac.ifg_part1: 65bt is more than two thirds of the gap of 96bt (4.2.3.2.2)",
		around("- {traffic: {kind: poisson, load: 1.5}}\n- {}"):                           "3:35: stations[0].traffic.load: 1.5 is more than the line carries",
		around("- {traffic: {kind: saturated}}"):                                          "3:13: stations[0].traffic: there is no other station: the frames are broadcast",
		around("- {traffic: {kind: saturated, to: next}}"):                                "3:35: stations[0].traffic.to: there is no other station: the frames are broadcast",
	} {
		got := warned(good(t, text))
		if want != "" {
			want = "test.yaml:" + want
		}
		assert.Equal(t, want, got, text)
	}
}

// One item needs no list; the same paths lead to it.
func TestStationsWithoutAList(t *testing.T) {
	text := "duration: 1ms\nstations: {count: 3, spacing: 10m, traffic: {kind: saturated, size: 64}}"
	s, err := Parse("test.yaml", []byte(text), Options{Set: []string{"stations[0].count=5"}})
	require.NoError(t, err)
	require.Len(t, s.Config.Stations, 5)
	_, err = Parse("test.yaml", []byte("duration: 1ms\nstations: {cuont: 3}"), Options{})
	require.ErrorContains(t, err, "test.yaml:2:12: stations[0]: unknown key \"cuont\"")
}
