package scenario

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/attach"
	"github.com/csmacd/csmacd/internal/trace"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// fromDisk reads captures as csmacd does.
func fromDisk(path string, octets bool) (Capture, error) {
	file, err := trace.ReadCapture(path, octets)
	c := Capture{Interfaces: file.Interfaces}
	var list []Captured
	for p := range file.Packets() {
		list = append(list, Captured(p))
	}
	c.Frames = slices.Values(list)
	return c, err
}

// arrival is what a live station's host sends.
type arrival struct {
	at      phy.Time
	station int
	data    []byte // without FCS
}

// live runs a scenario as csmacd up does: each frame is injected as the run has come to
// its instant. The arrivals are recorded in a capture of that path.
func live(t require.TestingT, s *Scenario, arrivals []arrival, until phy.Time, capture string) (*medium.Result, phy.Time) {
	n, err := bus.New(s.Config)
	require.NoError(t, err)
	out, err := trace.Create(capture)
	require.NoError(t, err)
	var attached []int
	for _, a := range s.Attached {
		attached = append(attached, a.Station)
	}
	rec, err := trace.NewRecorder(out, n, attached)
	require.NoError(t, err)
	for i, a := range arrivals {
		require.NoError(t, n.Run(a.at))
		if n.Done() {
			break
		}
		octets := bytes.Clone(a.data)
		for len(octets) < 60 {
			octets = append(octets, 0)
		}
		octets = phy.AppendFCS(octets)
		f := medium.Frame{Size: int32(len(octets)), Destination: n.Destination(phy.Address(octets)), Ref: uint64(i + 1)}
		require.NoError(t, n.Inject(a.station, a.at, f))
		require.NoError(t, rec.Arrival(a.station, a.at, octets))
	}
	require.NoError(t, n.Run(until))
	require.NoError(t, rec.Close())
	if until = n.Now(); n.Done() {
		until++ // what happens at that instant is of the run
	}
	return n.Result(), until
}

// again reads a recording and runs it to its end.
func again(t require.TestingT, file string, recorded []byte) (*Scenario, *medium.Result) {
	require.NoError(t, validate(recorded), "%s", recorded)
	s, err := Parse(file, recorded, Options{ReadCapture: fromDisk})
	require.NoError(t, err, "%s", recorded)
	n, err := bus.New(s.Config)
	require.NoError(t, err)
	require.NoError(t, n.Run(s.Duration))
	return s, n.Result()
}

// frameTo is a frame for an address, of so many octets without FCS.
func frameTo(to phy.Address, octets int, tag ...byte) []byte {
	frame := make([]byte, octets)
	copy(frame, to[:])
	copy(frame[6:], []byte{2, 0, 0, 0, 0, 99})
	copy(frame[12:], tag)
	return frame
}

