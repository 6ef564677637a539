package record

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/csmacd/csmacd/internal/experiment/metric"
)

// metricHeads are the texts before the value of each metric in a record.
var metricHeads = func() (heads []string) {
	for _, m := range metric.All {
		heads = append(heads, `,"`+m.Name+`":`)
	}
	return heads
}()

// unsettledMark is in the record of a run in which the rule for the warm-up found none.
var unsettledMark = []byte(metricHeads[metric.Index("warmup_us")] + "null")

// Unsettled reports whether a record is of a run in which the rule for the warm-up found none.
func Unsettled(line []byte) bool { return bytes.Contains(line, unsettledMark) }

// Values appends the texts of a record's metrics to list: a number, or "" if the run has
// none. It also returns the text after the metrics.
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
