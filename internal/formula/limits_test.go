package formula_test

import (
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/expr-lang/expr/types"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/formula"
)

var (
	names  = types.Map{"n": types.Float64, "name": types.String, "run": types.Any}
	values = map[string]any{"n": 3.0, "name": "A", "run": map[string]any{"count": 7, "word": "sent"}}
)

// doubled is an expression of 30 variables, each twice the one before.
func doubled(first, sum string) string {
	var b strings.Builder
	b.WriteString("let a0 = " + first + "; ")
	for i := range 30 {
		from, to := "a"+strconv.Itoa(i), "a"+strconv.Itoa(i+1)
		b.WriteString("let " + to + " = " + strings.ReplaceAll(sum, "x", from) + "; ")
	}
	return b.String() + "a30"
}

// compared is a chain of comparisons in the middle of a chain of comparisons, and so on: a short
// text, but a tree that doubles with each.
func compared(levels int) string {
	code := "n"
	for range levels {
		code = "(1 < " + code + " < 9 ? 1 : 2)"
	}
	return code
}

func TestLimits(t *testing.T) {
	for code, want := range map[string]string{
		strings.Repeat("(", 1e6) + "1" + strings.Repeat(")", 1e6): "it is 2000001 octets long; an expression has at most 4096",
		strings.Repeat("(", 101) + "1" + strings.Repeat(")", 101): "nested deeper than 100",
		strings.Repeat("[", 101):                                  "nested deeper than 100",
		strings.Repeat("-", 4000) + "1":                           "more than 1000",
		strings.Repeat("not ", 1000) + "true":                     "more than 1000",
		strings.Repeat("2**", 1300) + "1":                         "more than 1000",
		strings.Repeat("n?1:", 1000) + "1":                        "more than 1000",
		strings.Repeat("1+", 600) + "1":                           "it has more than 1000 operators and operands",
		compared(40):                                              "more than 1000",
		"map(1..9, #)":                                            "map is not allowed in an expression",
		"sum(1..9)":                                               "sum is not allowed",
		"all([1], # > 0)":                                         "all is not allowed",
		"reduce(1..9, #acc + 1)":                                  "reduce is not allowed",
		"1..1000000000":                                           ".. is not allowed",
		"len(1..1000000000)":                                      ".. is not allowed",
		"max([1, 2])":                                             "a list is not allowed",
		"{a: 1}":                                                  "a list is not allowed",
		"name[0:1]":                                               "a slice is not allowed",
		`name matches "(a*)*b"`:                                   "matches is not allowed",
		`name in run`:                                             "in is not allowed",
		"run?.count":                                              "?. is not allowed",
		"run ?? 1":                                                "?? is not allowed",
		"1; 2":                                                    "; is not allowed",
		"$env":                                                    "$env is not allowed",
		"run.count()":                                             "a method is not allowed",
		"repeat(name, 9)":                                         "unknown name repeat",
		"name | split(\",\")":                                     "unknown name split",
	} {
		_, err := formula.Compile(code, names, formula.Functions)
		if assert.ErrorContains(t, err, want, "%.60s", code) {
			assert.Less(t, len(err.Error()), 200)
		}
	}
	// What is just within them.
	for code, want := range map[string]any{
		strings.Repeat("(", 100) + "n" + strings.Repeat(")", 100): 3.0,
		`"` + strings.Repeat("(", 4000) + `" == name ? 1 : 2`:     2,
		strings.Repeat("1+", 499) + "1":                           500,
		compared(6):                                               2,
		doubled("n", "x+x"):                                       3.0 * (1 << 30),
		doubled("name", "x+name"):                                 strings.Repeat("A", 31),
		"run.count + 1":                                           8,
		"run.word + name":                                         "sentA",
		`name == "A" and not (n > 4) ? "x" + name : name`:         "xA",
	} {
		p, err := formula.Compile(code, names, formula.Functions)
		if assert.NoError(t, err, "%.60s", code) {
			v, err := formula.Run(p, values)
			require.NoError(t, err)
			assert.EqualValues(t, want, v, "%.60s", code)
		}
	}
}

// A text that doubles ends at the limit, whether its type is known or not.
func TestTextIsBounded(t *testing.T) {
	for _, first := range []string{"name", `"A"`, "run.word", "upper(name)", "string(n)"} {
		p, err := formula.Compile(doubled(first, "x+x"), names, formula.Functions)
		require.NoError(t, err, first)
		_, err = formula.Run(p, values)
		assert.ErrorContains(t, err, "its text is longer than 65536 octets", first)
	}
}

// FuzzFormula holds whatever an expression says to a few megabytes.
func FuzzFormula(f *testing.F) {
	for _, code := range []string{"500/(n-1)", "let a = name; a + a + upper(a)", "run.count ** 3 % 2", compared(9), doubled("name", "x+x"),
		"1 < n < 3 ? max(n, 2) : len(name)", `"{a: " + string(int(n)) + "}"`, "map(1..9, #)", "not (1 in [2])", "if n > 1 {1} else {2}"} {
		f.Add(code)
	}
	f.Fuzz(func(t *testing.T, code string) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		p, err := formula.Compile(code, names, formula.Functions)
		if err == nil {
			_, err = formula.Run(p, values)
		}
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > 64<<20 {
			t.Fatalf("%q took %d MB", code, used>>20)
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Fatalf("%q: %q", code, err)
		}
	})
}
