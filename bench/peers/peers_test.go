package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/tooltest"
)

func TestParseCells(t *testing.T) {
	grid, err := parseCells("24,1518 256,64 24,64,2500m")
	require.NoError(t, err)
	assert.Equal(t, []cell{{24, 1518, 0}, {256, 64, 0}, {24, 64, 2500}}, grid)
	assert.InDelta(t, 10.83, grid[2].delay(), 0.005)
	grid, err = parseCells("all")
	require.NoError(t, err)
	assert.Len(t, grid, 18)
	for _, bad := range []string{"24", "24x1518", "1,64", "24,63", "24,1519", "24,64,2", "24,64,0m", "24,64,xm", "24,64,"} {
		_, err := parseCells(bad)
		assert.ErrorContains(t, err, bad)
	}
}

// fake is a peer that takes a second to set up and 100 ns per frame, at a thousand frames per
// second.
func fake(name string) peer {
	return peer{name: name, run: simulator(func(_ context.Context, _ string, _ cell, seed int, until float64) (counts, error) {
		frames := 1000 * until
		return counts{until, frames, 2*frames + float64(seed), 0, 1e9 + 100*frames}, nil
	})}
}

func TestSetUpAndStartAreLeftOut(t *testing.T) {
	often := fake("csmacd")
	often.often = true
	r, err := measure(t.Context(), effort{seconds: 0.01, most: 0.02, seeds: 3}, []peer{fake("ns-2 Calendar"), fake("ns-2 Splay"), often}, cell{Stations: 10, Octets: 64})
	require.NoError(t, err)
	assert.InDelta(t, r.Until/5, r.From, 1e-9)
	splay := r.find("ns-2 Splay")
	assert.Len(t, splay.Runs, 3)
	assert.InDelta(t, 100, splay.frame(), 1e-6)
	assert.InDelta(t, 50, splay.attempt(), 1e-6, "the seed's difference was at the start")
	assert.InDelta(t, 1e7, splay.Runs[0].CPU, 3e6, "as long as was asked for")
	assert.GreaterOrEqual(t, len(r.find("csmacd").Runs), 3)
	assert.Nil(t, r.find("ns-3"))

	var text bytes.Buffer
	r.Peers = r.Peers[2:] // csmacd alone still makes a table
	r.Peers = append(r.Peers, sample{Peer: "csmacd as ns2", Runs: r.Peers[0].Runs})
	printTables(&text, []row{r})
	assert.Contains(t, text.String(), "| 10, 64 ")
}

func TestApart(t *testing.T) {
	share, sure := apart([]float64{1.01, 1.02, 1.03}, []float64{1, 1, 1.06})
	assert.InDelta(t, 0, share, 1e-9)
	assert.False(t, sure)
	share, sure = apart([]float64{1.101, 1.1, 1.099, 1.1}, []float64{1.001, 1, 0.999, 1})
	assert.InDelta(t, 0.1, share, 1e-9)
	assert.True(t, sure)
	assert.InDelta(t, 5.841, student(3), 0.1)
	assert.InDelta(t, 3.169, student(10), 0.001)
}

func TestThreeDigits(t *testing.T) {
	for text, x := range map[string]float64{"0": 0, "0.123": 0.1234, "1.23": 1.234, "12.3": 12.34, "123": 123.4, "12345": 12345.4} {
		assert.Equal(t, text, three(x))
	}
}

// The toy's channel is the slotted one of the textbooks: its results were measured with another
// program of the same algorithm, ../slottoy_test.go.
func TestToy(t *testing.T) {
	tooltest.Need(t, "cc", "gcc")
	program, err := buildToy(t.Context(), t.TempDir())
	require.NoError(t, err)
	got, err := toy(t.Context(), program, cell{Stations: 24, Octets: 1518}, 1, 1, 2)
	require.NoError(t, err)
	assert.InDelta(t, 4.65, got.Attempts/got.Delivered, 0.05)
	assert.InDelta(t, 143, 1000*got.Dropped/got.Delivered, 10)
	assert.InDelta(t, 100, got.Seconds, 0.2)
}

// A trace is measured while it grows between two instants, and is then removed.
func TestTrace(t *testing.T) {
	tooltest.Need(t, "sh", "dash")
	dir := t.TempDir()
	tr := tracer{name: "a line a second", of: "none", command: func(ctx context.Context, _ cell, _ int, until float64, file string) *exec.Cmd {
		return exec.CommandContext(ctx, "sh", "-c", `for i in $(seq "$1"); do echo "+ $i" >>"$2"; done; echo "$1"`, "sh", fmt.Sprint(until), file)
	}, count: func(out []byte) (delivered float64, err error) {
		_, err = fmt.Sscan(string(out), &delivered)
		return delivered, err
	}}
	w, err := tr.run(t.Context(), dir, cell{Stations: 24, Octets: 64}, 1, 2, 9)
	require.NoError(t, err)
	w.cpu = 0
	assert.Equal(t, written{delivered: 7, lines: 7, octets: 28}, w)
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Empty(t, left)
}

// The table of TCP has means over the seeds, for each simulated second.
func TestTableOfTCP(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, printTCP(&out, []*tcpPeer{{name: "a", all: []transfers{{1e6, 30, 10, 1e9}, {3e6, 50, 0, 1e9}}}}, 4))
	assert.Contains(t, out.String(), "| a ")
	assert.Regexp(t, `\| 4\.00 +\| 10\.0 +\| 1\.25 +\| 4\.00 +\|`, out.String())
}
