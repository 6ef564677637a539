package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/run"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/medium"
)

var update = flag.Bool("update", false, "write the figures that the lessons now give into testdata/scenarios")

const lessons = "../../testdata/scenarios"

// figures is what stands beside a lesson: what happened on the medium, and for a few
// stations the counters that are not 0.
type figures struct {
	Digest   string                       `json:"digest"`
	Medium   medium.Medium                `json:"medium"`
	Stations map[string]map[string]uint64 `json:"stations,omitempty"`
}

// Each lesson still has the figures in the file beside it.
func TestLessonsGiveTheirFigures(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(lessons, "*.yaml"))
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(files), 10)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".yaml")
		t.Run(name, func(t *testing.T) {
			got := figuresOf(lesson(t, name))
			expected := filepath.Join(lessons, name+".json")
			if *update {
				var b bytes.Buffer
				e := json.NewEncoder(&b)
				e.SetIndent("", " ")
				require.NoError(t, e.Encode(got))
				require.NoError(t, os.WriteFile(expected, b.Bytes(), 0o644))
			}
			text, err := os.ReadFile(expected)
			require.NoError(t, err)
			var want figures
			require.NoError(t, json.Unmarshal(text, &want))
			require.Equal(t, want, got)
		})
	}
}

// On every medium the figures of a run with a warm-up are those of the run without, less those up to the instant at which the
// warm-up ends: nothing that is under way then is in neither.
func TestAWarmupIsADifference(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(lessons, "*.yaml"))
	require.NoError(t, err)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".yaml")
		t.Run(name, func(t *testing.T) {
			ended := func(warmup, duration string) map[string]int64 {
				return numbersOf(lesson(t, name, "warmup="+warmup, "duration="+duration))
			}
			before, whole, rest := ended("0s", "7ms"), ended("0s", "20ms"), ended("7ms", "20ms")
			for what := range whole {
				whole[what] -= before[what]
			}
			require.Equal(t, whole, rest)
		})
	}
}

// numbersOf returns the counts of a result, by name.
func numbersOf(r *medium.Result) map[string]int64 {
	m := &r.Medium
	list := map[string]int64{
		"offered": int64(m.FramesOffered), "sent": int64(m.FramesSent), "delivered": int64(m.FramesDelivered), "lost": int64(m.FramesLost),
		"dropped": int64(m.FramesDropped), "attempts": int64(m.Attempts), "collisions": int64(m.Collisions),
	}
	for _, s := range r.Stations {
		list[s.Name+" delivered"], list[s.Name+" octets"] = int64(s.FramesDelivered), int64(s.OctetsDelivered)
		v := reflect.ValueOf(s.Counters)
		for i := range v.NumField() {
			list[s.Name+" "+v.Type().Field(i).Name] = int64(v.Field(i).Uint())
		}
	}
	return list
}

// lesson runs a lesson, changed as by --set.
func lesson(t *testing.T, name string, set ...string) *medium.Result {
	t.Helper()
	s, err := scenario.Load(filepath.Join(lessons, name+".yaml"), scenario.Options{Set: set, ReadTimes: run.ReadTimes})
	require.NoError(t, err)
	net, err := s.Network()
	require.NoError(t, err)
	var d run.Driver
	complete, err := d.Run(context.Background(), net, s.Duration)
	require.NoError(t, err)
	require.True(t, complete)
	return net.Result()
}

func figuresOf(r *medium.Result) figures {
	f := figures{Digest: r.Digest, Medium: r.Medium}
	if len(r.Stations) > 8 {
		return f
	}
	f.Stations = map[string]map[string]uint64{}
	for _, s := range r.Stations {
		counters := map[string]uint64{}
		v := reflect.ValueOf(s.Counters)
		for i := range v.NumField() {
			if n := v.Field(i).Uint(); n > 0 {
				counters[v.Type().Field(i).Name] = n
			}
		}
		f.Stations[s.Name] = counters
	}
	return f
}

