package virtual_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/gopacket"
	"github.com/google/gopacket/layers"
	"github.com/google/gopacket/pcapgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/run"
	"github.com/csmacd/csmacd/internal/tooltest"
	"github.com/csmacd/csmacd/internal/trace"
	"github.com/csmacd/csmacd/internal/virtual"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// captured runs a scenario, and returns its result and the capture of all stations.
func captured(t *testing.T, text string) (*medium.Result, []byte) {
	t.Helper()
	s, net, all := made(t, text)
	defer all.Release()
	var file bytes.Buffer
	capture, err := run.NewCapture(trace.NewOutput(&file, "run.pcapng"), s, net.(run.Captured), trace.Options{At: trace.AllStations, Contents: virtual.Contents(all, nil)})
	require.NoError(t, err)
	net.Observe(capture)
	_, err = new(run.Driver).Run(context.Background(), all, s.Duration)
	require.NoError(t, err)
	require.NoError(t, capture.Close())
	return all.Result(), file.Bytes()
}

// conversation is what a capture shows of a flow, by the rules of TCP alone.
type conversation struct {
	known    bool
	first    uint32 // sequence number of the first octet
	next     uint32 // octets up to here have been sent, from first
	had      []bool // octets that were sent whole
	segments int    // of data, whole
	again    int    // of these, of octets that had been sent before
	ends     int    // segments without data that end the flow's direction, whole
	all      int    // segments of both sides, whole
}

// conversations reads a capture with gopacket, by the receiver's port. frames are the whole frames of each interface.
func conversations(t *testing.T, file []byte) (by map[int]*conversation, frames map[string]int) {
	t.Helper()
	r, err := pcapgo.NewNgReader(bytes.NewReader(file), pcapgo.NgReaderOptions{})
	require.NoError(t, err)
	by, frames = map[int]*conversation{}, map[string]int{}
	for {
		data, info, err := r.ReadPacketData()
		if err == io.EOF {
			return by, frames
		}
		require.NoError(t, err)
		if len(data) < 64 {
			continue // what a collision left
		}
		port, err := r.Interface(info.InterfaceIndex)
		require.NoError(t, err)
		frames[port.Name]++
		p := gopacket.NewPacket(data[:len(data)-phy.FCSSize], layers.LayerTypeEthernet, gopacket.Default)
		tcp, ok := p.Layer(layers.LayerTypeTCP).(*layers.TCP)
		if !ok {
			continue
		}
		number := int(min(tcp.DstPort, tcp.SrcPort))
		c := by[number]
		if c == nil {
			c = &conversation{}
			by[number] = c
		}
		c.all++
		if int(tcp.DstPort) != number {
			continue
		}
		if tcp.SYN {
			c.known, c.first = true, tcp.Seq+1
		}
		if tcp.FIN && len(tcp.Payload) == 0 {
			c.ends++
		}
		if size := len(tcp.Payload); size > 0 {
			from := tcp.Seq - c.first
			c.segments++
			if from < c.next {
				c.again++
			}
			c.next = max(c.next, from+uint32(size))
			for len(c.had) < int(c.next) {
				c.had = append(c.had, false)
			}
			for i := range size {
				c.had[int(from)+i] = true
			}
		}
	}
}

func (c *conversation) octets() (n int) {
	for _, had := range c.had {
		if had {
			n++
		}
	}
	return n
}

const several = `
stations:
  - {name: web, at: 0m, attach: {soft: {address: 10.0.0.1/24}}}
  - {name: "pc%d", count: 3, from: 100m, attach: {soft: {address: 10.0.0.2/24}}, traffic: {kind: tcp, to: web, bytes: 250kB, congestion: reno}}
`

