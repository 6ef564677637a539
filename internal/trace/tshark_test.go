package trace

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/compress"
	"github.com/csmacd/csmacd/internal/tooltest"
	"github.com/csmacd/csmacd/medium"
)

// tshark has the packets of a file told by Wireshark, which is not ours.
func tshark(t *testing.T, file []byte, fields ...string) []string {
	program := tooltest.Need(t, "tshark", "tshark")
	path := filepath.Join(t.TempDir(), "run.pcapng")
	require.NoError(t, os.WriteFile(path, file, 0o644))
	args := []string{"-r", path, "-n", "-o", "eth.check_fcs:TRUE", "-T", "fields", "-E", "separator=|"}
	for _, f := range fields {
		args = append(args, "-e", f)
	}
	var stdout, stderr bytes.Buffer
	run := exec.Command(program, args...)
	run.Stdout, run.Stderr = &stdout, &stderr
	require.NoError(t, run.Run(), stderr.String())
	require.NotContains(t, stderr.String(), "appears to be damaged")
	// Versions differ in how they spell truth and numbers.
	text := strings.NewReplacer("True", "1", "False", "0", "0x0000000", "").Replace(stdout.String())
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// Columns of the tests below.
var (
	who     = []string{"frame.interface_name", "frame.time_epoch", "frame.len"}
	flagged = []string{"frame.packet_flags_direction", "frame.packet_flags_reception_type", "frame.packet_flags_fcs_length",
		"frame.packet_flags_crc_error", "frame.packet_flags_packet_too_short_error", "frame.packet_flags_packet_too_error",
		"frame.packet_flags_unaligned_frame_error"}
	told = []string{"eth.fcs.status", "frame.comment"}
)

func TestWiresharkOnTransmissions(t *testing.T) {
	file := capture(t, names{"A", "Bé"}, rules(), Options{At: AllStations}, all(rules(),
		tx{frame: frame(0, 1, 1, 64), attempt: 1, jam: bits(64), slots: 0},
		tx{frame: frame(1, medium.Broadcast, 1, 1518), attempt: 3, jam: bits(64 + 200), slots: 5},
		tx{frame: frame(0, 1, 1, 64), attempt: 2, start: bits(2000)},
		tx{frame: frame(1, medium.Broadcast, 1, 1518), attempt: 4, start: bits(3000), jam: bits(3064 + 8*300 + 5), late: true, slots: 1},
		tx{frame: frame(1, medium.Broadcast, 1, 1518), attempt: 16, start: bits(10000), jam: bits(10064), dropped: medium.ExcessiveCollisions},
		tx{frame: frame(1, 0, 2, 1518), attempt: 1, start: bits(11000)},
		tx{frame: frame(1, 0, 3, 2000), attempt: 1, start: bits(30000)},
	))
	// An FCS status of 1 is good, 0 bad.
	require.Equal(t, []string{
		"A|0.000006400|4 2|0|4|1|1|0|0 |collision attempt=1 slots=0",
		"Bé|0.000006400|29 2|0|4|1|1|0|0 0|collision attempt=3 slots=5",
		"A|0.000206400|64 2|0|4|0|0|0|0 1|sent attempt=2",
		"Bé|0.000306400|304 2|0|4|1|0|0|1 0|collision attempt=4 slots=1 late",
		"Bé|0.001006400|4 2|0|4|1|1|0|0 |collision attempt=16 dropped=excessive_collisions",
		"Bé|0.001106400|1518 2|0|4|0|0|0|0 1|sent attempt=1",
		"Bé|0.003006400|2000 2|0|4|0|0|1|0 1|sent attempt=1",
	}, join(tshark(t, file, who...), tshark(t, file, flagged...), tshark(t, file, told...)))
	require.Equal(t, "02:00:00:00:00:01|02:00:00:00:00:02|0x88b5|csmacd A frame 1 csmacd A frame 1 csmacd A fra",
		text(t, tshark(t, file, "eth.src", "eth.dst", "eth.type", "data.data")[2]))
}

func TestWiresharkOnReceptions(t *testing.T) {
	var list []medium.Event
	for i, r := range []rx{
		{frame: frame(1, 0, 1, 64), bits: 576, ok: true, octets: 64},
		{frame: frame(1, group, 2, 64), bits: 576, ok: true, octets: 64},
		{frame: frame(1, medium.Broadcast, 3, 64), bits: 576, ok: true, octets: 64},
		{frame: frame(1, 2, 4, 64), bits: 576, ok: true, octets: 64},
		{frame: frame(1, 0, 5, 64), bits: 300, octets: 29, why: medium.Fragment},
		{frame: frame(1, 0, 5, 64), bits: 645, octets: 72, why: medium.Damaged},
	} {
		r.start = bits(1000 * i)
		list = append(list, r.events()...)
	}
	file := capture(t, names{"A", "B", "C"}, rules(), Options{At: 0, Describe: func(i int) string { return "at 245 bt" }}, list)
	require.Equal(t, []string{
		"1|1|4|0|0|0|0 1|",
		"1|2|4|0|0|0|0 1|",
		"1|3|4|0|0|0|0 1|",
		"1|4|4|0|0|0|0 1|",
		"1|0|4|1|1|0|0 0|received fragment",
		"1|0|4|1|0|0|1 0|received collision",
	}, join(tshark(t, file, flagged...), tshark(t, file, told...)))
	require.Equal(t, "0|A|at 245 bt", tshark(t, file, "frame.interface_id", "frame.interface_name", "frame.interface_description")[0])
}

func TestWiresharkOnVeryManyStations(t *testing.T) {
	stations := make(names, 70_000)
	for i := range stations {
		stations[i] = fmt.Sprint("h", i)
	}
	file := capture(t, stations, rules(), Options{At: AllStations}, tx{frame: frame(69_999, 0, 1, 64), attempt: 1}.events(rules()))
	require.Equal(t, []string{"69999|h69999|64"}, tshark(t, file, "frame.interface_id", "frame.interface_name", "frame.len"))
}

// join puts the columns of several tables side by side.
func join(tables ...[]string) []string {
	rows := slices.Clone(tables[0])
	for _, table := range tables[1:] {
		for i := range rows {
			rows[i] += " " + table[i]
		}
	}
	return rows
}

// text has the hexadecimal in the last column read.
func text(t *testing.T, row string) string {
	i := strings.LastIndexByte(row, '|') + 1
	octets, err := hex.DecodeString(row[i:])
	require.NoError(t, err)
	return row[:i] + string(octets)
}

// Wireshark reads a compressed capture beyond the octets that it takes from the file at once, 128 KiB.
func TestWiresharkOnLargeCompressedCaptures(t *testing.T) {
	const count = 8000
	transmissions := make([]tx, count)
	for i := range transmissions {
		transmissions[i] = tx{frame: frame(0, 1, uint32(i+1), int32(64+i*i%1400)), attempt: 1, start: bits(12500*i + i*i%977)}
	}
	whole := capture(t, names{"A", "B"}, rules(), Options{At: AllStations}, all(rules(), transmissions...))
	for _, ending := range []string{".gz", ".zst"} {
		stream, err := compress.For("run.pcapng" + ending)
		require.NoError(t, err)
		var file []byte
		for text := range slices.Chunk(whole, 64<<10) {
			file = stream.Part(file, text)
		}
		require.Greater(t, len(file), 128<<10*5/4)
		require.Len(t, tshark(t, stream.End(file), "frame.number"), count, ending)
	}
}
