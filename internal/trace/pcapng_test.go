package trace

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/gopacket/pcapgo"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// seen is a packet as gopacket reads it, and the options that it does not read.
type seen struct {
	port    int
	at      time.Duration
	octets  int
	data    []byte
	flags   packetFlags
	comment string
}

func read(t require.TestingT, file []byte) []seen {
	r, err := pcapgo.NewNgReader(bytes.NewReader(file), pcapgo.NgReaderOptions{})
	require.NoError(t, err)
	options := optionsOf(t, file)
	var list []seen
	for {
		data, info, err := r.ReadPacketData()
		if err == io.EOF {
			require.Len(t, options, len(list))
			return list
		}
		require.NoError(t, err)
		s := options[len(list)]
		s.port, s.at, s.octets, s.data = info.InterfaceIndex, info.Timestamp.Sub(time.Unix(0, 0)), info.Length, data
		list = append(list, s)
	}
}

// optionsOf walks over the blocks once more.
func optionsOf(t require.TestingT, file []byte) []seen {
	var list []seen
	le := binary.LittleEndian
	for len(file) > 0 {
		size := le.Uint32(file[4:])
		require.Equal(t, size, le.Uint32(file[size-4:]), "both lengths of a block")
		block := file[:size-4]
		file = file[size:]
		if le.Uint32(block) != blockEnhancedPacket {
			continue
		}
		var s seen
		o := block[28+padded(int(le.Uint32(block[20:]))):]
		for le.Uint16(o) != optionEnd {
			value := o[4 : 4+le.Uint16(o[2:])]
			switch le.Uint16(o) {
			case optionFlags:
				s.flags = packetFlags(le.Uint32(value))
			case optionComment:
				s.comment = string(value)
			}
			o = o[4+padded(len(value)):]
		}
		require.Len(t, o, 4, "nothing after the end of options")
		list = append(list, s)
	}
	return list
}

const ns = time.Nanosecond

// Two stations start at once and meet in the header: each jams after it, backs off,
// and sends.
func TestCaptureOfACollision(t *testing.T) {
	stations := names{"A", "B"}
	a, b := frame(0, 1, 1, 64), frame(1, 0, 1, 64)
	packets := read(t, capture(t, stations, rules(), Options{At: AllStations}, all(rules(),
		tx{frame: a, attempt: 1, start: 0, jam: bits(64), slots: 0},
		tx{frame: b, attempt: 1, start: 0, jam: bits(64), slots: 1},
		tx{frame: a, attempt: 2, start: bits(300)},
		tx{frame: b, attempt: 2, start: bits(1000) + 1}, // a picosecond is rounded down
	)))
	content := Simulated{stations}
	fragment := outbound | fcsPresent | errorCRC | errorTooShort
	jam := []byte{0x55, 0x55, 0x55, 0x55}
	require.Equal(t, []seen{
		{0, 6400 * ns, 4, jam, fragment, "collision attempt=1 slots=0"},
		{1, 6400 * ns, 4, jam, fragment, "collision attempt=1 slots=1"},
		{0, 36400 * ns, 64, content.AppendFrame(nil, a), outbound | fcsPresent, "sent attempt=2"},
		{1, 106400 * ns, 64, content.AppendFrame(nil, b), outbound | fcsPresent, "sent attempt=2"},
	}, packets)
}

func TestCaptureOfFragments(t *testing.T) {
	stations := names{"A"}
	f := frame(0, medium.Broadcast, 9, 200)
	octets := Simulated{stations}.AppendFrame(nil, f)
	mixed := octets[12] & 0x1f // 5 bits of the frame, lowest first, then jam from a 1
	fragment := outbound | fcsPresent | errorCRC

	for _, c := range []struct {
		name string
		tx   tx
		want seen
	}{
		{"whole octets", tx{jam: bits(64 + 96), attempt: 3, slots: 5},
			seen{octets: 16, data: append(bytes.Clone(octets[:12]), 0x55, 0x55, 0x55, 0x55),
				flags: fragment | errorTooShort, comment: "collision attempt=3 slots=5"}},
		{"bits left over", tx{jam: bits(64 + 101), attempt: 1},
			seen{octets: 16, data: append(bytes.Clone(octets[:12]), mixed|0xa0, 0xaa, 0xaa, 0xaa),
				flags: fragment | errorTooShort, comment: "collision attempt=1 slots=0"}},
		{"late", tx{jam: bits(64 + 800), attempt: 1, slots: 1, late: true},
			seen{octets: 104, data: append(bytes.Clone(octets[:100]), 0x55, 0x55, 0x55, 0x55),
				flags: fragment, comment: "collision attempt=1 slots=1 late"}},
		{"late, bits left over", tx{jam: bits(64 + 804), attempt: 1, late: true, dropped: medium.LateCollision},
			seen{octets: 104, data: append(bytes.Clone(octets[:100]), octets[100]&0xf|0x50, 0x55, 0x55, 0x55),
				flags: fragment | errorUnaligned, comment: "collision attempt=1 dropped=late_collision late"}},
		{"given up", tx{jam: bits(64), attempt: 16, dropped: medium.ExcessiveCollisions},
			seen{octets: 4, data: []byte{0x55, 0x55, 0x55, 0x55},
				flags: fragment | errorTooShort, comment: "collision attempt=16 dropped=excessive_collisions"}},
		{"jam past the frame's end", tx{jam: bits(64 + 1600), attempt: 1, late: true},
			seen{octets: 204, data: append(bytes.Clone(octets), 0x55, 0x55, 0x55, 0x55),
				flags: fragment, comment: "collision attempt=1 slots=0 late"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.tx.frame = f
			c.want.at = 6400 * ns
			require.Equal(t, []seen{c.want}, read(t, capture(t, stations, rules(), Options{At: AllStations}, c.tx.events(rules()))))
		})
	}
}