// Bit errors damage frames on the way. The capture has all segments that stacks passed on: every octet of each flow, and the
// segments sent again are as many as the stack has counted. Wireshark, where it is installed, finds the same.
func TestCaptureAgreesWithFlows(t *testing.T) {
	r, file := captured(t, `
until: {flows_done: true}
timeline: [{at: 100ms, bit_errors: 2e-6}]
stations:
  - {name: web, at: 0m, attach: {soft: {address: 10.0.0.1/24}}}
  - {name: pc, at: 200m, attach: {soft: {address: 10.0.0.2/24}}, traffic: [{kind: tcp, to: web, bytes: 300kB}, {kind: tcp, to: web, bytes: 200kB, at: 50ms, congestion: reno}]}
  - {name: load, at: 300m, traffic: {kind: poisson, load: 0.2, to: sink}}
  - {name: sink, at: 400m}
`)
	by, frames := conversations(t, file)
	require.Len(t, by, 2)
	again := 0
	for i, f := range r.Flows {
		c := by[5001+i]
		require.NotNil(t, c)
		require.Empty(t, f.Failed)
		assert.Zero(t, f.Discarded)
		assert.Equal(t, f.Bytes, int64(c.octets()), f.Name)
		assert.Equal(t, f.Retransmissions, uint64(c.again+max(0, c.ends-1)), "%s: of data, and of its end", f.Name)
		again += c.again
	}
	assert.Positive(t, again)
	for _, s := range r.Stations {
		assert.Equal(t, s.Counters.FramesTransmittedOK, uint64(frames[s.Name]), s.Name)
	}
	told := wireshark(t, file)
	for i := range r.Flows {
		c := by[5001+i]
		assert.Equal(t, c.segments, told[5001+i].segments)
		assert.Equal(t, c.again, told[5001+i].again)
	}
}

// A station more, listed first, changes nothing that the stacks of the others draw: that follows from their names.
func TestStacksDrawByName(t *testing.T) {
	const hosts = `
  - {name: web, at: 0m, attach: {soft: {address: 10.0.0.1/24}}}
  - {name: pc, at: 200m, attach: {soft: {address: 10.0.0.2/24}}, traffic: {kind: tcp, to: web, bytes: 10kB}}
`
	first := func(stations string) uint32 {
		_, file := captured(t, "until: {flows_done: true}\nmedium: {length: 300m}\nstations:"+stations)
		by, _ := conversations(t, file)
		require.Contains(t, by, 5001)
		require.True(t, by[5001].known)
		return by[5001].first
	}
	want := first(hosts)
	assert.Equal(t, want, first("\n  - {name: silent, at: 300m}"+hosts))
	assert.NotEqual(t, want, first(strings.ReplaceAll(hosts, "name: pc", "name: mac")))
}

// With a backoff limit of 5, stations give segments up. Each segment of the flows was sent whole, given up, or both
// sent and counted again: what is missing in the capture is what the flows count as discarded.
func TestCaptureAgreesWithDiscards(t *testing.T) {
	r, file := captured(t, "until: {flows_done: true}\nbackoff: {policy: beb, limit: 5}"+several)
	by, _ := conversations(t, file)
	for i, f := range r.Flows {
		c := by[5001+i]
		require.NotNil(t, c)
		require.Empty(t, f.Failed)
		assert.Equal(t, f.Bytes, int64(c.octets()), f.Name)
		assert.LessOrEqual(t, uint64(c.again), f.Retransmissions, f.Name)
		assert.LessOrEqual(t, f.Retransmissions, uint64(c.again)+f.Discarded, f.Name)
	}
}

// wireshark has the data segments of each flow counted by tshark.
func wireshark(t *testing.T, file []byte) map[int]struct{ segments, again int } {
	t.Helper()
	program := tooltest.Need(t, "tshark", "tshark")
	path := filepath.Join(t.TempDir(), "run.pcapng")
	require.NoError(t, os.WriteFile(path, file, 0o644))
	out, err := exec.Command(program, "-r", path, "-n", "-Y", "tcp.len > 0 && frame.len >= 64", "-T", "fields", "-E", "separator=|",
		"-e", "tcp.dstport", "-e", "tcp.analysis.retransmission", "-e", "tcp.analysis.out_of_order").Output()
	require.NoError(t, err)
	told := map[int]struct{ segments, again int }{}
	for line := range strings.Lines(string(out)) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		port, err := strconv.Atoi(cells[0])
		require.NoError(t, err)
		n := told[port]
		n.segments++
		if cells[1] != "" || cells[2] != "" {
			n.again++
		}
		told[port] = n
	}
	return told
}
