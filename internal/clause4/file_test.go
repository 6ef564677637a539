package clause4

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// file writes the network as a scenario that csmacd run takes: the numbers that differ
// from the line's, and the slots that each station drew on the reference, as scripts.
// The comment heads it.
func (c *trial) file(comment string) string {
	r, err := Run(c.reference())
	if err != nil {
		return err.Error()
	}
	w := &fileWriter{line: lineOf(c.net.Stations[0].Params.BitTime)}
	for l := range strings.Lines(strings.TrimRight(comment, "\n")) {
		w.write("# %s\n", strings.TrimRight(l, "\n"))
	}
	w.write("schema: %s\n", scenario.FormatVersion)
	w.write("phy: %s\n", w.line.Name)
	if c.net.Star {
		w.write("medium: {kind: star, delay: %s}\n", w.bits(c.net.Delay))
	}
	w.write("duration: %s\n", w.bits(c.net.Until))
	w.write("stations:\n")
	for i := range c.net.Stations {
		w.station(&c.net, r, i)
	}
	return w.String()
}

// fileWriter writes a scenario.
type fileWriter struct {
	strings.Builder
	line phy.Line
}

func (w *fileWriter) write(format string, args ...any) { fmt.Fprintf(w, format, args...) }

// bits writes a time in bit times.
func (w *fileWriter) bits(t phy.Time) string { return phy.Decimal(t, w.line.BitTime) + "bt" }

func (w *fileWriter) station(c *Config, r *Result, i int) {
	s := &c.Stations[i]
	w.write("  - name: %s\n", s.Name)
	if !c.Star {
		w.write("    at: %s\n", w.bits(s.Place))
	}
	if own := w.rules(&s.Params); len(own) > 0 {
		w.write("    mac: {%s}\n", strings.Join(own, ", "))
	}
	var slots []int32
	for _, e := range r.Events {
		if int(e.Station) == i && e.Kind == medium.Backoff {
			slots = append(slots, e.Slots)
		}
	}
	if len(slots) > 0 {
		w.write("    backoff: {policy: scripted, slots: %s}\n", strings.ReplaceAll(fmt.Sprint(slots), " ", ", "))
	}
	if len(s.Frames) > 0 {
		w.write("    traffic:\n")
	}
	for k := 0; k < len(s.Frames); {
		first, starts := s.Frames[k], []string{}
		for ; k < len(s.Frames) && s.Frames[k].Octets == first.Octets && s.Frames[k].To == first.To; k++ {
			starts = append(starts, w.bits(s.Frames[k].At))
		}
		w.write("      - {kind: frames, starts: [%s], size: %d, to: %s}\n", strings.Join(starts, ", "), first.Octets, to(c, i, first.To))
	}
}

// to writes the destination of a frame. A scenario cannot express a frame for its own sender; it
// becomes one for an address without a station, which has the same course, except that it counts as
// delivered.
func to(c *Config, from, station int) string {
	switch {
	case station < 0:
		return "broadcast"
	case station == from:
		return `"02:00:ff:ff:ff:ff"`
	}
	return c.Stations[station].Name
}

