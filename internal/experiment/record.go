package experiment

import (
	"bytes"
	"encoding/hex"
	"errors"
	"hash/crc64"
	"strconv"
	"strings"

	"github.com/csmacd/csmacd/internal/series"
)

// A record is a line of JSON. It is written in one way only, so that reading it needs no
// tolerance: what is not just as it would be written is damaged.
//
//	{"v":2,"engine":"…","point":"…","replication":0,"seed":7,"digest":"…","throughput":0.8,…,"sum":"…"}
//
// The distributions of its delays stand before the sum (distribution.go), and behind them what the plan keeps of
// runs besides (kept.go). Records of version 1 have no distributions; they are read where a campaign is of them.
//
// The sum is a CRC-64 of all before it, which no change within eight octets in a row
// escapes.

// record is what is kept of a run.
type record struct {
	engine      string
	point       address
	replication int
	seed        uint64
	digest      string
	older       bool // of version 1

	distributions [distributions]string // as they are written; none in an older record
	kept          string                // behind them; "" where the plan keeps nothing besides
}

// recordsVersion is that of the records that are written; oldRecords is the one before.
const recordsVersion, oldRecords = 2, 1

var recordHeads = [...]string{oldRecords: `{"v":1,"engine":"`, recordsVersion: `{"v":2,"engine":"`}

func (r *record) version() int {
	if r.older {
		return oldRecords
	}
	return recordsVersion
}

var crcTable = crc64.MakeTable(crc64.ECMA)

const (
	sumHead   = `,"sum":"`
	sumTail   = "\"}\n"
	sumDigits = 16
	sumLength = len(sumHead) + sumDigits + len(sumTail)
)

// longestLine bounds a line that may be a record: a file may hold anything. Of that,
// mostKept is for what a plan keeps besides the figures.
const (
	longestLine = mostKept + 64<<10
	mostKept    = 4 << 20
)

// append writes the record of a run with its metrics.
func (r *record) append(b []byte, values []float64) []byte {
	start := len(b)
	b = append(b, recordHeads[r.version()]...)
	b = append(b, r.engine...)
	b = append(b, `","point":"`...)
	b = hex.AppendEncode(b, r.point[:])
	b = append(b, `","replication":`...)
	b = strconv.AppendInt(b, int64(r.replication), 10)
	b = append(b, `,"seed":`...)
	b = strconv.AppendUint(b, r.seed, 10)
	b = append(b, `,"digest":"`...)
	b = append(b, r.digest...)
	b = append(b, '"')
	for i := range Metrics {
		b = append(b, metricHeads[i]...)
		b = series.AppendNumber(b, values[i])
	}
	if !r.older {
		for i, head := range binHeads {
			b = append(append(append(b, head...), r.distributions[i]...), '"')
		}
	}
	b = append(b, r.kept...)
	sum := crc64.Checksum(b[start:], crcTable)
	b = append(b, sumHead...)
	b = appendSum(b, sum)
	return append(b, sumTail...)
}

// metricHeads are what stands before each metric of a record.
var metricHeads = func() (heads []string) {
	for _, m := range Metrics {
		heads = append(heads, `,"`+m.Name+`":`)
	}
	return heads
}()

func appendSum(b []byte, sum uint64) []byte {
	const digits = "0123456789abcdef"
	for shift := 60; shift >= 0; shift -= 4 {
		b = append(b, digits[sum>>shift&15])
	}
	return b
}

var (
	errCut     = errors.New("is cut short")
	errDamaged = errors.New("is damaged: its check sum is another")
	errStrange = errors.New("is no record of this version")
)

// check says whether a line is whole, and gives its check sum.
func check(line []byte) (sum uint64, err error) {
	if len(line) == 0 || line[len(line)-1] != '\n' {
		return 0, errCut
	}
	at := len(line) - sumLength
	if at < 0 || string(line[at:at+len(sumHead)]) != sumHead || string(line[len(line)-len(sumTail):]) != sumTail {
		return 0, errDamaged
	}
	sum = crc64.Checksum(line[:at], crcTable)
	var digits [sumDigits]byte
	if !bytes.Equal(appendSum(digits[:0], sum), line[at+len(sumHead):len(line)-len(sumTail)]) {
		return 0, errDamaged
	}
	return sum, nil
}

// parse reads a line that check has found whole. The rest is its metrics, the distributions, and what is
// kept besides.
func parse(line string) (r record, rest string, err error) {
	rest = line[:len(line)-sumLength]
	take := func(head string, end byte) string {
		after, ok := strings.CutPrefix(rest, head)
		i := strings.IndexByte(after, end)
		if !ok || i < 0 {
			err = errStrange
			return ""
		}
		if rest = after[i:]; end == '"' {
			rest = rest[1:]
		}
		return after[:i]
	}
	r.older = strings.HasPrefix(rest, recordHeads[oldRecords])
	r.engine = take(recordHeads[r.version()], '"')
	point, bad := hex.DecodeString(take(`,"point":"`, '"'))
	if bad != nil || copy(r.point[:], point) < len(r.point) {
		return r, "", errStrange
	}
	replication, bad := strconv.ParseUint(take(`,"replication":`, ','), 10, 31)
	if bad != nil {
		return r, "", errStrange
	}
	r.replication = int(replication)
	if r.seed, bad = strconv.ParseUint(take(`,"seed":`, ','), 10, 64); bad != nil {
		return r, "", errStrange
	}
	r.digest = take(`,"digest":"`, '"')
	return r, rest, err
}

// values takes the metrics of a record apart, as text: a number, or "" where there is
// none. They are appended to list. What stands behind them is left.
func values(rest string, list []string) (all []string, behind string, err error) {
	for i := range metricHeads {
		after, ok := strings.CutPrefix(rest, metricHeads[i])
		if !ok {
			return nil, "", errStrange
		}
		end := strings.IndexByte(after, ',')
		if end < 0 {
			end = len(after)
		}
		text := after[:end]
		if text == "null" {
			text = ""
		} else if _, err := strconv.ParseFloat(text, 64); err != nil {
			return nil, "", errStrange
		}
		list = append(list, text)
		rest = after[end:]
	}
	return list, rest, nil
}