// Other sizes than Ethernet's are said to be that, and are whole.
func TestCaptureOfOddSizes(t *testing.T) {
	p := rules()
	for size, want := range map[int32]packetFlags{63: errorTooShort, 64: 0, 1518: 0, 1519: errorTooLong} {
		got := read(t, capture(t, names{"A"}, p, Options{At: AllStations}, tx{frame: frame(0, -1, 1, size), attempt: 1}.events(p)))
		require.Len(t, got, 1)
		require.Equal(t, outbound|fcsPresent|want, got[0].flags)
		require.True(t, phy.CheckFCS(got[0].data))
		require.Equal(t, "sent attempt=1", string(got[0].comment))
	}
}

// A header that was cut leaves nothing to capture but the fact.
func TestCaptureOfACutHeader(t *testing.T) {
	p := rules()
	p.CutHeader = true
	got := read(t, capture(t, names{"A", "B"}, p, Options{At: AllStations}, all(p,
		tx{frame: frame(0, 1, 1, 64), attempt: 1, start: 0, jam: bits(30), slots: 1},
		tx{frame: frame(1, 0, 1, 64), attempt: 1, start: bits(5), jam: bits(20), slots: 0})))
	fragment := outbound | fcsPresent | errorCRC | errorTooShort
	require.Equal(t, []seen{
		{1, 5200 * ns, 0, []byte{}, fragment, "collision attempt=1 slots=0"},
		{0, 6200 * ns, 0, []byte{}, fragment, "collision attempt=1 slots=1"},
	}, got)
}

// With no header and jam as long as the run pleases, a collision is one slot of jam;
// and a jam of hours does not take hours of memory.
func TestCaptureOfLongJam(t *testing.T) {
	p := rules()
	p.Header, p.Jam = 0, p.SlotTime
	got := read(t, capture(t, names{"A"}, p, Options{At: AllStations}, tx{frame: frame(0, -1, 1, 64), attempt: 1, start: bits(512), jam: bits(512)}.events(p)))
	require.Equal(t, 51200*ns, got[0].at)
	require.Equal(t, bytes.Repeat([]byte{0x55}, 64), got[0].data)

	p.Jam = phy.MaxTime
	file := capture(t, names{"A"}, p, Options{At: AllStations}, tx{frame: frame(0, -1, 1, 64), attempt: 1, jam: bits(80)}.events(p))
	got = read(t, file)
	require.Len(t, got[0].data, maxCaptured)
	require.EqualValues(t, math.MaxInt32/8, got[0].octets)
}

// A long transmission holds back what began after it.
func TestCaptureIsInOrder(t *testing.T) {
	var file bytes.Buffer
	out := NewOutput(&file, "test")
	c, err := NewCapture(out, names{"A", "B", "C"}, rules(), Options{At: AllStations})
	require.NoError(t, err)
	require.NoError(t, c.Flush())
	head := file.Len()

	deaf := all(rules(), // nobody senses anything here
		tx{frame: frame(2, 0, 1, 64), attempt: 1, start: 0},
		tx{frame: frame(0, 1, 1, 1518), attempt: 1, start: bits(10)},
		tx{frame: frame(1, 0, 1, 64), attempt: 1, start: bits(100)},
		tx{frame: frame(2, 0, 2, 64), attempt: 1, start: bits(700)},
		tx{frame: frame(1, 0, 2, 64), attempt: 1, start: bits(800), jam: bits(900)},
		tx{frame: frame(2, 0, 3, 1518), attempt: 1, start: bits(9000)},
	)
	last := len(deaf) - 1
	for deaf[last].Kind != medium.TxEnd {
		last--
	}
	play(c, deaf[:last]) // ends while the last is under way
	require.NoError(t, c.Flush())
	require.Greater(t, file.Len(), head, "what is due is written at once")
	require.NoError(t, c.Close())

	var order []string
	for _, s := range read(t, file.Bytes()) {
		order = append(order, string("ABC"[s.port]))
	}
	require.Equal(t, "C A B C B", strings.Join(order, " "), "the one cut off by the end of the run is left out")
}