// rules lists the keys of mac that differ from the line's.
func (w *fileWriter) rules(p *mac.Params) (keys []string) {
	line := mac.For(w.line)
	bits := func(key string, own, usual phy.Time) {
		if own != usual {
			keys = append(keys, key+": "+w.bits(own))
		}
	}
	number := func(key string, own, usual int) {
		if own != usual {
			keys = append(keys, fmt.Sprintf("%s: %d", key, own))
		}
	}
	flag := func(key, value string, own bool) {
		if own {
			keys = append(keys, key+": "+value)
		}
	}
	bits("header", p.Header, line.Header)
	bits("jam", p.Jam, line.Jam)
	bits("ifg", p.Gap, line.Gap)
	if p.Gap != line.Gap || p.GapPart1 != line.GapPart1 {
		keys = append(keys, "ifg_part1: "+w.bits(p.GapPart1)) // else it follows the gap
	}
	bits("slot_time", p.SlotTime, line.SlotTime)
	bits("max_defer", p.MaxDefer, line.MaxDefer)
	number("attempt_limit", p.AttemptLimit, line.AttemptLimit)
	number("backoff_limit", p.BackoffLimit, line.BackoffLimit)
	number("min_frame", p.MinFrame, line.MinFrame)
	number("max_frame", p.MaxFrame, line.MaxFrame)
	flag("late_collision", "discard", p.LateDiscard)
	if p.LateWindow == phy.Forever {
		keys = append(keys, "late_window: off")
	} else {
		bits("late_window", p.LateWindow, 0)
	}
	bits("backoff_delay", p.BackoffDelay, 0)
	flag("ifg_after_backoff", "on", p.GapAfterBackoff && !p.BlindAfter && p.GapLead == 0)
	if p.GapLead > 0 {
		bits("ifg_after_backoff", p.FreshFrom(p.Gap), -1)
	}
	flag("ifg_after_backoff", "blind", p.BlindAfter)
	flag("blind_start", "off", p.NoBlindStart)
	flag("complete_header", "off", p.CutHeader)
	flag("carrier_sense", "off", p.NoCarrierSense)
	flag("collision_detect", "off", p.NoCollision)
	return keys
}

// lineOf returns the line of a bit time, of those that networks are drawn for.
func lineOf(bit phy.Time) phy.Line {
	for _, l := range lines {
		if l.BitTime == bit {
			return l
		}
	}
	return phy.Ethernet10
}

// load returns the network of a scenario file: frames at given instants, on a bus or a
// star, until a given time.
func load(t require.TestingT, s *scenario.Scenario) *trial {
	c := &trial{seed: s.Config.Seed}
	c.net = Config{Star: s.Config.Shape.IsStar(), Delay: s.Config.Shape.Delay(), Until: s.Duration}
	require.Equal(t, bus.Until{}, s.Config.Until, "the reference ends at a duration only")
	for _, b := range s.Config.Stations {
		node := Station{Name: b.Name, Place: b.At, Params: s.Config.Params}
		if b.Params != nil {
			node.Params = *b.Params
		}
		for k := range b.Traffic {
			node.Frames = append(node.Frames, framesOf(t, &b.Traffic[k])...)
		}
		c.net.Stations = append(c.net.Stations, node)
		policy := b.Backoff
		if policy == nil {
			policy = backoff.BEB(node.Params.BackoffLimit)
		}
		c.policies = append(c.policies, policy)
	}
	return c
}

// framesOf returns the frames of one source.
func framesOf(t require.TestingT, s *traffic.Source) (frames []Frame) {
	require.Equal(t, traffic.KindFrames, s.Kind)
	least, greatest := s.Size.Range()
	require.Equal(t, least, greatest, "a size that is drawn")
	to := map[traffic.Whom]int{traffic.ToStation: s.To.Station, traffic.ToBroadcast: int(medium.Broadcast)}
	require.Contains(t, to, s.To.Whom, "a destination that is drawn")
	state := traffic.State{}
	for at := s.First(&state, nil); at < phy.Forever; at = s.Next(&state, at, nil) {
		frames = append(frames, Frame{At: at, Octets: least, To: to[s.To.Whom]})
	}
	return frames
}

// file writes the network itself: read as a scenario and run as by csmacd run, it has the same
// digest and counters.
func TestFile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := draw(t)
		text := c.file("as drawn")
		s, err := scenario.Parse("drawn.yaml", []byte(text), scenario.Options{})
		require.NoError(t, err, text)
		net, err := bus.New(s.Config)
		require.NoError(t, err, text)
		require.NoError(t, net.Run(s.Duration), text)
		_, want, err := c.runEngine(nil, bus.Until{})
		require.NoError(t, err)
		got := net.Result()
		require.Equal(t, want.Digest, got.Digest, text)
		for i := range want.Stations {
			require.Equal(t, want.Stations[i].Counters, got.Stations[i].Counters, text)
		}
	})
}
