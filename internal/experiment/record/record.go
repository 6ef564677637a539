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

// A record is a line of JSON. There is only one way to write it, so that reading needs no
// tolerance: a line that differs from what would be written is damaged.
//
//	{"v":2,"engine":"…","point":"…","replication":0,"seed":7,"digest":"…","throughput":0.8,…,"sum":"…"}
//
// Before the sum are the distributions of its delays (distribution.go), and after these what the plan keeps of
// runs besides (package keep). Records of version 1 have no distributions; they are read in campaigns of that version.
//
// The sum is a CRC-64 of everything before it. It detects every change that lies within eight consecutive
// octets.

// Record is what a campaign keeps of a run, without its metrics.
type Record struct {
	Engine      string
	Point       Address
	Replication int
	Seed        uint64
	Digest      string
	Older       bool // of version 1

	Distributions [metric.Distributions]string // in their written form; "" in an older record
	Kept          string                       // the text after them; "" if the plan keeps nothing besides
}

// Version is the version of records that are written. OldVersion is the one before, which is still read.
const Version, OldVersion = 2, 1

var heads = [...]string{OldVersion: `{"v":1,"engine":"`, Version: `{"v":2,"engine":"`}

// Version returns the version of the record.
func (r *Record) Version() int {
	if r.Older {
		return OldVersion
	}
	return Version
}

// In reports whether a text contains the beginning of a record of a version.
func In(text []byte, version int) bool { return bytes.Contains(text, []byte(heads[version])) }

var crcTable = crc64.MakeTable(crc64.ECMA)

const (
	sumHead   = `,"sum":"`
	sumTail   = "\"}\n"
	sumDigits = 16
	sumLength = len(sumHead) + sumDigits + len(sumTail)
)

// Longest limits the length of a line that can be a record, because a file can hold anything. MostKept of
// it are for what a plan keeps besides the figures.
const (
	Longest  = MostKept + 64<<10
	MostKept = 4 << 20
)

// Append appends the record of a run with the values of its metrics.
func (r *Record) Append(b []byte, values []float64) []byte {
	b, _ = r.AppendSummed(b, values)
	return b
}

// AppendSummed is Append, and returns the record's check sum as well.
func (r *Record) AppendSummed(b []byte, values []float64) (line []byte, sum uint64) {
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
	sum = crc64.Checksum(b[start:], crcTable)
	b = append(b, sumHead...)
	b = appendSum(b, sum)
	return append(b, sumTail...), sum
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
	ErrDamaged = errors.New("is damaged: its check sum is wrong")
	ErrStrange = errors.New("is not a record of this version")
)

// Check returns the check sum of a line, or an error if the line is cut short or damaged.
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

// Parse reads a line in which Check found no error. The rest of the text is its metrics, the distributions, and what is
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
