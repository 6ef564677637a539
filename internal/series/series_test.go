package series

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// sentFrames notes when the bits of frames were sent whose senders met no collision.
type sentFrames struct {
	bit   phy.Time
	spans []span
}

func (f *sentFrames) Interest() medium.Interest {
	return medium.Interest{Kinds: medium.Of(medium.TxEnd)}
}

func (f *sentFrames) Observe(e *medium.Event) {
	if e.OK {
		f.spans = append(f.spans, span{e.At - phy.Time(8*e.Frame.Size)*f.bit, e.At})
	}
}

const carrying = `
name: carrying
duration: 1500us
stations:
  - {count: %d, spacing: %dbt, traffic: %s}
`

// A frame's bits count where they were sent, however short the intervals are: no interval
// carries more than the line can, and all together carry what was delivered. What is sent in
// each is held against the transmissions themselves, as an observer of the same run sees them.
func TestNoIntervalCarriesMoreThanTheLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom([]string{"{kind: saturated, size: 64}", "{kind: saturated, size: 1518}", "{kind: saturated, to: broadcast, size: 200}",
			"{kind: poisson, load: 0.4, size: {64: 1, 1518: 1}}"}).Draw(t, "traffic")
		text := fmt.Sprintf(carrying, rapid.IntRange(2, 5).Draw(t, "stations"), rapid.IntRange(0, 40).Draw(t, "spacing"), kind)
		warmup := phy.Time(rapid.SampledFrom([]int{0, 0, 1, 300}).Draw(t, "warm-up")) * phy.Microsecond
		width := rapid.SampledFrom([]phy.Time{phy.Millisecond, 100 * phy.Microsecond, 33333333, 7 * phy.Microsecond}).Draw(t, "width")
		until := rapid.SampledFrom([]string{"", "until={frames_delivered: 5}"}).Draw(t, "until")
		set := []string{"warmup=" + warmup.String()}
		if until != "" {
			set = append(set, until)
		}
		series, net, end := seriesOf(t, text, set, warmup, width, nil)
		r := net.Result()
		carried := phy.Time(0)
		for _, i := range series {
			require.LessOrEqual(t, i.Carried, i.Length)
			require.GreaterOrEqual(t, i.Carried, phy.Time(0))
			carried += i.Carried
		}
		octets, before := uint64(0), phy.Time(0)
		for _, s := range r.Stations {
			octets += s.OctetsDelivered
		}
		sent := &sentFrames{bit: net.BitTime()}
		if _, watched, _ := seriesOf(t, text, set, warmup, width, sent); watched.Result().Medium.FramesDelivered < uint64(len(sent.spans)) {
			sent.spans = sent.spans[:len(sent.spans)-int(r.Medium.FramesSent-r.Medium.FramesDelivered)]
		}
		for _, f := range sent.spans {
			if f.until >= warmup {
				before += max(0, warmup-f.from)
			}
		}
		require.Equal(t, phy.Time(8*octets)*net.BitTime(), carried+before, "all but what the warm-up carried")
		for k, i := range series {
			var want phy.Time
			for _, f := range sent.spans {
				want += max(0, min(f.until, i.From+i.Length)-max(f.from, i.From))
			}
			require.Equal(t, want, i.Carried, "interval %d of %d, until %v", k, len(series), end)
		}
	})
}

// So it is of a channel's frames, of which their senders know later, and of a queue's jobs:
// an interval that is one and a half of them long carries no more than that.
func TestNoIntervalCarriesMoreThanTheMedium(t *testing.T) {
	for _, text := range []string{
		"{kind: aloha, frame: 1ms, users: 20, load: 0.5, feedback: 3ms}",
		"{kind: slotted-aloha, slot: 1ms, users: 20, load: 0.4, feedback: 2}",
		"{kind: submit, descriptors: 800, per_job: 20, service: 1ms, startup: 10ms, down: 50ms}\nstations: {count: 20, backoff: {policy: fixed, delay: 1}}",
	} {
		for _, warmup := range []phy.Time{0, 2500 * phy.Microsecond} {
			series, net, _ := seriesOf(t, "name: carrying\nduration: 300ms\nmedium: "+text, []string{"warmup=" + warmup.String()}, warmup, 1500*phy.Microsecond, nil)
			carried, busy := phy.Time(0), 0
			for _, i := range series {
				require.LessOrEqual(t, i.Carried, i.Length)
				if carried += i.Carried; i.FramesDelivered > 1 {
					busy++
				}
			}
			r := net.Result()
			require.NotZero(t, busy, "two frames became known in an interval, which is one and a half of them long: %s", text)
			before := phy.Time(r.Medium.FramesDelivered)*phy.Millisecond - carried
			require.True(t, before == 0 || warmup > 0 && before > 0 && before <= 4*phy.Millisecond, before)
		}
	}
}

func seriesOf(t require.TestingT, text string, set []string, warmup, width phy.Time, o medium.Observer) (series []Interval, net medium.Network, end phy.Time) {
	s, err := scenario.Parse("test.yaml", []byte(text), scenario.Options{Set: set})
	require.NoError(t, err)
	net, err = s.Network()
	require.NoError(t, err)
	if o != nil {
		net.Observe(o)
	}
	sampler := NewSampler(net, warmup, width, func(i *Interval) { series = append(series, *i) })
	for net.Now() < s.Duration && !net.Done() {
		require.NoError(t, net.Run(sampler.Until(s.Duration)))
		sampler.Sample()
	}
	sampler.Finish()
	return series, net, net.Now()
}
