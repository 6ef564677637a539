package experiment

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/csmacd/csmacd/internal/experiment/campaign"
	"github.com/csmacd/csmacd/internal/scenario"
)

// captures reads the captures that a scenario replays, each once for all points, and keeps
// their hashes: a file that changes makes other runs.
type captures struct {
	read func(string, bool) (scenario.Capture, error)

	mu     sync.Mutex
	files  map[captureMark]*captureRead
	hashes map[string]string
}

type captureMark struct {
	path   string
	octets bool
}

type captureRead struct {
	scenario.Capture
	err error
}

// reader returns the function for scenario.Options, or nil if captures cannot be read.
func (c *captures) reader() func(string, bool) (scenario.Capture, error) {
	if c.read == nil {
		return nil
	}
	return c.get
}

func (c *captures) get(path string, octets bool) (scenario.Capture, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	mark := captureMark{path, octets}
	f, ok := c.files[mark]
	if !ok {
		if c.files == nil {
			c.files, c.hashes = map[captureMark]*captureRead{}, map[string]string{}
		}
		f = &captureRead{}
		f.Capture, f.err = c.read(path, octets)
		c.files[mark] = f
		c.hashes[path] = campaign.HashOf(path)
	}
	return f.Capture, f.err
}

// paths returns the paths of all captures that were read.
func (c *captures) paths() []string { return slices.Sorted(maps.Keys(c.hashes)) }

// inputs returns a hash of all captures that were read, or "" if there are none. Only the order of the
// paths is part of it: a folder may move.
func (c *captures) inputs() string {
	paths := c.paths()
	if len(paths) == 0 {
		return ""
	}
	h := sha256.New()
	for _, path := range paths {
		fmt.Fprintln(h, c.hashes[path])
	}
	return hex.EncodeToString(h.Sum(nil))
}