// What the lessons say is so, worked out by hand or from the literature.
func TestLessonsSayWhatIsSo(t *testing.T) {
	t.Run("two stations collide", func(t *testing.T) {
		r := lesson(t, "two-stations-collide")
		assert.EqualValues(t, 2, r.Medium.FramesDelivered)
	})
	t.Run("saturated: long frames use the line well, short ones less", func(t *testing.T) {
		long, short := lesson(t, "saturated24").Medium, lesson(t, "saturated24-short").Medium
		assert.Greater(t, long.Throughput, 0.9)
		assert.Less(t, short.Throughput, long.Throughput)
	})
	t.Run("ALOHA carries G e^-2G", func(t *testing.T) {
		m := lesson(t, "aloha").Medium
		assert.InDelta(t, 0.1839, m.Throughput, 0.01)
		assert.InDelta(t, 0.6321, float64(m.FramesLost)/float64(m.FramesSent), 0.02)
		assert.Zero(t, m.Collisions)
	})
	t.Run("Lam's channel: K of 10 loses it, K of 60 does not, nor does RCP", func(t *testing.T) {
		m := lesson(t, "slotted-aloha").Medium
		assert.InDelta(t, 0.3, m.Throughput, 0.01)
		assert.InDelta(t, 6, m.BacklogMean, 1)
		lost := lesson(t, "slotted-aloha", "backoff.k=10", "warmup=10s", "duration=20s").Medium
		assert.Zero(t, lost.FramesSent)
		assert.InDelta(t, 400, lost.BacklogMean, 0.1)
		rcp := lesson(t, "slotted-aloha", "backoff=rcp").Medium
		assert.InDelta(t, 0.3, rcp.Throughput, 0.01)
	})
	t.Run("a store: no backoff is through first, jitter writes least", func(t *testing.T) {
		g := lesson(t, "store-100").Groups
		none, exponential, full := g[0], g[1], g[2]
		assert.Greater(t, none.Calls, 3*full.Calls)
		assert.Greater(t, exponential.Calls, 2*full.Calls)
		for _, other := range g[1:] {
			assert.Less(t, none.CompletionUs, other.CompletionUs)
		}
		for _, other := range append(g[2:], none) {
			assert.Greater(t, exponential.CompletionUs, 5*other.CompletionUs)
		}
	})
	t.Run("sixteen collisions", func(t *testing.T) {
		r := lesson(t, "sixteen-collisions")
		dropped := uint64(0)
		for _, s := range r.Stations {
			dropped += s.Counters.FramesAbortedDueToXSColls
		}
		assert.Positive(t, dropped)
	})
	t.Run("a late collision is A's, not B's", func(t *testing.T) {
		r := lesson(t, "late-collision")
		assert.EqualValues(t, 1, r.Stations[0].Counters.LateCollisions)
		assert.Zero(t, r.Stations[1].Counters.LateCollisions)
		assert.EqualValues(t, 2, r.Medium.FramesSent)
		r = lesson(t, "late-collision", "mac.late_collision=discard")
		assert.EqualValues(t, 1, r.Medium.FramesDropped)
		assert.Zero(t, r.Stations[0].Counters.FramesAbortedDueToXSColls)
	})
	t.Run("lost unseen", func(t *testing.T) {
		r := lesson(t, "lost-unseen")
		assert.EqualValues(t, 2, r.Medium.FramesSent)
		assert.EqualValues(t, 2, r.Medium.FramesLost)
		assert.Zero(t, r.Medium.Collisions)
		assert.EqualValues(t, 1, r.Stations[1].Counters.FrameCheckSequenceErrors)
	})
	t.Run("deference in two parts", func(t *testing.T) {
		c := lesson(t, "deference").Stations[3].Counters
		assert.EqualValues(t, 1, c.FramesWithDeferredXmissions)
		assert.EqualValues(t, 1, c.SingleCollisionFrames)
	})
	t.Run("fifty clients, descriptors for forty", func(t *testing.T) {
		submitted := func(set ...string) uint64 { return lesson(t, "submit-50", set...).Medium.Submitted }
		assert.EqualValues(t, 7, submitted())
		assert.EqualValues(t, 933, submitted("stations[0].discipline=aloha"))
		assert.EqualValues(t, 1086, submitted("stations[0].discipline=ethernet"))
	})
	t.Run("three disciplines at one queue", func(t *testing.T) {
		r := lesson(t, "submit-mixed")
		for i, submitted := range []uint64{472, 303, 160} {
			assert.Equal(t, submitted, r.Groups[i].Submitted)
		}
	})
	t.Run("groups", func(t *testing.T) {
		r := lesson(t, "groups")
		assert.EqualValues(t, 6, r.Medium.FramesDelivered)
		assert.EqualValues(t, 3, r.Stations[0].Counters.BroadcastFramesXmittedOK)
		assert.EqualValues(t, 2, r.Stations[1].Counters.MulticastFramesXmittedOK)
		assert.EqualValues(t, 5, r.Stations[2].Counters.FramesReceivedOK)
		assert.EqualValues(t, 6, r.Stations[3].Counters.FramesReceivedOK)
	})
	t.Run("Poisson arrivals offer what they are asked to", func(t *testing.T) {
		m := lesson(t, "poisson-half-load", "duration=20s").Medium
		assert.InDelta(t, 0.5, m.OfferedLoad, 0.01)
		assert.InDelta(t, m.OfferedLoad, m.Throughput, 0.02)
	})
	t.Run("the slotted model: a collision lasts one slot", func(t *testing.T) {
		r := lesson(t, "slotted")
		slots := r.Medium.ShareCollision * r.SimulatedBits / 512
		assert.InDelta(t, float64(r.Medium.Collisions), slots, 1)
	})
}
