package policies

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/phy"
)

// Parse reads a policy as it is written on a command line: the value of a scenario's key
// backoff, that is a name or {policy: full-jitter, base: 5}, or full-jitter(base=5), which
// means the same. Plain numbers among its parameters are multiples of unit, and the policy's
// delays multiples of grain. The error is a [document.Problems] and names the text.
func Parse(text string, unit phy.Time) (p backoff.Policy, grain phy.Time, err error) {
	r := &Reader{Reader: document.NewReader("", &format, document.StandardLimits), Bit: phy.Ethernet10.BitTime}
	option := strings.TrimSpace(text)
	value, err := asMapping(option)
	var n *document.Node
	if err == nil {
		n, err = r.Value(option, value)
	}
	if err != nil {
		return nil, 0, document.Problems{{File: option, Text: err.Error()}}
	}
	c := r.Choice(n)
	if c != nil && len(r.Problems.List) == 0 {
		p, grain = r.InUnits(c, unit)
	}
	return p, grain, r.Problems.Err()
}

// format is the format of scenarios, in which policies are written.
var format = document.Format{Name: "scenario", Calls: []string{"uniform"}}

var call = regexp.MustCompile(`^([\pL\pN_-]+)\s*\((.*)\)$`)

// asMapping rewrites name(key=value, ...) as {policy: name, key: value, ...}.
func asMapping(text string) (string, error) {
	switch {
	case text == "":
		return "", errors.New("a policy is missing: write a name, such as beb, or {policy: beb, limit: 10}")
	case strings.ContainsAny(text, "\r\n"):
		return "", errors.New("has more than one line: write the policy on one line")
	}
	m := call.FindStringSubmatch(text)
	if m == nil {
		return text, nil
	}
	name, inner := m[1], strings.TrimSpace(m[2])
	if inner == "" {
		return "{policy: " + name + "}", nil
	}
	mapping := "{policy: " + name
	for _, part := range atCommas(inner) {
		key, value, ok := strings.Cut(part, "=")
		if !ok || strings.TrimSpace(value) == "" {
			return "", fmt.Errorf("%q is not a parameter with a value: write %s(PARAMETER=VALUE, ...)", strings.TrimSpace(part), name)
		}
		mapping += ", " + strings.TrimSpace(key) + ": " + plainValue(strings.TrimSpace(value))
	}
	return mapping + "}", nil
}

// plainValue quotes a value that YAML would not take for one, such as an expression.
func plainValue(value string) string {
	if strings.ContainsAny(value[:1], "[{\"'") || !strings.ContainsAny(value, ",:#{}[]&*!|>%@`\"'") {
		return value
	}
	return "'" + strings.ReplaceAll(value, "'", "''") + "'"
}

// atCommas cuts text at its commas, except those within brackets or quotes.
func atCommas(text string) (parts []string) {
	depth, quote, from := 0, rune(0), 0
	for i, c := range text {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case strings.ContainsRune("([{", c):
			depth++
		case strings.ContainsRune(")]}", c):
			depth--
		case c == ',' && depth == 0:
			parts = append(parts, text[from:i])
			from = i + 1
		}
	}
	return append(parts, text[from:])
}
