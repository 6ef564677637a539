package experiment

import (
	"encoding/base64"
	"encoding/binary"
	"strings"

	"github.com/csmacd/csmacd/internal/stats"
	"github.com/csmacd/csmacd/medium"
)

// The distributions of a run's delays stand in its record, so that a point has percentiles of all
// frames of its runs together:
//
//	,"access_delay_bins":"…","delay_bins":"…"
//
// Each is, in base64, a list of numbers as [binary.AppendUvarint] writes them: the level ([stats.Distribution]), and for each bin
// that is not empty how many empty ones are before it, and its count less 1. One without values is "".

// The distributions of a record, in their order.
const (
	accessDelay = iota
	queueDelay
	distributions
)

var binHeads = [distributions]string{`,"access_delay_bins":"`, `,"delay_bins":"`}

// mostBins is how many bins of a distribution are kept: where it has more, neighbours are put together, until a bin is some 2 %
// of its value. Percentiles within a bin go by its count.
const mostBins = 512

// mostCounted bounds what a record can say that a run has counted: sums over runs must not overflow.
const mostCounted = 1 << 44

// delayed is a network that tells the whole distributions of its delays.
type delayed interface {
	EachDelay(access, delay func(ns int64, frames uint64))
}

// distributionsOf returns the distributions of a run as they are written in its record.
func distributionsOf(net medium.Network) (texts [distributions]string) {
	var list [distributions]stats.Distribution
	if n, ok := net.(delayed); ok {
		n.EachDelay(
			func(ns int64, frames uint64) { list[accessDelay].Add(uint64(ns), frames) },
			func(ns int64, frames uint64) { list[queueDelay].Add(uint64(ns), frames) })
	}
	for i := range list {
		list[i].Fit(mostBins)
		texts[i] = binText(&list[i])
	}
	return texts
}

// binText writes a distribution.
func binText(d *stats.Distribution) string {
	if len(d.Bins) == 0 {
		return ""
	}
	raw := binary.AppendUvarint(nil, uint64(d.Level))
	next := uint64(0)
	for _, bin := range d.Bins {
		raw = binary.AppendUvarint(raw, bin.At-next)
		raw = binary.AppendUvarint(raw, bin.Count-1)
		next = bin.At + 1
	}
	return base64.RawStdEncoding.EncodeToString(raw)
}

// cutDistributions takes the distributions at the beginning of a text off, unread.
func cutDistributions(text string) (list [distributions]string, rest string, err error) {
	for i, head := range binHeads {
		after, ok := strings.CutPrefix(text, head)
		end := strings.IndexByte(after, '"')
		if !ok || end < 0 {
			return list, "", errStrange
		}
		list[i], text = after[:end], after[end+1:]
	}
	return list, text, nil
}

// parseBins reads a distribution.
func parseBins(text string) (d stats.Distribution, err error) {
	if text == "" {
		return d, nil
	}
	raw, err := base64.RawStdEncoding.Strict().DecodeString(text)
	if err != nil {
		return d, errStrange
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
	next, all := uint64(0), uint64(0)
	for ok && len(raw) > 0 {
		at := next + take(1<<16)
		count := take(mostCounted) + 1
		d.Bins = append(d.Bins, stats.Bin{At: at, Count: count})
		next, all = at+1, all+count
		ok = ok && all <= mostCounted && next <= 1<<16
	}
	if !ok {
		return d, errStrange
	}
	return d, nil
}
