package experiment

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/csmacd/csmacd/internal/experiment/campaign"
	"github.com/csmacd/csmacd/internal/resource"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/phy"
)

// Readers read the files that a scenario names. The runs of a plan that has such files are refused if
// their reader is nil.
type Readers struct {
	ReadCapture func(path string, octets bool) (scenario.Capture, error)
	ReadTimes   func(resource.Times) ([]phy.Time, error)
}

// options returns what a scenario is read with.
func (r Readers) options() scenario.Options {
	return scenario.Options{ReadCapture: r.ReadCapture, ReadTimes: r.ReadTimes}
}

// inputs are the files that a scenario names. Each is read once for all points. Their hashes are kept: a file
// that changes makes other runs.
type inputs struct {
	mu       sync.Mutex
	captures map[captureMark]input[scenario.Capture]
	times    map[resource.Times]input[[]phy.Time]
	hashes   map[string]string
}

type captureMark struct {
	path   string
	octets bool
}

// input is the contents of a file, or why it cannot be read.
type input[T any] struct {
	contents T
	err      error
}

func newInputs() *inputs {
	return &inputs{captures: map[captureMark]input[scenario.Capture]{}, times: map[resource.Times]input[[]phy.Time]{}, hashes: map[string]string{}}
}

// readers returns readers that read each file once.
func (in *inputs) readers(of Readers) (once Readers) {
	if of.ReadCapture != nil {
		once.ReadCapture = func(path string, octets bool) (scenario.Capture, error) {
			return read(in, in.captures, captureMark{path, octets}, path, func() (scenario.Capture, error) { return of.ReadCapture(path, octets) })
		}
	}
	if of.ReadTimes != nil {
		once.ReadTimes = func(t resource.Times) ([]phy.Time, error) {
			return read(in, in.times, t, t.File, func() ([]phy.Time, error) { return of.ReadTimes(t) })
		}
	}
	return once
}

func read[K comparable, T any](in *inputs, known map[K]input[T], key K, path string, file func() (T, error)) (T, error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	i, ok := known[key]
	if !ok {
		i.contents, i.err = file()
		known[key] = i
		in.hashes[path] = campaign.HashOf(path)
	}
	return i.contents, i.err
}

// paths returns the paths of all files that were read.
func (in *inputs) paths() []string { return slices.Sorted(maps.Keys(in.hashes)) }

// hash returns a hash of all files that were read, or "" if there are none. Only the order of the
// paths is part of it: a folder may move.
func (in *inputs) hash() string {
	paths := in.paths()
	if len(paths) == 0 {
		return ""
	}
	h := sha256.New()
	for _, path := range paths {
		fmt.Fprintln(h, in.hashes[path])
	}
	return hex.EncodeToString(h.Sum(nil))
}
