package series

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// A value that is not known yet is an empty cell.
func TestAppendFlow(t *testing.T) {
	s := medium.FlowState{At: 1500 * phy.Nanosecond, Window: 10, Threshold: math.MaxUint32, InFlight: 14200, Delivered: 7}
	require.Equal(t, "1.5,pc/1,10,,,14200,7,0,0\n", string(AppendFlow(nil, "pc/1", &s)))
	s.Threshold, s.RTT, s.Retransmissions, s.Timeouts = 27, 1041666*phy.Nanosecond, 3, 1
	require.Equal(t, "1.5,pc/1,10,27,1041.666,14200,7,3,1\n", string(AppendFlow(nil, "pc/1", &s)))
}

// Thinned, a flow has in each interval the last of its states there.
func TestThinner(t *testing.T) {
	type place struct {
		flow     int
		interval phy.Time
	}
	rapid.Check(t, func(t *rapid.T) {
		const width = 10 * phy.Microsecond
		var all, thin []medium.FlowState
		now := phy.Time(0)
		for range rapid.IntRange(0, 40).Draw(t, "states") {
			now += phy.Time(rapid.Int64Range(0, int64(2*width)).Draw(t, "later"))
			all = append(all, medium.FlowState{At: now, Flow: rapid.IntRange(0, 2).Draw(t, "flow"), Window: rapid.Uint32Range(1, 100).Draw(t, "window")})
		}
		every, some := Thinner{Take: func(s *medium.FlowState) { require.Equal(t, all[0], *s); all = all[1:] }},
			Thinner{Interval: width, Take: func(s *medium.FlowState) { thin = append(thin, *s) }}
		last := map[place]uint32{}
		for _, s := range all {
			last[place{s.Flow, s.At / width}] = s.Window
			some.Add(&s)
		}
		for _, s := range all {
			every.Add(&s)
		}
		require.Empty(t, all)
		some.Finish()
		require.Len(t, thin, len(last))
		for i, s := range thin {
			require.Zero(t, s.At%width)
			require.Equal(t, last[place{s.Flow, s.At/width - 1}], s.Window)
			require.True(t, i == 0 || thin[i-1].At <= s.At)
		}
	})
}
