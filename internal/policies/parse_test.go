package policies

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/phy"
)

// delaysOf are the first delays of a policy as a command line has it.
func delaysOf(t *testing.T, text string) (list []float64) {
	t.Helper()
	p, grain, err := Parse(text, phy.Millisecond)
	require.NoError(t, err, text)
	assert.Equal(t, phy.Millisecond, grain)
	s, r := backoff.State{}, backoff.NewRand(1, "A", "backoff")
	for s.Attempt = 1; s.Attempt < 8; s.Attempt++ {
		d, stop := p.Next(&s, &r)
		if stop {
			break
		}
		list = append(list, d)
	}
	return list
}

// A policy reads the same however it is written.
func TestParsePolicy(t *testing.T) {
	for _, k := range [][]string{
		{"beb", "{policy: beb}", " beb() ", "beb(limit=10)", "{policy: beb, limit: 10}"},
		{"full-jitter", "full-jitter(base=5, cap=2000)", "full-jitter( cap = 2000 ,base=5)", "{policy: full-jitter, cap: 2000}", "full-jitter(base=5ms)"},
		{"scripted(slots=[1, 2, 3])", "{policy: scripted, slots: [1, 2, 3]}"},
		{"custom(expr=min(100, 5 * 2**attempt) * u)", `{policy: custom, expr: "min(100, 5 * 2**attempt) * u"}`, `custom(expr="min(100, 5 * 2**attempt) * u")`},
	} {
		for _, text := range k[1:] {
			assert.Equal(t, delaysOf(t, k[0]), delaysOf(t, text), text)
		}
	}
	assert.Equal(t, []float64{1, 2, 3}, delaysOf(t, "scripted(slots=[1,2,3])"))
	assert.Len(t, delaysOf(t, "beb(attempts=3)"), 2)
}

// What is wrong is said once, with the text and what would be right.
func TestParsePolicySaysWhatIsWrong(t *testing.T) {
	for text, want := range map[string]string{
		"":                         ": a policy is missing: write a name",
		"full-jiter":               `full-jiter: "full-jiter" is not a backoff policy: did you mean "full-jitter"?`,
		"full-jitter(bse=5)":       `full-jitter(bse=5): unknown key "bse": did you mean "base"?`,
		"beb(10)":                  `beb(10): "10" is not a parameter with a value: write beb(PARAMETER=VALUE, ...)`,
		"beb(limit=)":              "is not a parameter with a value",
		"beb(limit=99)":            "limit: 99 is out of range: it must be 0 to 30",
		"beb(limit=1":              `"beb(limit=1" is not a backoff policy`,
		"{policy: beb":             "not YAML",
		"{limit: 3}":               "policy is missing",
		"[beb]":                    "must be a single value, not a list",
		"beb\nbeb":                 "has more than one line",
		"scripted":                 "is missing",
		"custom(expr=attempt +)":   "expr",
		"beb(limit=1, limit=2)":    "is given twice",
		"beb(limit=*a)":            "limit",
		"beb(limit=!!int 3)":       "limit",
		"\x00":                     "not text that YAML allows",
		"beb, limit: 3":            "policy is missing",
		"beb(limit: 3=4)":          "beb(limit: 3=4)",
		"{policy: {policy: beb}}":  "must be a single value, not a mapping",
		"{policy: beb, limit: []}": "limit",
	} {
		p, _, err := Parse(text, phy.Millisecond)
		assert.Nil(t, p, text)
		var all document.Problems
		if assert.ErrorAs(t, err, &all, text) {
			assert.Contains(t, err.Error(), want)
			assert.NotContains(t, err.Error(), "panic")
		}
	}
}

// Any text gives a policy or an error.
func FuzzParsePolicy(f *testing.F) {
	for _, s := range []string{"beb", "full-jitter(base=5,cap=2000)", "{policy: google}", "custom(expr=u*attempt)", "rcp(k=[1,10])", "beb(limit='1", "&a {policy: *a}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, grain, err := Parse(text, phy.Millisecond)
		if (err == nil) != (p != nil && grain > 0) {
			t.Fatalf("%q: %v, %v, %v", text, p, grain, err)
		}
	})
}