func TestRecording(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "net"), 0o700))
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "out"), 0o700))
	other := filepath.Join(dir, "net", "other.pcapng")
	out, err := trace.Create(other)
	require.NoError(t, err)
	rec, err := trace.NewRecorder(out, stationNames{"x"}, []int{0})
	require.NoError(t, err)
	require.NoError(t, rec.Arrival(0, 7*phy.Microsecond, phy.AppendFCS(frameTo(phy.Broadcast, 60))))
	require.NoError(t, rec.Close())

	s, err := Parse(filepath.Join(dir, "net", "lab.yaml"), []byte(`
# lost in the recording, as it must be
mac: &rules {attempt_limit: 7}
medium: {kind: bus, length: 6km}
seed: 3
until: {frames_sent: 1000}
warmup: 1us
stations:
  - {name: "h%d", count: 2, from: 1m, spacing: 3m, queue: 5, mac: *rules, attach: {netns: "n%d", address: 10.0.0.1/24}}
  - {count: 2, from: 20m, traffic: [{kind: poisson, rate: 100, size: uniform(64,1518)}, {kind: pcap, file: other.pcapng, to: h0}]}
  - {name: "on: 'é", at: 245bt, backoff: linear, mac: {as: inet}, attach: {stream: "unix:x", ether: "52:54:00:12:34:56"}}
`), Options{ReadCapture: fromDisk, Set: []string{"mac.jam=48bt", "stations[2].backoff={policy: uniform, k: 4}"}})
	require.NoError(t, err)
	file, capture := filepath.Join(dir, "out", "rec.yaml"), filepath.Join(dir, "out", "rec.pcapng")
	end := 3*phy.Millisecond + 17
	want, _ := live(t, s, []arrival{
		{phy.Microsecond, 0, frameTo(phy.StationAddress(1), 100)},
		{phy.Microsecond, 1, frameTo(phy.Broadcast, 60)},
		{phy.Millisecond, 4, frameTo(phy.StationAddress(4), 60)}, // whose address is another
		{phy.Millisecond, 4, frameTo(phy.Address{0x52, 0x54, 0, 0x12, 0x34, 0x56}, 60)},
		{2 * phy.Millisecond, 0, frameTo(phy.Address{2, 0xaa}, 1518, 0x81, 0x00)}, // tagged
	}, end, capture)
	text, err := s.Recording(file, capture, end)
	require.NoError(t, err)
	require.Equal(t, recordingNote+`schema: csmacd/scenario/1
name: lab
mac: {attempt_limit: 7, jam: 48bt, max_frame: 1522}
medium: {kind: bus, length: 6km}
seed: 3
duration: 3000000.017ns
until: {frames_sent: 1000}
warmup: 1us
stations:
  - {name: h0, at: 4.332ns, queue: 5, mac: {attempt_limit: 7}, traffic: {kind: pcap, file: rec.pcapng, interface: h0, to: captured, origin: zero}}
  - {name: h1, at: 17.328ns, queue: 5, mac: {attempt_limit: 7}, traffic: {kind: pcap, file: rec.pcapng, interface: h1, to: captured, origin: zero}}
  - {count: 2, from: 20m, traffic: [{kind: poisson, rate: 100, size: 'uniform(64,1518)'}, {kind: pcap, file: ../net/other.pcapng, to: h0}]}
  - {name: 'on: ''é', at: 24500.000ns, ether: '52:54:00:12:34:56', mac: {as: inet, max_frame: 1522}, backoff: {policy: uniform, k: 4}, traffic: {kind: pcap, file: rec.pcapng, interface: 'on: ''é', to: captured, origin: zero}}
`, string(text))
	replayed, got := again(t, file, text)
	require.Equal(t, want, got)
	require.Equal(t, end, replayed.Duration)
	require.Empty(t, replayed.Attached)
	require.Equal(t, uint64(2), got.Stations[4].Counters.FramesTransmittedOK)

	// The octets are those that were recorded.
	src := replayed.Config.Stations[4].Traffic[0]
	require.Equal(t, []phy.Address{phy.StationAddress(4), {0x52, 0x54, 0, 0x12, 0x34, 0x56}}, src.Addresses)
	require.Equal(t, phy.AppendFCS(frameTo(phy.StationAddress(4), 60)), replayed.Contents.AppendFrame(nil, medium.Frame{Ref: src.Ref, Size: 64}))

	_, err = s.Recording(file, capture, 0)
	require.EqualError(t, err, "the run ended before it began, so there is nothing to replay")
	_, err = replayed.Recording(file, capture, end)
	require.EqualError(t, err, "no station is attached, so there is nothing to record: the scenario itself replays the run")
}

