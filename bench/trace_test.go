package bench

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/trace"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
)

// writers are ways of writing the events of a run. open returns what they write to.
var writers = []struct {
	name    string
	observe func(net *bus.Network, open func(name string) *trace.Output) []medium.Observer
}{
	{"events", func(net *bus.Network, open func(string) *trace.Output) []medium.Observer {
		return []medium.Observer{events(net, open)}
	}},
	{"events-of-senders", func(net *bus.Network, open func(string) *trace.Output) []medium.Observer {
		return []medium.Observer{events(net, open).Only(medium.Interest{Kinds: medium.AllKinds &^ atTaps})}
	}},
	{"pcapng", func(net *bus.Network, open func(string) *trace.Output) []medium.Observer {
		return []medium.Observer{pcapng(net, open)}
	}},
	{"events-and-pcapng", func(net *bus.Network, open func(string) *trace.Output) []medium.Observer {
		return []medium.Observer{events(net, open), pcapng(net, open)}
	}},
}

func events(net *bus.Network, open func(string) *trace.Output) *trace.Events {
	return trace.NewEvents(open("events.jsonl"), net, net.BitTime())
}

func pcapng(net *bus.Network, open func(string) *trace.Output) *trace.Capture {
	rules := net.Params(0)
	c, err := trace.NewCapture(open("run.pcapng"), net, &rules, trace.Options{At: trace.AllStations})
	if err != nil {
		panic(err)
	}
	return c
}

// BenchmarkTrace is a saturated bus whose events are written: to nowhere, which is the cost of the
// writer, and to files, which adds that of the system. For pcapng an event is one of those that a
// packet is made of; there is one packet per attempt.
func BenchmarkTrace(b *testing.B) {
	for _, w := range writers {
		for _, to := range []string{"discard", "file"} {
			for _, octets := range sizes {
				b.Run(fmt.Sprintf("%s/%s/octets=%d/N=24", w.name, to, octets), func(b *testing.B) {
					open := discard
					if to == "file" {
						open = files(b)
					}
					kinds := medium.Kinds(0)
					for _, o := range w.observe(network(b, 24, saturated(octets)), discard) {
						kinds |= o.Interest().Kinds
					}
					observed(b, octets, &counter{kinds: kinds}, func(net *bus.Network) {
						for _, o := range w.observe(net, open) {
							net.Observe(o)
						}
					})
				})
			}
		}
	}
}

// Writing the events of a run does not allocate either, after the beginning.
func TestTraceAllocatesNothing(t *testing.T) {
	for _, w := range writers {
		for _, octets := range sizes {
			t.Run(fmt.Sprintf("%s/octets=%d", w.name, octets), func(t *testing.T) {
				net := network(t, 6, saturated(octets))
				for _, o := range w.observe(net, files(t)) {
					net.Observe(o)
				}
				run(t, net, 5*slice)
				assert.Zero(t, testing.AllocsPerRun(4, func() { run(t, net, slice) }))
			})
		}
	}
}

func discard(name string) *trace.Output { return trace.NewOutput(io.Discard, name) }

// files returns outputs to files of a folder that is removed after the benchmark.
func files(tb testing.TB) func(name string) *trace.Output {
	dir := tb.TempDir()
	return func(name string) *trace.Output {
		f, err := os.Create(filepath.Join(dir, name))
		require.NoError(tb, err)
		tb.Cleanup(func() { f.Close() })
		return trace.NewOutput(&endless{file: f}, name)
	}
}

// endless is a file that starts again from its beginning when it has grown large: a benchmark
// writes gigabytes, and the disk is not what is measured.
type endless struct {
	file *os.File
	size int
}

const large = 64 << 20

func (e *endless) Write(b []byte) (int, error) {
	if e.size += len(b); e.size > large {
		e.size = len(b)
		if _, err := e.file.Seek(0, io.SeekStart); err != nil {
			return 0, err
		}
	}
	return e.file.Write(b)
}
