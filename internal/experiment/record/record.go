package record

import (
	"bytes"
	"encoding/hex"
	"errors"
	"hash/crc64"
	"strconv"
	"strings"

	"github.com/csmacd/csmacd/internal/experiment/metric"
	"github.com/csmacd/csmacd/internal/series"
)

// A record is a line of JSON. It is written in one way only, so that reading it needs no
// tolerance: what is not just as it would be written is damaged.
//
//	{"v":2,"engine":"…","point":"…","replication":0,"seed":7,"digest":"…","throughput":0.8,…,"sum":"…"}
//
// The distributions of its delays stand before the sum (distribution.go), and behind them what the plan keeps of
// runs besides (package keep). Records of version 1 have no distributions; they are read where a campaign is of them.
//
// The sum is a CRC-64 of all before it, which no change within eight octets in a row
// escapes.

// Record is what is kept of a run.
type Record struct {
	Engine      string
	Point       Address
	Replication int
	Seed        uint64
	Digest      string
	Older       bool // of version 1

	Distributions [metric.Distributions]string // as they are written; none in an older record
	Kept          string                       // behind them; "" where the plan keeps nothing besides
}

// Version is that of the records that are written; OldVersion is the one before.
const Version, OldVersion = 2, 1

var heads = [...]string{OldVersion: `{"v":1,"engine":"`, Version: `{"v":2,"engine":"`}

// Version returns the version of the record.
func (r *Record) Version() int {
	if r.Older {
		return OldVersion
	}
	return Version
}

// In reports whether a record of a version begins in some text.
func In(text []byte, version int) bool { return bytes.Contains(text, []byte(heads[version])) }

var crcTable = crc64.MakeTable(crc64.ECMA)

const (
	sumHead   = `,"sum":"`
	sumTail   = "\"}\n"
	sumDigits = 16
	sumLength = len(sumHead) + sumDigits + len(sumTail)
)

// Longest bounds a line that may be a record: a file may hold anything. Of that,
// MostKept is for what a plan keeps besides the figures.
const (
	Longest  = MostKept + 64<<10
	MostKept = 4 << 20
)

// Append writes the record of a run with its metrics.
func (r *Record) Append(b []byte, values []float64) []byte {
	start := len(b)
	b = append(b, heads[r.Version()]...)
	b = append(b, r.Engine...)
	b = append(b, `","point":"`...)
	b = hex.AppendEncode(b, r.Point[:])
	b = append(b, `","replication":`...)
	b = strconv.AppendInt(b, int64(r.Replication), 10)
	b = append(b, `,"seed":`...)
	b = strconv.AppendUint(b, r.Seed, 10)
	b = append(b, `,"digest":"`...)
	b = append(b, r.Digest...)
	b = append(b, '"')
	for i := range metric.All {
		b = append(b, metricHeads[i]...)
		b = series.AppendNumber(b, values[i])
	}
	if !r.Older {
		for i, head := range binHeads {
			b = append(append(append(b, head...), r.Distributions[i]...), '"')
		}
	}
	b = append(b, r.Kept...)
	sum := crc64.Checksum(b[start:], crcTable)
	b = append(b, sumHead...)
	b = appendSum(b, sum)
	return append(b, sumTail...)
}

func appendSum(b []byte, sum uint64) []byte {
	const digits = "0123456789abcdef"
	for shift := 60; shift >= 0; shift -= 4 {
		b = append(b, digits[sum>>shift&15])
	}
	return b
}

// The errors of a line that is not a record.
var (
	ErrCut     = errors.New("is cut short")
	ErrDamaged = errors.New("is damaged: its check sum is another")
	ErrStrange = errors.New("is no record of this version")
)

// Check returns the check sum of a line, or an error if the line is not whole.
func Check(line []byte) (sum uint64, err error) {
	if len(line) == 0 || line[len(line)-1] != '\n' {
		return 0, ErrCut
	}
	at := len(line) - sumLength
	if at < 0 || string(line[at:at+len(sumHead)]) != sumHead || string(line[len(line)-len(sumTail):]) != sumTail {
		return 0, ErrDamaged
	}
	sum = crc64.Checksum(line[:at], crcTable)
	var digits [sumDigits]byte
	if !bytes.Equal(appendSum(digits[:0], sum), line[at+len(sumHead):len(line)-len(sumTail)]) {
		return 0, ErrDamaged
	}
	return sum, nil
}

// Parse reads a line that Check has found whole. The rest is its metrics, the distributions, and what is
// kept besides.
func Parse(line string) (r Record, rest string, err error) {
	rest = line[:len(line)-sumLength]
	take := func(head string, end byte) string {
		after, ok := strings.CutPrefix(rest, head)
		i := strings.IndexByte(after, end)
		if !ok || i < 0 {
			err = ErrStrange
			return ""
		}
		if rest = after[i:]; end == '"' {
			rest = rest[1:]
		}
		return after[:i]
	}
	r.Older = strings.HasPrefix(rest, heads[OldVersion])
	r.Engine = take(heads[r.Version()], '"')
	point, bad := hex.DecodeString(take(`,"point":"`, '"'))
	if bad != nil || copy(r.Point[:], point) < len(r.Point) {
		return r, "", ErrStrange
	}
	replication, bad := strconv.ParseUint(take(`,"replication":`, ','), 10, 31)
	if bad != nil {
		return r, "", ErrStrange
	}
	r.Replication = int(replication)
	if r.Seed, bad = strconv.ParseUint(take(`,"seed":`, ','), 10, 64); bad != nil {
		return r, "", ErrStrange
	}
	r.Digest = take(`,"digest":"`, '"')
	return r, rest, err
}