// The nodes of a recording take the turns that those of the run took, on the same PHYs.
func TestRecordingOfTurns(t *testing.T) {
	dir := t.TempDir()
	s, err := Parse(filepath.Join(dir, "lab.yaml"), []byte(`
phy: 10base-t1s
medium: {length: 25m, latency: typical}
plca: {node_count: 9}
seed: 3
until: {frames_sent: 1000}
stations:
  - {name: head, plca: {node_id: 0}, traffic: {kind: poisson, rate: 100, size: 64}}
  - {name: "h%d", count: 2, from: 1m, spacing: 3m, plca: {node_id: [1, 5], burst_count: 1}, attach: {netns: "n%d", address: 10.0.0.1/24}}
  - {name: "k%d", count: 2, from: 9m, plca: {node_id: 3}, latency: max, mii_phase: 100ns, attach: {netns: "k%d", address: 10.0.0.3/24}}
  - {name: guest, at: 25m, plca: off, attach: {netns: g, address: 10.0.0.9/24}}
`), Options{})
	require.NoError(t, err)
	file, capture := filepath.Join(dir, "rec.yaml"), filepath.Join(dir, "rec.pcapng")
	end := 30 * phy.Millisecond
	live(t, s, []arrival{{phy.Microsecond, 1, frameTo(phy.Broadcast, 60)}}, end, capture)
	text, err := s.Recording(file, capture, end)
	require.NoError(t, err)
	require.Contains(t, string(text), "plca: {node_id: [2, 6], burst_count: 1}")
	require.Contains(t, string(text), "plca: {node_id: 4}, latency: max, mii_phase: 100ns")
	replayed, _ := again(t, file, text)
	for i, want := range s.T1S().Stations {
		got := replayed.T1S().Stations[i]
		require.Equal(t, want.Name, got.Name)
		require.Equal(t, want.PLCA, got.PLCA)
		require.Equal(t, want.Latency, got.Latency)
		require.Equal(t, want.Phase, got.Phase)
	}
}

type stationNames []string

func (s stationNames) Len() int                    { return len(s) }
func (s stationNames) Name(i int) string           { return s[i] }
func (s stationNames) Address(d int32) phy.Address { return phy.StationAddress(int(d)) }

// Whatever the stations, and whatever their hosts send: the recording comes to the same
// result, in every figure.
func TestRecordingProperty(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		text := drawLive(t)
		s, err := Parse(filepath.Join(dir, "live.yaml"), []byte(text), Options{})
		require.NoError(t, err, text)
		end := phy.Time(rapid.Int64Range(1, int64(20*phy.Millisecond)).Draw(t, "end"))
		file, capture := filepath.Join(dir, "rec.yaml"), filepath.Join(dir, "rec.pcapng")
		want, end := live(t, s, drawArrivals(t, s, end), end, capture)
		recorded, err := s.Recording(file, capture, end)
		require.NoError(t, err)
		replayed, got := again(t, file, recorded)
		if s.Config.Warmup >= end || s.Config.Warmup > 0 && silent(s, want) {
			// Whether a station that sent in the warm-up alone has traffic, the two see differently.
			got.Medium.Jain = want.Medium.Jain
		}
		require.Equal(t, want, got, "%s\n%s", text, recorded)
		for i := range s.Config.Stations {
			require.Equal(t, s.Config.Stations[i].Address, replayed.Config.Stations[i].Address)
			require.Equal(t, s.Config.Stations[i].At, replayed.Config.Stations[i].At)
		}
	})
}

// silent reports whether an attached station sent nothing that counts.
func silent(s *Scenario, r *medium.Result) bool {
	return slices.ContainsFunc(s.Attached, func(a attach.Host) bool { return r.Stations[a.Station].FramesOffered == 0 })
}

