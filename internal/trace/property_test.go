package trace

import (
	"cmp"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// transmissions draws what any stations might do that do not listen to each other:
// every overlap and every tie is possible.
func transmissions(t *rapid.T, of func(int) *mac.Params) []tx {
	var list []tx
	for station := range int32(4) {
		at := phy.Time(0)
		p := of(int(station))
		for n := range rapid.IntRange(0, 6).Draw(t, "transmissions") {
			at += phy.Time(rapid.IntRange(0, 40).Draw(t, "wait")) * bits(16)
			x := tx{
				frame:   frame(station, medium.Broadcast, uint32(n+1), rapid.Int32Range(64, 200).Draw(t, "size")),
				attempt: rapid.ByteRange(1, 16).Draw(t, "attempt"), start: at,
			}
			end := at + p.Duration(int(x.frame.Size))
			if rapid.Bool().Draw(t, "collides") {
				// Whole bits of its own, and after the header unless it may be cut.
				least := max(1, int(p.Header/p.BitTime))
				if p.CutHeader {
					least = 1
				}
				x.jam = at + bits(rapid.IntRange(least, int(p.Duration(int(x.frame.Size))/p.BitTime)).Draw(t, "jam"))
				x.slots = int32(rapid.IntRange(0, 1023).Draw(t, "slots"))
				end = x.jam + p.Jam
			}
			list = append(list, x)
			at = end
		}
	}
	return list
}

func TestCaptureOfAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		set := make([]*mac.Params, 4)
		for i := range set {
			set[i] = rules()
			set[i].Header = bits(rapid.SampledFrom([]int{64, 64, 0, 8, 33}).Draw(t, "header"))
			set[i].CutHeader = rapid.Bool().Draw(t, "cut")
		}
		of := func(station int) *mac.Params { return set[station] }
		list := transmissions(t, of)
		var events []medium.Event
		for _, x := range list {
			events = append(events, x.events(of(int(x.frame.Source)))...)
		}
		got := read(t, capture(t, names{"A", "B", "C", "D"}, rules(), Options{At: AllStations, Rules: of}, events))

		// Worked out the plain way: everything, then sorted.
		var want []seen
		for _, x := range list {
			p := of(int(x.frame.Source))
			first := x.start + p.Header
			s := seen{port: int(x.frame.Source), octets: int(x.frame.Size), at: nanoseconds(first)}
			if x.jam > 0 {
				s.octets = int((x.jam + p.Jam - first) / bits(8))
				if x.jam < first {
					s.octets, s.at = 0, nanoseconds(x.jam+p.Jam)
				}
			}
			want = append(want, s)
		}
		require.Len(t, got, len(want))
		slices.SortStableFunc(want, byTime)
		require.True(t, slices.IsSortedFunc(got, byTime))
		for i := range got {
			require.Equal(t, got[i].octets, len(got[i].data))
			require.Equal(t, got[i].flags&errorCRC == 0, phy.CheckFCS(got[i].data))
			got[i].data, got[i].flags, got[i].comment = nil, 0, ""
		}
		require.ElementsMatch(t, want, got)
	})
}

func nanoseconds(at phy.Time) time.Duration { return time.Duration(at / phy.Nanosecond) }

func byTime(a, b seen) int { return cmp.Compare(a.at, b.at) }

// Jam, bit by bit: what it leaves alone, and that it alternates from a 1.
func TestJamFrom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := rapid.SliceOf(rapid.Byte()).Draw(t, "data")
		from := rapid.IntRange(0, 8*len(before)+8).Draw(t, "from")
		data := slices.Clone(before)
		jamFrom(data, from)
		bitOf := func(b []byte, i int) byte { return b[i/8] >> (i % 8) & 1 }
		for i := range 8 * len(data) {
			want := byte(i-from+1) & 1
			if i < from {
				want = bitOf(before, i)
			}
			require.Equal(t, want, bitOf(data, i), "bit %d", i)
		}
	})
}
