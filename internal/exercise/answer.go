package exercise

import (
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/csmacd/csmacd/internal/said"
	"github.com/csmacd/csmacd/phy"
)

// AnswerError is the error of an answer that cannot be understood. The answer is then neither
// right nor wrong.
type AnswerError struct{ sentence said.Sentence }

func (e AnswerError) Error() string { return e.sentence.Text }

// Said returns the parts of what it says.
func (e AnswerError) Said() said.Sentence { return e.sentence }

func misunderstood(format string, args ...any) error {
	return AnswerError{said.Of(format, args...)}
}

// written is a number as people write it: 245, 0.625, 5/8, with or without a unit.
var written = regexp.MustCompile(`^([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?)(?:\s*/\s*(\d+\.?\d*))?\s*([^\d\s.,]\S*|bit times?|)$`)

// longestAnswer is the most octets that an answer may have.
const longestAnswer = 100

// readNumber reads an answer that must be a number in the question's unit, which may have other words in other languages.
func readNumber(text, unit string, bit phy.Time, words ...string) (float64, error) {
	text = strings.TrimSpace(text)
	m := written.FindStringSubmatch(text)
	if m == nil || len(text) > longestAnswer {
		if strings.Contains(text, ",") {
			return 0, misunderstood("%q is not a number: write a point before decimals, and nothing between thousands", text)
		}
		return 0, misunderstood("%q is not a number: write one such as %s", text, like(unit))
	}
	v, err := strconv.ParseFloat(m[1], 64)
	if err == nil && m[2] != "" {
		r, ok := new(big.Rat).SetString(m[2])
		if !ok || r.Sign() == 0 {
			return 0, misunderstood("%q divides by 0", text)
		}
		by, _ := r.Float64()
		v /= by
	}
	if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
		return 0, misunderstood("%q is not a number that can be an answer", text)
	}
	given := spelling(m[3])
	if given == spelling(unit) || slices.ContainsFunc(append(words, unit), func(w string) bool { return same(given, w) }) {
		given = unit
	}
	return convert(v, given, unit, bit, m[3])
}

// same reports whether a word is that of a unit, or its singular: frame, frames.
func same(given, unit string) bool {
	return len(given) >= 4 && len(given) <= len(unit) && len(unit)-len(given) <= 2 && strings.EqualFold(given, unit[:len(given)])
}

// like is an example of an answer.
func like(unit string) string {
	switch unit {
	case "bt":
		return "512, 512bt or 51.2us"
	case "":
		return "0.25, 1/4 or 25%"
	}
	return "12 " + unit
}

// spelling returns the one name that is used for a unit.
func spelling(unit string) string {
	switch strings.ToLower(unit) {
	case "bt", "bit", "bits", "bit time", "bit times":
		return "bt"
	case "us", "µs", "μs":
		return "us"
	case "sec", "second", "seconds":
		return "s"
	case "byte", "bytes", "octet":
		return "octets"
	case "mb/s", "mbit/s", "mbps":
		return "Mb/s"
	case "kb/s", "kbit/s", "kbps":
		return "kb/s"
	}
	return unit
}

// convert returns a number in the unit of the question. text is the unit as it was given, for errors.
func convert(v float64, given, unit string, bit phy.Time, text string) (float64, error) {
	from, to := timeUnit(given, bit), timeUnit(unit, bit)
	switch {
	case given == "" || given == unit:
		return v, nil
	case from > 0 && to > 0:
		return v * float64(from) / float64(to), nil
	case given == "%" && unit == "":
		return v / 100, nil
	case to > 0:
		return 0, misunderstood("%q is not a unit of time: the answer is in %s; write ns, us, ms, s or bt", text, unit)
	case unit == "":
		return 0, misunderstood("the answer is a pure number: leave %q out", text)
	}
	return 0, misunderstood("the answer is in %s, not in %q", unit, text)
}

// timeUnit returns the length of a unit of time, or 0 for any other unit.
func timeUnit(name string, bit phy.Time) phy.Time {
	switch name {
	case "bt":
		return bit
	case "ns":
		return phy.Nanosecond
	case "us":
		return phy.Microsecond
	case "ms":
		return phy.Millisecond
	case "s":
		return phy.Second
	}
	return 0
}

// readYes reads yes or no.
func readYes(text string) (bool, error) {
	switch w := strings.ToLower(strings.TrimSpace(text)); {
	case slices.Contains([]string{"yes", "y", "true", "ja", "j"}, w):
		return true, nil
	case slices.Contains([]string{"no", "n", "false", "nein"}, w):
		return false, nil
	}
	return false, misunderstood("%q is not an answer: write yes or no", text)
}
