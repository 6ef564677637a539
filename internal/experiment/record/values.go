package record

import (
	"bytes"
	"math"
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

// Values appends a record's metrics to two lists: their texts, and their values. A metric that the run does not
// have is "" and NaN. It also returns the text after the metrics.
func Values(rest string, texts []string, values []float64) ([]string, []float64, string, error) {
	for i := range metricHeads {
		after, ok := strings.CutPrefix(rest, metricHeads[i])
		if !ok {
			return nil, nil, "", ErrStrange
		}
		end := strings.IndexByte(after, ',')
		if end < 0 {
			end = len(after)
		}
		text, value := after[:end], math.NaN()
		if text == "null" {
			text = ""
		} else {
			var err error
			if value, err = strconv.ParseFloat(text, 64); err != nil {
				return nil, nil, "", ErrStrange
			}
		}
		texts, values = append(texts, text), append(values, value)
		rest = after[end:]
	}
	return texts, values, rest, nil
}
