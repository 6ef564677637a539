package published

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
)

// counters returns the cases of mib.json: what the counters of EtherLike-MIB must be in six
// situations. Each is about the frame of station A.
func (s sources) counters() ([]Case, error) {
	var mib struct {
		Source     string                       `json:"source"`
		Situations []map[string]json.RawMessage `json:"situations"`
	}
	if err := s.read("mib.json", &mib); err != nil {
		return nil, err
	}
	files := []string{"single", "multiple", "excessive", "deferred", "deferred-collided", "late"}
	if len(files) != len(mib.Situations) {
		return nil, fmt.Errorf("published: mib.json: %d situations, and scenarios for %d", len(mib.Situations), len(files))
	}
	var all []Case
	for i, situation := range mib.Situations {
		c := Case{ID: "MIB-" + files[i], Source: mib.Source, Kind: Exact, Method: "mib-" + files[i] + ".yaml, station A; the draws are forced"}
		if err := json.Unmarshal(situation["scenario"], &c.Title); err != nil {
			return nil, fmt.Errorf("published: mib.json: %w", err)
		}
		var read []func(*medium.Station) float64
		for _, k := range mibCounters {
			text, ok := situation[k.name]
			if !ok {
				continue
			}
			delete(situation, k.name)
			var value any
			if err := json.Unmarshal(text, &value); err != nil {
				return nil, fmt.Errorf("published: mib.json: %w", err)
			}
			n, ok := value.(float64)
			if !ok {
				n = truth(value == true)
			}
			c.Expected = append(c.Expected, Figure{Name: k.name, Value: n})
			read = append(read, k.read)
		}
		if len(situation) != 1 {
			return nil, fmt.Errorf("published: mib.json: %q has an unknown counter", c.Title)
		}
		c.check = func(ctx context.Context, _ Effort) (o Outcome, err error) {
			r, err := s.run(ctx, "mib-"+files[i]+".yaml", 0, nil)
			if err != nil {
				return o, err
			}
			for _, f := range read {
				o.Got = append(o.Got, exactly(f(&r.Stations[stationA]))...)
			}
			return o, nil
		}
		all = append(all, c)
	}
	return all, nil
}

// mibCounters are the objects of EtherLike-MIB (RFC 3635) that are checked, by the counters of
// clause 30 for which they stand. dot3CollFrequencies counts all frames, collisions_per_frame only
// those sent; the sixteenth entry is therefore that of discarded frames.
var mibCounters = []struct {
	name string
	read func(*medium.Station) float64
}{
	{"dot3StatsSingleCollisionFrames", counter(func(c *mac.Counters) uint64 { return c.SingleCollisionFrames })},
	{"dot3StatsMultipleCollisionFrames", counter(func(c *mac.Counters) uint64 { return c.MultipleCollisionFrames })},
	{"dot3StatsExcessiveCollisions", counter(func(c *mac.Counters) uint64 { return c.FramesAbortedDueToXSColls })},
	{"dot3StatsDeferredTransmissions", counter(func(c *mac.Counters) uint64 { return c.FramesWithDeferredXmissions })},
	{"dot3StatsLateCollisions", counter(func(c *mac.Counters) uint64 { return c.LateCollisions })},
	{"single", counter(func(c *mac.Counters) uint64 { return c.SingleCollisionFrames })},
	{"multiple", counter(func(c *mac.Counters) uint64 { return c.MultipleCollisionFrames })},
	{"deferred", counter(func(c *mac.Counters) uint64 { return c.FramesWithDeferredXmissions })},
	{"dot3CollFrequencies.1", frequency(1)},
	{"dot3CollFrequencies.4", frequency(4)},
	{"dot3CollFrequencies.16", counter(func(c *mac.Counters) uint64 { return c.FramesAbortedDueToXSColls })},
	{"also counted as ordinary collision", func(s *medium.Station) float64 {
		return truth(s.Counters.SingleCollisionFrames+s.Counters.MultipleCollisionFrames == 1)
	}},
}

func counter(read func(*mac.Counters) uint64) func(*medium.Station) float64 {
	return func(s *medium.Station) float64 { return float64(read(&s.Counters)) }
}

func frequency(collisions int) func(*medium.Station) float64 {
	return func(s *medium.Station) float64 { return float64(s.CollisionsPerFrame[collisions]) }
}
