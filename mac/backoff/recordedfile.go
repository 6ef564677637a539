package backoff

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
)

// mostRecorded is the maximum size of a file of recorded draws, in octets.
const mostRecorded = 64 << 20

// ReadRecorded reads draws from JSON: a list whose entries are ["normal", mean, sd, value],
// ["uniform", a, b, value], or a plain number. A plain number serves as a draw of either kind: for
// a uniform draw it must be at least 0 and below 1 and is mapped to the range; for a normal draw it
// is scaled. The list may be the value of the key draws of an object. An error names the entry,
// counted from 1.
func ReadRecorded(r io.Reader) (*Recorded, error) {
	text, err := io.ReadAll(io.LimitReader(r, mostRecorded+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("reading recorded draws: %w", err)
	case len(text) > mostRecorded:
		return nil, fmt.Errorf("recorded draws are more than %d MiB", mostRecorded>>20)
	}
	list, err := drawsOf(text)
	if err != nil {
		return nil, err
	}
	draws := make([]RecordedDraw, len(list))
	for i, entry := range list {
		if draws[i], err = readDraw(entry); err != nil {
			return nil, fmt.Errorf("recorded draw %d: %w", i+1, err)
		}
	}
	return &Recorded{draws: draws}, nil
}

// drawsOf returns the entries of the list.
func drawsOf(text []byte) (list []json.RawMessage, err error) {
	if trimmed := bytes.TrimSpace(text); len(trimmed) > 0 && trimmed[0] == '{' {
		var object struct{ Draws *json.RawMessage }
		if err := json.Unmarshal(text, &object); err != nil {
			return nil, fmt.Errorf("recorded draws: %w", err)
		}
		if object.Draws == nil {
			return nil, fmt.Errorf(`recorded draws: the object has no key "draws"`)
		}
		text = *object.Draws
	}
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf(`recorded draws: a list, such as [["normal", 10, 2, 8.47], 0.31], is wanted: %w`, err)
	}
	return list, nil
}

// readDraw reads one entry.
func readDraw(entry json.RawMessage) (d RecordedDraw, err error) {
	const wanted = `["normal", mean, sd, value], ["uniform", a, b, value] or a number`
	var v any
	if err := json.Unmarshal(entry, &v); err != nil {
		return d, err
	}
	if x, ok := v.(float64); ok {
		return RecordedDraw{Value: x}, nil
	}
	list, ok := v.([]any)
	if !ok || len(list) != 4 {
		return d, fmt.Errorf("%.60s is not %s", entry, wanted)
	}
	numbers := [3]float64{}
	for i := range numbers {
		if numbers[i], ok = list[i+1].(float64); !ok {
			return d, fmt.Errorf("%.60s is not %s", entry, wanted)
		}
	}
	d = RecordedDraw{A: numbers[0], B: numbers[1], Value: numbers[2]}
	switch list[0] {
	case "uniform":
		d.Kind = UniformDraw
		slack := float64(1e-9 * max(math.Abs(d.A), math.Abs(d.B)))
		if d.Value < d.A-slack || d.Value > d.B+slack {
			return d, fmt.Errorf("%.60s: the value is not between %v and %v", entry, d.A, d.B)
		}
	case "normal":
		d.Kind = NormalDraw
		if d.B < 0 {
			return d, fmt.Errorf("%.60s: the standard deviation is negative", entry)
		}
	default:
		return d, fmt.Errorf("%.60s is not %s", entry, wanted)
	}
	return d, nil
}