// drawLive makes up a scenario with stations attached to a host.
func drawLive(t *rapid.T) string {
	one := func(label string, from ...string) string { return rapid.SampledFrom(from).Draw(t, label) }
	var b strings.Builder
	b.WriteString(one("mac", "", "", "mac: {attempt_limit: 3}\n", "mac: {max_frame: 2000}\n", "mac: {rate: 100Mbps, ifg: 50bt}\n", "mac: {as: ns2}\n"))
	b.WriteString(one("medium", "", "medium: {kind: star, delay: 3us}\n", "medium: {velocity: 0.63}\n"))
	b.WriteString(one("backoff", "", "backoff: linear\n", "backoff: {policy: uniform, k: 2}\n"))
	b.WriteString(one("warmup", "", "", "warmup: 2ms\n"))
	b.WriteString(one("until", "", "", "until: {frames_sent: 7, collisions: 9}\n", "until: {frames_delivered: 3}\n"))
	fmt.Fprintf(&b, "seed: %d\nstations:\n", rapid.IntRange(0, 9).Draw(t, "seed"))
	items := rapid.IntRange(1, 5).Draw(t, "items")
	for i := range items {
		own := one("own", "", ", queue: 1", ", queue: 2", ", mac: {as: inet}", ", mac: {attempt_limit: 2}", ", backoff: {policy: fixed, delay: 0}")
		if i == 0 || rapid.Bool().Draw(t, "attached") {
			fmt.Fprintf(&b, "  - {name: \"L%d-%%d\", count: %d, from: %dm, spacing: 7.3m, attach: {netns: \"n%d-%%d\"%s}%s}\n",
				i, rapid.IntRange(1, 3).Draw(t, "count"), rapid.IntRange(0, 100).Draw(t, "from"), i,
				one("ether", "", fmt.Sprintf(", ether: \"aa:00:00:00:%02x:00\"", i)), own)
			continue
		}
		fmt.Fprintf(&b, "  - {count: %d, from: %dm, spacing: 20.01m, traffic: %s%s}\n", rapid.IntRange(1, 3).Draw(t, "count"), rapid.IntRange(0, 100).Draw(t, "from"),
			one("traffic", "{kind: saturated, size: 64}", "{kind: poisson, rate: 300}", "{kind: think, think: 1ms, to: broadcast}", "[]",
				"[{kind: frames, count: 9, interval: 1ms}, {kind: onoff, on: 1ms, off: 2ms, rate: 2000, size: imix}]"), own)
	}
	return b.String()
}

// drawArrivals makes up what hosts send: to stations, groups, themselves and nobody, often
// several frames at one instant, and at those at which something else happens.
func drawArrivals(t *rapid.T, s *Scenario, end phy.Time) []arrival {
	var to []phy.Address
	for i, st := range s.Config.Stations {
		to = append(to, phy.StationAddress(i))
		if st.Address != (phy.Address{}) {
			to = append(to, st.Address)
		}
	}
	to = append(to, phy.Broadcast, phy.Address{1, 0, 0x5e, 0, 0, 1}, phy.Address{2, 0xaa, 0, 0, 0, 1}, phy.Address{0, 1, 2, 3, 4, 5})
	step := rapid.SampledFrom([]phy.Time{phy.Nanosecond, 100 * phy.Nanosecond, 51200 * phy.Nanosecond, phy.Millisecond}).Draw(t, "step")
	var list []arrival
	for range rapid.IntRange(0, 40).Draw(t, "arrivals") {
		station := rapid.SampledFrom(s.Attached).Draw(t, "station").Station
		longest := s.Config.Params.MaxFrame - phy.FCSSize
		if own := s.Config.Stations[station].Params; own != nil {
			longest = own.MaxFrame - phy.FCSSize
		}
		list = append(list, arrival{
			at:      phy.Time(rapid.Int64Range(0, int64(end/step)).Draw(t, "at")) * step,
			station: station,
			data: frameTo(rapid.SampledFrom(to).Draw(t, "to"),
				rapid.OneOf(rapid.Just(14), rapid.Just(longest), rapid.IntRange(14, longest)).Draw(t, "octets")),
		})
	}
	slices.SortStableFunc(list, func(a, b arrival) int { return int((a.at - b.at) / phy.Nanosecond) })
	return list
}
