package record

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/csmacd/csmacd/internal/experiment/metric"
)

// metricHeads are what stands before each metric of a record.
var metricHeads = func() (heads []string) {
	for _, m := range metric.All {
		heads = append(heads, `,"`+m.Name+`":`)
	}
	return heads
}()

// unsettledMark is in the record of a run whose warm-up was not found.
var unsettledMark = []byte(metricHeads[metric.Index("warmup_us")] + "null")

// Unsettled reports whether a record is of a run that has no warm-up: it was looked for and not found.
func Unsettled(line []byte) bool { return bytes.Contains(line, unsettledMark) }

// Values takes the metrics of a record apart, as text: a number, or "" where there is
// none. They are appended to list. What stands behind them is left.
func Values(rest string, list []string) (all []string, behind string, err error) {
	for i := range metricHeads {
		after, ok := strings.CutPrefix(rest, metricHeads[i])
		if !ok {
			return nil, "", ErrStrange
		}
		end := strings.IndexByte(after, ',')
		if end < 0 {
			end = len(after)
		}
		text := after[:end]
		if text == "null" {
			text = ""
		} else if _, err := strconv.ParseFloat(text, 64); err != nil {
			return nil, "", ErrStrange
		}
		list = append(list, text)
		rest = after[end:]
	}
	return list, rest, nil
}
