package phy

import (
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

const bit = 100 * Nanosecond

func TestParseTimeIsExact(t *testing.T) {
	for text, want := range map[string]Time{
		"0s": 0, "10ms": 10 * Millisecond, "51.2us": 51200 * Nanosecond, "512bt": 51200 * Nanosecond,
		"0.25bt": 25 * Nanosecond, " 9.6 us ": 9600 * Nanosecond, "1µs": Microsecond,
		"0.0004ns": 0, "0.0005ns": 1, "0.1s": 100 * Millisecond, "2592000s": MaxTime,
		"0.000000000001s": 1, "3600.000000000001s": 3600*Second + 1,
	} {
		got, err := ParseTime(text, bit)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
}

func TestParseTimeSaysWhatWouldBeRight(t *testing.T) {
	for text, part := range map[string]string{
		"10": "write a number and ps, ns, us, ms, s or bt", "": "is not a time", "ms": "is not a time", "5 parsecs": "is not a time",
		"-5ms": "is negative", "31.5e7s": "not a plain decimal", "1e999999999s": "not a plain decimal",
		"2592001s": "longer than 30 days", "0x10ms": "not a plain decimal", "1/3s": "not a plain decimal", "1..2s": "not a plain decimal",
	} {
		_, err := ParseTime(text, bit)
		require.ErrorContains(t, err, part, text)
	}
	_, err := ParseTime("5bt", 0)
	assert.ErrorContains(t, err, "is not a time", "without a line there are no bit times")
}

func TestDecimal(t *testing.T) {
	for want, of := range map[string]Time{"245": 245 * bit, "0": 0, "21.66001": 2166001, "-0.5": -bit / 2, "0.00001": 1} {
		assert.Equal(t, want, Decimal(of, bit))
	}
	assert.Equal(t, "0.333333333", Decimal(1, 3), "no finite decimal: nine places")
	assert.Equal(t, "2.5", Decimal(5*340*Nanosecond/2, 340*Nanosecond), "a bit time of 2.94 Mb/s")
}

func TestTimeString(t *testing.T) {
	for want, of := range map[string]Time{"51.2us": 51200 * Nanosecond, "0s": 0, "1.5s": 1500 * Millisecond, "7ps": 7, "-51.2us": -51200 * Nanosecond,
		"-9223372.036854775808s": math.MinInt64, "forever": Forever} {
		assert.Equal(t, want, of.String())
	}
}

// ParseTime reads back the output of Decimal.
func TestDecimalReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := Time(rapid.Int64Range(0, int64(MaxTime)).Draw(t, "time"))
		size := rapid.SampledFrom([]Time{bit, Microsecond, 10 * Nanosecond}).Draw(t, "bit time")
		got, err := ParseTime(Decimal(at, size)+"bt", size)
		require.NoError(t, err)
		require.Equal(t, at, got)
	})
}

func FuzzParseTime(f *testing.F) {
	for _, s := range []string{"51.2us", "512bt", "1e9s", "-1ms", "", "999999999999999999999999s"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, err := ParseTime(s, bit); err == nil {
			assert.True(t, got >= 0 && got <= MaxTime)
		} else {
			assert.Contains(t, err.Error(), strconv.Quote(s))
		}
	})
}

func TestDelay(t *testing.T) {
	assert.Equal(t, Time(2166001), Delay(500, 0.77), "a segment of 10BASE5: 2165 ns in clause 8, at 4.33 ns a metre")
	assert.Equal(t, Time(0), Delay(0, 0.77))
	metres, err := ParseDistance("2.5 km")
	require.NoError(t, err)
	assert.Equal(t, 2500.0, metres)
	for _, s := range []string{"5", "5ft", "-3m", "m", "1e999km"} {
		_, err := ParseDistance(s)
		assert.Error(t, err, s)
	}
}
