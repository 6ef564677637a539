package record

import (
	"encoding/base64"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/experiment/metric"
	"github.com/csmacd/csmacd/internal/stats"
)

// A record has the distributions of its run's delays and of the times of its flows, so that a point can have percentiles of all
// frames of its runs together:
//
//	,"access_delay_bins":"…","delay_bins":"…","flow_rtt_bins":"…","flow_try_bins":"…","flow_delay_bins":"…"
//
// Each is, in base64, a list of numbers as [binary.AppendUvarint] writes them: the level ([stats.Distribution]), and for each bin
// that is not empty the number of empty bins before it, and its count less 1. A distribution without values is "".

var binHeads = [metric.Distributions]string{`,"access_delay_bins":"`, `,"delay_bins":"`, `,"flow_rtt_bins":"`, `,"flow_try_bins":"`, `,"flow_delay_bins":"`}

// mostCounted limits the counts in a record, so that sums over runs cannot overflow.
const mostCounted = 1 << 44

// Bins returns a distribution as its text in a record.
func Bins(d *stats.Distribution) string {
	if len(d.Bins) == 0 {
		return ""
	}
	raw := binary.AppendUvarint(make([]byte, 0, 4*len(d.Bins)+8), uint64(d.Level))
	next := uint64(0)
	for _, bin := range d.Bins {
		raw = binary.AppendUvarint(raw, bin.At-next)
		raw = binary.AppendUvarint(raw, bin.Count-1)
		next = bin.At + 1
	}
	return base64.RawStdEncoding.EncodeToString(raw)
}

// CutDistributions returns the texts of the distributions at the beginning of a text, and the rest of the text.
func CutDistributions(text string) (list [metric.Distributions]string, rest string, err error) {
	for i, head := range binHeads {
		after, ok := strings.CutPrefix(text, head)
		end := strings.IndexByte(after, '"')
		if !ok || end < 0 {
			return list, "", ErrStrange
		}
		list[i], text = after[:end], after[end+1:]
	}
	return list, text, nil
}

// ParseBins returns the distribution of a text. Its bins are in the memory of the given ones, if it is enough.
func ParseBins(text string, bins []stats.Bin) (d stats.Distribution, err error) {
	d.Bins = bins[:0]
	if text == "" {
		return d, nil
	}
	raw, err := base64.RawStdEncoding.Strict().DecodeString(text)
	if err != nil {
		return d, ErrStrange
	}
	ok := true
	take := func(most uint64) uint64 {
		v, n := binary.Uvarint(raw)
		if n <= 0 || v > most {
			ok = false
			return 0
		}
		raw = raw[n:]
		return v
	}
	d.Level = int(take(stats.MaxLevel))
	d.Bins = slices.Grow(d.Bins, len(raw)/2) // a bin takes two octets or more
	next, all := uint64(0), uint64(0)
	for ok && len(raw) > 0 {
		at := next + take(1<<16)
		count := take(mostCounted) + 1
		d.Bins = append(d.Bins, stats.Bin{At: at, Count: count})
		next, all = at+1, all+count
		ok = ok && all <= mostCounted && next <= 1<<16
	}
	if !ok {
		return d, ErrStrange
	}
	return d, nil
}