// What the MAC does between the end of a transmission and its backoff may be missing:
// a run that stops there, a policy that goes on at once.
func TestCaptureWithoutABackoff(t *testing.T) {
	list := tx{frame: frame(0, 1, 1, 64), attempt: 1, jam: bits(64)}.events(rules())
	list = list[:len(list)-1]
	full := medium.Event{At: bits(96), Kind: medium.Dropped, Why: medium.QueueFull, Frame: frame(0, 1, 2, 64)}
	list = append(list, full)
	list = append(list, tx{frame: frame(0, 1, 1, 64), attempt: 2, start: bits(300), jam: bits(364)}.events(rules())...)
	list = list[:len(list)-1]
	got := read(t, capture(t, names{"A", "B"}, rules(), Options{At: AllStations}, list))
	require.Len(t, got, 2)
	require.Equal(t, "collision attempt=1", got[0].comment)
	require.Equal(t, "collision attempt=2", got[1].comment)
}

// Stations may have rules of their own.
func TestCaptureWithRulesOfItsOwn(t *testing.T) {
	own := rules()
	own.Header = bits(8)
	o := Options{At: AllStations, Rules: func(station int) *mac.Params {
		if station == 1 {
			return own
		}
		return nil
	}}
	list := append(tx{frame: frame(0, 1, 1, 64), attempt: 1}.events(rules()), tx{frame: frame(1, 0, 1, 64), attempt: 1}.events(own)...)
	got := read(t, capture(t, names{"A", "B"}, rules(), o, list))
	require.Equal(t, []int{1, 0}, []int{got[0].port, got[1].port})
	require.Equal(t, []time.Duration{800, 6400}, []time.Duration{got[0].at, got[1].at})
}

func TestCaptureInterfaces(t *testing.T) {
	long := strings.Repeat("é", 2000)
	file := capture(t, names{"A", "bad \xff", long}, rules(), Options{At: AllStations, Describe: func(i int) string { return "at 245 bt" }}, nil)
	r, err := pcapgo.NewNgReader(bytes.NewReader(file), pcapgo.NgReaderOptions{})
	require.NoError(t, err)
	_, _, err = r.ReadPacketData()
	require.ErrorIs(t, err, io.EOF)
	require.Equal(t, "csmacd", r.SectionInfo().Application)
	require.Empty(t, r.SectionInfo().OS+r.SectionInfo().Hardware, "the machine is no part of the result")
	require.Equal(t, 3, r.NInterfaces())
	for i, name := range []string{"A", "bad \ufffd", long[:maxLabel]} {
		got, err := r.Interface(i)
		require.NoError(t, err)
		require.Equal(t, name, got.Name)
		require.Equal(t, "at 245 bt", got.Description)
		require.EqualValues(t, 9, got.TimestampResolution)
	}
}

func TestCaptureOfVeryManyStations(t *testing.T) {
	stations := make(names, 70_000)
	for i := range stations {
		stations[i] = "h" + string(rune('a'+i%26))
	}
	last := int32(len(stations) - 1)
	list := tx{frame: frame(last, 0, 1, 64), attempt: 1}.events(rules())
	got := read(t, capture(t, stations, rules(), Options{At: AllStations}, list))
	require.Len(t, got, 1)
	require.EqualValues(t, last, got[0].port)
}

func TestCaptureStopsAtAnError(t *testing.T) {
	full := errors.New("full")
	c, err := NewCapture(NewOutput(&limited{io.Discard, 1000, full}, "run.pcapng"), names{"A"}, rules(), Options{At: AllStations})
	require.NoError(t, err)
	for i := range 1000 {
		play(c, tx{frame: frame(0, -1, 1, 1518), attempt: 1, start: bits(20000 * i)}.events(rules()))
	}
	require.ErrorIs(t, c.Err(), full)
	require.EqualError(t, c.Close(), "run.pcapng: full")
}

func TestCaptureTakesNoMemory(t *testing.T) {
	for _, at := range []int{AllStations, 0} {
		c, err := NewCapture(NewOutput(io.Discard, "test"), names{"A", "B"}, rules(), Options{At: at})
		require.NoError(t, err)
		list := all(rules(),
			tx{frame: frame(0, 1, 1, 1518), attempt: 3, start: 1, jam: bits(100), slots: 5},
			tx{frame: frame(0, 1, 1, 1518), attempt: 4, start: bits(1000)})
		list = append(list,
			medium.Event{At: bits(20_000), Kind: medium.RxStart, From: 1, Frame: frame(1, 0, 1, 64)},
			medium.Event{At: bits(20_099), Kind: medium.RxEnd, From: 1, Frame: frame(1, 0, 1, 64), Why: medium.Fragment, Octets: 4})
		observe := func() {
			for i := range list {
				c.Observe(&list[i])
			}
		}
		for range 1000 {
			observe()
		}
		require.Zero(t, testing.AllocsPerRun(1000, observe))
	}
}

func BenchmarkCapture(b *testing.B) {
	c, _ := NewCapture(NewOutput(io.Discard, "bench"), names{"A", "B"}, rules(), Options{At: AllStations})
	list := all(rules(),
		tx{frame: frame(0, 1, 1, 1518), attempt: 3, start: 1, jam: bits(100), slots: 5},
		tx{frame: frame(0, 1, 1, 1518), attempt: 4, start: bits(1000)})
	b.ReportAllocs()
	for b.Loop() {
		for i := range list {
			c.Observe(&list[i])
		}
	}
}
