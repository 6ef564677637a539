package trace

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// magnitudes are numbers of every length, and those on both sides of each power of ten.
func magnitudes() *rapid.Generator[uint64] {
	return rapid.Custom(func(t *rapid.T) uint64 {
		power := uint64(1)
		for range rapid.IntRange(0, 19).Draw(t, "power") {
			power *= 10
		}
		return rapid.OneOf(rapid.Just(power-1), rapid.Just(power), rapid.Uint64Range(0, power), rapid.Uint64()).Draw(t, "number")
	})
}

func TestNumbersAreThoseOfStrconv(t *testing.T) {
	var b [64]byte
	for _, v := range []int64{0, 9, 10, 99_999_999, 100_000_000, -1, math.MinInt64, math.MaxInt64} {
		require.Equal(t, strconv.FormatInt(v, 10), string(b[:putInt(b[:], 0, v)]))
	}
	rapid.Check(t, func(t *rapid.T) {
		v := magnitudes().Draw(t, "v")
		require.Equal(t, strconv.FormatUint(v, 10), string(b[:putUint(b[:], 0, v)]))
		require.Equal(t, strconv.FormatInt(int64(v), 10), string(b[:putInt(b[:], 0, int64(v))]))
	})
}

func TestEightDigitsAreExact(t *testing.T) {
	var b [8]byte
	for v := uint64(0); v < 1e8; v += 997 { // every part of the number takes all of its values
		putWord(b[:], 0, eightDigits(v))
		require.Equal(t, v, must(strconv.ParseUint(string(b[:]), 10, 64)))
	}
}

func must(v uint64, err error) uint64 {
	if err != nil {
		panic(err)
	}
	return v
}

// Whatever the bit time and the instants before, a line begins with its own instant, and the
// buffer that is written in between changes nothing.
func TestStampsOfAllInstants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		unit := rapid.OneOf(
			rapid.SampledFrom([]phy.Time{1e3, 1e4, 1e5, 1e6, 1e8, 1e9, 1, 40_000, 333_333}),
			rapid.Map(rapid.Int64Range(1, 1e12), func(v int64) phy.Time { return phy.Time(v) }),
		).Draw(t, "bit time")
		var file bytes.Buffer
		e := NewEvents(NewOutput(&file, "test"), names{"A"}, unit)
		var want bytes.Buffer
		for range rapid.IntRange(1, 10).Draw(t, "events") {
			at := phy.Time(magnitudes().Draw(t, "at") % uint64(phy.MaxTime))
			for range rapid.IntRange(1, 3).Draw(t, "of the instant") {
				e.Observe(&medium.Event{At: at, Kind: medium.CarrierOn})
				fmt.Fprintf(&want, "{\"ps\":%d,\"bits\":%s,\"station\":\"A\",\"event\":\"carrier_on\"}\n", int64(at), phy.Decimal(at, unit))
				if rapid.IntRange(0, 3).Draw(t, "flush") == 0 {
					require.NoError(t, e.Flush())
				}
			}
		}
		require.NoError(t, e.Close())
		require.Equal(t, want.String(), file.String())
	})
}

// Names may be longer than what is copied at once.
func TestNamesOfAllLengths(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		stations := names(rapid.SliceOfN(rapid.StringN(0, -1, 3*shortName), 1, 5).Draw(t, "names"))
		quoted := quoteNames(stations)
		for i := range stations {
			b := make([]byte, quoted.longest+shortName)
			require.Equal(t, quote(stations[i]), string(b[:quoted.put(b, 0, int32(i))]))
		}
	})
}
