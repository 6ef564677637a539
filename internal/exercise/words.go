package exercise

import (
	"fmt"
	"strconv"
	"strings"
)

// decimal writes a number for people, with six significant digits.
func decimal(v float64) string {
	if v == 0 || max(v, -v) >= 1e-4 && max(v, -v) < 1e15 {
		s := strconv.FormatFloat(v, 'g', 6, 64)
		if r, err := strconv.ParseFloat(s, 64); err == nil && (v-r == 0 || max(v, -v) < 1e6) {
			return strconv.FormatFloat(r, 'f', -1, 64)
		}
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 6, 64)
}

// plain writes the value of an expression.
func plain(v any) string {
	switch x := v.(type) {
	case float64:
		return decimal(x)
	case bool:
		if x {
			return "yes"
		}
		return "no"
	}
	return fmt.Sprint(v)
}

// written writes a value with the question's unit.
func (q *Question) written(v any) string {
	if _, ok := v.(float64); !ok || q.Unit == "" {
		return plain(v)
	}
	return amount(plain(v), q.Unit)
}

// writtenIn is [Question.written] in another language.
func (q *Question) writtenIn(v any, language string) string {
	x, ok := v.(float64)
	if !ok || language != "de" {
		return q.written(v)
	}
	return strings.TrimSpace(decimalIn(x, language) + " " + unitIn(q, language))
}

// decimalIn is [decimal] as it is written in another language.
func decimalIn(v float64, language string) string {
	if language == "de" {
		return strings.Replace(decimal(v), ".", ",", 1)
	}
	return decimal(v)
}

// amount is a number of a unit, which is one frame where it is one.
func amount(number, unit string) string {
	if number == "1" && len(unit) > 2 {
		unit = strings.TrimSuffix(unit, "s")
	}
	return number + " " + unit
}

// Leeway says how close an answer must be: "exactly", "within 2 bt", "within 5 %".
func (q *Question) Leeway() string {
	switch {
	case q.Tolerance.Relative > 0:
		return "within " + decimal(100*q.Tolerance.Relative) + " %"
	case q.Tolerance.Absolute > 0 && q.Unit != "":
		return "within " + amount(decimal(q.Tolerance.Absolute), q.Unit)
	case q.Tolerance.Absolute > 0:
		return "within " + decimal(q.Tolerance.Absolute)
	}
	return "exactly"
}

// unitName returns the full name of a question's unit.
func unitName(unit string) string {
	if unit == "bt" {
		return "bit times"
	}
	return unit
}

// Quoted writes a word for a shell's command line.
func Quoted(word string) string {
	if word == "" || strings.ContainsAny(word, " {}[]'\"*$&|;<>()#`?!~\\\t\n") {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}

// command is the command that repeats a run of a lab.
func (l *Lab) command(r *Run) string {
	var b strings.Builder
	fmt.Fprintf(&b, "csmacd run %s", Quoted(l.ID+ScenarioEnding))
	for _, s := range r.Set {
		fmt.Fprintf(&b, " --set %s", Quoted(s))
	}
	return b.String()
}
