package scenario

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/metrics"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// FuzzRun holds whole runs, from text to result, to three promises: no run panics; it takes
// no more memory than memoryLimit; and its result is the same whether it is watched
// and run at once, watched and run in pieces while its result is read, or not watched.
// The text and cut say where the pieces end, and a run lasts for some thousand events.
func FuzzRun(f *testing.F) {
	for _, folder := range []string{"scenarios", "published", "differences"} {
		files, err := filepath.Glob(filepath.Join("../../testdata", folder, "*.yaml"))
		if err != nil || len(files) == 0 {
			f.Fatal(folder, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text, uint8(len(text)))
		}
	}
	f.Add([]byte("duration: 1s\nstations: [{traffic: {kind: pcap, file: x, interface: A, to: captured, origin: zero}}, {at: 90m}]"), uint8(3))
	f.Add([]byte(twoCables), uint8(7))
	f.Add([]byte(hubAndSwitch), uint8(9))
	small := limits{Limits: document.Limits{Nodes: 2000, Depth: 20}, stations: 500, attached: 20, frames: 100, sizes: 100}
	var asked []bool
	f.Fuzz(func(t *testing.T, text []byte, cut uint8) {
		build := func() (medium.Network, *Scenario) {
			s, err := parse("fuzz.yaml", text, threeFrames(&asked), small)
			if err != nil {
				return nil, nil
			}
			n, err := s.Network()
			if err != nil {
				t.Fatalf("what the reader takes, the network refuses: %v", err)
			}
			return n, s
		}
		holdRun(t, build, cut)
	})
}

// holdRun holds the run of a scenario to the promises of FuzzRun: as often as build builds its network it is the
// same. It returns how the run ended, and false if there was no network, or the run took too long to be compared.
func holdRun(t rapid.TB, build func() (medium.Network, *Scenario), cut uint8) (ended error, compared bool) {
	t.Helper()
	pieces, s := build()
	if pieces == nil {
		return nil, false
	}
	defer watchMemory()()
	got := &watcher{}
	pieces.Observe(got)
	end, err := inPieces(pieces, got, s.Duration, cut)
	if errors.Is(err, errTooLong) {
		return nil, false
	}

	once, _ := build()
	want := &watcher{}
	once.Observe(want)
	unwatched, _ := build()
	for _, n := range []medium.Network{once, unwatched} {
		other := n.Run(end)
		if (other == nil) != (err == nil) {
			t.Fatalf("in pieces: %v; at once: %v", err, other)
		}
		if err != nil && s.LAN() != nil {
			continue // how far the other domains have come when one fails depends on the pieces
		}
		if fmt.Sprint(other) != fmt.Sprint(err) {
			t.Fatalf("in pieces: %v; at once: %v", err, other)
		}
		if !reflect.DeepEqual(n.Result(), pieces.Result()) {
			t.Fatalf("to %v: in pieces %+v, at once %+v", end, pieces.Result(), n.Result())
		}
		if n.Now() != pieces.Now() || n.Done() != pieces.Done() {
			t.Fatalf("in pieces it is at %v, done %v; at once at %v, done %v", pieces.Now(), pieces.Done(), n.Now(), n.Done())
		}
	}
	if !slices.Equal(want.events, got.events) && (err == nil || s.LAN() == nil) {
		t.Fatalf("to %v: %d events in pieces, %d at once", end, len(got.events), len(want.events))
	}
	for _, n := range []medium.Network{pieces, once, unwatched} {
		n.Release()
	}
	return err, true
}

// A run of the fuzzer is over after that much, and what takes longer is not compared: a run
// without an end is not a mistake.
const (
	enoughEvents = 3000
	enoughTime   = 5 * time.Second
)

var errTooLong = errors.New("too long to be compared")

// inPieces runs a network in pieces, each longer than the one before, until there is
// enough. It returns the end of the last.
func inPieces(n medium.Network, w *watcher, last phy.Time, cut uint8) (end phy.Time, err error) {
	if last == 0 {
		last = 1000 * phy.Second
	}
	until := time.Now().Add(enoughTime)
	tooLong := time.AfterFunc(enoughTime, func() {
		if n, ok := n.(interface{ Interrupt() }); ok {
			n.Interrupt()
		}
	})
	defer tooLong.Stop()
	for piece := n.BitTime(); err == nil && !n.Done() && end < last && len(w.events) < enoughEvents; piece += piece>>(cut%4) + phy.Time(cut) {
		end += min(piece, last-end)
		err = n.Run(end)
		if cut%3 == 0 {
			n.Result()
		}
		if time.Now().After(until) {
			return end, errTooLong
		}
	}
	return end, err
}

// watcher keeps all events.
type watcher struct{ events []medium.Event }

func (w *watcher) Interest() medium.Interest { return medium.Interest{Kinds: medium.AllKinds} }
func (w *watcher) Observe(e *medium.Event)   { w.events = append(w.events, *e) }

// memoryLimit is what a run of 500 stations may take, and all else that this process has.
const memoryLimit = 512 << 20

// watchMemory panics if more memory is in use than memoryLimit, until its result is called.
func watchMemory() (stop func()) {
	runtime.GC() // what other tests left does not count
	done, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		used := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		for {
			metrics.Read(used)
			if n := used[0].Value.Uint64(); n > memoryLimit {
				panic(fmt.Sprintf("a run takes %d MB", n>>20))
			}
			select {
			case <-done:
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}()
	return func() { close(done); <-stopped }
}
