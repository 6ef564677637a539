package run

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/resource"
	"github.com/csmacd/csmacd/phy"
)

// timesIn writes a file, and reads its times.
func timesIn(t *testing.T, text string, of resource.Times) ([]phy.Time, error) {
	of.File = filepath.Join(t.TempDir(), "t.csv")
	require.NoError(t, os.WriteFile(of.File, []byte(text), 0o644))
	times, err := ReadTimes(of)
	if err != nil {
		err = fmt.Errorf("%s", strings.ReplaceAll(err.Error(), of.File, "t.csv"))
	}
	return times, err
}

// What the usual tools write can be read: curl, hey, vegeta, JMeter, spreadsheets, NumPy.
func TestReadTimes(t *testing.T) {
	for _, c := range []struct {
		text string
		of   resource.Times
		want []phy.Time
	}{
		{"0.012\n0.0125\n1\n", resource.Times{Unit: "s"}, []phy.Time{12 * phy.Millisecond, 12_500 * phy.Microsecond, phy.Second}},
		{"12ms\r\n80us\r\n0\r\n", resource.Times{Unit: "s"}, []phy.Time{12 * phy.Millisecond, 80 * phy.Microsecond, 0}},
		{"time\n7\n", resource.Times{Unit: "ms"}, []phy.Time{7 * phy.Millisecond}},
		{"\ufefftime\n7\n", resource.Times{Unit: "ms", Column: "time"}, []phy.Time{7 * phy.Millisecond}},
		{"response-time,DNS+dialup,offset\n0.0052,0.0010,0.1\n0.0071,0,0.2\n", resource.Times{Unit: "s", Column: "response-time"}, []phy.Time{5200 * phy.Microsecond, 7100 * phy.Microsecond}},
		{"1700000000000000001,200,5200000,0,2\n1700000000000000002,200,7100000,0,2\n", resource.Times{Unit: "ns", Column: "3"}, []phy.Time{5200 * phy.Microsecond, 7100 * phy.Microsecond}},
		{"\ufeff\"url\",\"time\"\n\"/a\",\"7\"\n", resource.Times{Unit: "ms", Column: "time"}, []phy.Time{7 * phy.Millisecond}},
		{"url, time \n/a, 7 \n", resource.Times{Unit: "ms", Column: "time"}, []phy.Time{7 * phy.Millisecond}},
		{"1.200000000000000000e-02\n5e-05\n2E+0\n1e-300\n", resource.Times{Unit: "s"}, []phy.Time{12 * phy.Millisecond, 50 * phy.Microsecond, 2 * phy.Second, 0}},
		{"timeStamp,elapsed,label\n1,52,\"a, b\"\n2, 71,c\n", resource.Times{Unit: "ms", Column: "elapsed"}, []phy.Time{52 * phy.Millisecond, 71 * phy.Millisecond}},
	} {
		got, err := timesIn(t, c.text, c.of)
		require.NoError(t, err, c.text)
		assert.Equal(t, c.want, got, c.text)
	}
}

// Each mistake has one message, with its line and what would be right.
func TestReadTimesRefuses(t *testing.T) {
	for _, c := range []struct {
		text string
		of   resource.Times
		want string
	}{
		{"", resource.Times{Unit: "s"}, "t.csv: has no times: write one a line"},
		{"time\n", resource.Times{Unit: "s"}, "t.csv: has no times: write one a line"},
		{"time\n12\n", resource.Times{}, "t.csv:2: 12 has no unit: write unit: s, ms, us or ns beside file"},
		{"12\nfast\n", resource.Times{Unit: "ms"}, `t.csv:2: "fast" is not a time: write a number and ps, ns, us, ms or s, such as 10ms`},
		{"12\n-1\n", resource.Times{Unit: "ms"}, `t.csv:2: "-1ms" is negative: write a time from 0s, such as 10ms`},
		{"-1\n12\n", resource.Times{Unit: "ms"}, `t.csv:1: "-1ms" is negative: write a time from 0s, such as 10ms`},
		{"12\n1e30\n", resource.Times{Unit: "s"}, `t.csv:2: "1e30s": "1e30" is not a plain decimal number: write one number and one unit, such as 51.2us`},
		{"12\n-1e-3\n", resource.Times{Unit: "s"}, `t.csv:2: "-1e-3s" is negative: write a time from 0s, such as 10ms`},
		{"12\n4e3\n", resource.Times{Unit: "s"}, "t.csv:2: 4000s is longer than an hour, the longest response time: is the unit right?"},
		{"12\n13,5\n", resource.Times{Unit: "ms"}, "t.csv:2: wrong number of fields: a line must have as many columns as the first, and quotes in pairs"},
		{"a,b\n1,2\n", resource.Times{Unit: "ms"}, "t.csv:1: there are 2 columns (a, b): say which has the times, such as column: b"},
		{"a,b\n1,2\n", resource.Times{Unit: "ms", Column: "c"}, `t.csv:1: there is no column "c": write one of a, b, or a number from 1 to 2`},
		{"a,b\n1,2\n", resource.Times{Unit: "ms", Column: "3"}, `t.csv:1: there is no column "3": write one of a, b, or a number from 1 to 2`},
		{"12\n3601\n", resource.Times{Unit: "s"}, "t.csv:2: 3601s is longer than an hour, the longest response time: is the unit right?"},
		{"12\n\"13\n", resource.Times{Unit: "s"}, "t.csv:2: extraneous or missing \" in quoted-field: a line must have as many columns as the first, and quotes in pairs"},
	} {
		_, err := timesIn(t, c.text, c.of)
		assert.EqualError(t, err, c.want, c.text)
	}
	_, err := ReadTimes(resource.Times{File: "no such file.csv"})
	assert.EqualError(t, err, "no such file.csv: no such file or directory")
}

// What never ends, such as /dev/zero, is not read for ever.
func TestReadTimesEnds(t *testing.T) {
	never := func(b []byte) (int, error) {
		clear(b)
		return len(b), nil
	}
	_, _, err := readTimes(&io.LimitedReader{R: reading(never), N: 1 << 20}, resource.Times{})
	require.EqualError(t, err, "is longer than 1 MiB, the limit for measured times")
}

// reading is a Read method.
type reading func([]byte) (int, error)

func (r reading) Read(b []byte) (int, error) { return r(b) }
