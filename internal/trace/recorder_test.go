package trace

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/phy"
)

// record writes arrivals into a buffer.
func record(t require.TestingT, b *bytes.Buffer, stations names, attached []int) *Recorder {
	r, err := NewRecorder(NewOutput(b, "rec.pcapng"), stations, attached)
	require.NoError(t, err)
	return r
}

func TestRecorder(t *testing.T) {
	var b bytes.Buffer
	r := record(t, &b, names{"A", "B", "C"}, []int{0, 2})
	frame := func(mark byte) []byte { return phy.AppendFCS(append(make([]byte, 59), mark)) }
	require.NoError(t, r.Arrival(2, 5*phy.Microsecond, frame(1)))
	require.NoError(t, r.Arrival(0, 5*phy.Microsecond, frame(2)))
	require.NoError(t, r.Arrival(2, 5*phy.Microsecond, frame(3)))
	require.NoError(t, r.Arrival(0, 29*24*3600*phy.Second+phy.Nanosecond, frame(4)))
	require.EqualError(t, r.Arrival(1, phy.Second, frame(5)), "rec.pcapng: station 1 is not one of those recorded")
	require.EqualError(t, r.Arrival(0, phy.Second+1, frame(5)), "rec.pcapng: an arrival at 1.000000000001s: that is not a whole number of nanoseconds")
	require.NoError(t, r.Close())

	got, err := readCapture(bytes.NewReader(b.Bytes()), true)
	require.NoError(t, err)
	late := 29*24*time.Hour + time.Nanosecond
	data := func(mark byte) []byte { return append(make([]byte, 59), mark) }
	require.Equal(t, []string{"A", "C"}, got.Interfaces)
	require.Equal(t, []Captured{
		{0, 5 * time.Microsecond, 60, "C", data(1)},
		{0, 5 * time.Microsecond, 60, "A", data(2)},
		{0, 5 * time.Microsecond, 60, "C", data(3)},
		{late - 5*time.Microsecond, late, 60, "A", data(4)},
	}, slices.Collect(got.Packets()))

	_, err = NewRecorder(NewOutput(&b, "x"), names{"A"}, nil)
	require.EqualError(t, err, "there is no live station to record")
}

// Nothing arrived: the interfaces are there all the same.
func TestRecorderEmpty(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, record(t, &b, names{"A", "B"}, []int{0, 1}).Close())
	got, err := readCapture(&b, true)
	require.NoError(t, err)
	require.Equal(t, CaptureFile{Interfaces: []string{"A", "B"}}, got)
}

// A run that is killed leaves what was flushed, whole.
func TestRecorderFlush(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rec.pcapng")
	out, err := Create(path)
	require.NoError(t, err)
	r, err := NewRecorder(out, names{"A"}, []int{0})
	require.NoError(t, err)
	for i := range 3 {
		require.NoError(t, r.Arrival(0, phy.Time(i)*phy.Second, phy.AppendFCS(make([]byte, 60))))
		require.NoError(t, r.Flush())
		got, err := ReadCapture(path, false)
		require.NoError(t, err)
		require.Equal(t, i+1, got.Len())
	}
	require.NoError(t, r.Close())
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Zero(t, info.Size()%4)
}

// Whatever is recorded comes back, in order, to the octet and the nanosecond.
func TestRecorderProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		stations := names{"A", "B", "C", "D"}
		var b bytes.Buffer
		r := record(t, &b, stations, []int{3, 1})
		var want []Captured
		at := time.Duration(0)
		for range rapid.IntRange(0, 20).Draw(t, "arrivals") {
			at += time.Duration(rapid.Int64Range(0, int64(24*time.Hour)).Draw(t, "after"))
			station := rapid.SampledFrom([]int{1, 3}).Draw(t, "station")
			data := rapid.SliceOfN(rapid.Byte(), 0, 200).Draw(t, "octets")
			require.NoError(t, r.Arrival(station, phy.Time(at)*phy.Nanosecond, phy.AppendFCS(bytes.Clone(data))))
			want = append(want, Captured{Stamp: at, Octets: len(data), Interface: stations[station], Data: data})
		}
		require.NoError(t, r.Close())
		got, err := readCapture(&b, true)
		require.NoError(t, err)
		require.Equal(t, len(want), got.Len())
		for i := range want {
			p := got.Packet(i)
			require.Equal(t, want[i].Stamp-want[0].Stamp, p.At)
			require.True(t, bytes.Equal(want[i].Data, p.Data))
			p.At, p.Data, want[i].Data = 0, nil, nil
			require.Equal(t, want[i], p)
		}
	})
}

// What was recorded, as Wireshark has it.
func TestWiresharkOnRecordings(t *testing.T) {
	var b bytes.Buffer
	r := record(t, &b, names{"A", "B", "Cé"}, []int{2, 0})
	tagged := append(make([]byte, 12), 0x81, 0x00, 0x00, 0x07, 0x88, 0xb5)
	require.NoError(t, r.Arrival(0, 6400*phy.Nanosecond, phy.AppendFCS(make([]byte, 60))))
	require.NoError(t, r.Arrival(2, 6401*phy.Nanosecond, phy.AppendFCS(append(tagged, make([]byte, 1500)...))))
	require.NoError(t, r.Close())
	require.Equal(t, []string{"A|0.000006400|64 |1", "Cé|0.000006401|1522 7|1"},
		join(tshark(t, b.Bytes(), who...), tshark(t, b.Bytes(), "vlan.id", "eth.fcs.status")))
}
