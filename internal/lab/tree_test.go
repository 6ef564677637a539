package lab

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/types"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/exercise"
	"github.com/csmacd/csmacd/internal/formula"
)

// expression draws the text of an expression: of numbers, or true and false. Its numbers are written as whole ones or as
// others. A tree does not know the difference; a 0 that is a whole number has no sign, which no division and no power may show. The library keeps one constant for 0.0 and -0.0, so 0.0 is not drawn.
func expression(t *rapid.T, depth int, truth, whole bool) string {
	sub := func(truth bool) string { return expression(t, depth-1, truth, whole) }
	pick := rapid.IntRange(0, 9).Draw(t, "kind")
	if depth == 0 {
		pick = rapid.IntRange(0, 2).Draw(t, "leaf")
	}
	if truth {
		switch {
		case depth == 0:
			return rapid.SampledFrom([]string{"true", "false", `"ab" contains "b"`, `r.word == "beb"`}).Draw(t, "truth")
		case pick < 4:
			return fmt.Sprintf("(%s %s %s)", sub(false), rapid.SampledFrom([]string{"<", "<=", ">", ">=", "==", "!="}).Draw(t, "op"), sub(false))
		case pick < 7:
			return fmt.Sprintf("(%s %s %s)", sub(true), rapid.SampledFrom([]string{"and", "or", "&&", "||", "=="}).Draw(t, "op"), sub(true))
		case pick < 8:
			return "(not " + sub(true) + ")"
		}
		return fmt.Sprintf("(%s ? %s : %s)", sub(true), sub(true), sub(true))
	}
	switch {
	case pick == 0:
		if whole {
			return rapid.SampledFrom([]string{"0", "1", "2", "7", "0.5", "-3"}).Draw(t, "number")
		}
		return rapid.SampledFrom([]string{"1.0", "2.0", "7.0", "0.5", "51.2", "1e3", "-3.0"}).Draw(t, "number")
	case pick == 1:
		return rapid.SampledFrom([]string{"r.a", "r.list[0]", "r.list[-1]", "r.list[1].b", "r['a']", "n"}).Draw(t, "name")
	case pick == 2:
		return `event(r, 2)`
	case pick < 6:
		ops := []string{"+", "-", "*", "/", "**", "^"}
		if whole {
			ops = ops[:3]
		}
		return fmt.Sprintf("(%s %s %s)", sub(false), rapid.SampledFrom(ops).Draw(t, "op"), sub(false))
	case pick == 6:
		return fmt.Sprintf("%s(%s)", rapid.SampledFrom([]string{"abs", "ceil", "floor", "round"}).Draw(t, "call"), sub(false))
	case pick == 7:
		calls := []string{"min", "max", "pow"}
		if whole {
			calls = calls[:2]
		}
		return fmt.Sprintf("%s(%s, %s)", rapid.SampledFrom(calls).Draw(t, "call"), sub(false), sub(false))
	case pick == 8:
		return fmt.Sprintf("(%s ? %s : %s)", sub(true), sub(false), sub(false))
	}
	name := "v" + strings.Repeat("v", depth)
	return fmt.Sprintf("(let %s = %s; %s + %s)", name, sub(false), name, sub(false))
}

// A tree has the value that the library computes, also after it has been handed to the page.
func TestTreesAreTheExpressions(t *testing.T) {
	names := types.Map{"r": types.Any, "n": types.Any}
	env := map[string]any{"n": 4.0, "r": map[string]any{"a": 3.25, "word": "beb", "list": []any{6.0, map[string]any{"b": -2.0}, 11.0}}}
	event := func(args ...any) (any, error) { return 12.5, nil }
	options := []expr.Option{expr.Function("event", event)}
	for _, f := range exercise.Functions {
		if f.Name == "pow" {
			options = append(options, expr.Function(f.Name, f.Call))
		}
	}
	defer func(f exercise.Function) { exercise.Functions[0] = f }(exercise.Functions[0])
	exercise.Functions[0].Call = event
	rapid.Check(t, func(t *rapid.T) {
		code := expression(t, rapid.IntRange(0, 4).Draw(t, "depth"), rapid.Bool().Draw(t, "truth"), rapid.Bool().Draw(t, "whole"))
		p, err := formula.Compile(code, names, exercise.Builtins, options...)
		if err != nil {
			t.Skip(err) // such as a division of constants by 0
		}
		want, err := formula.Run(p, env)
		require.NoError(t, err, code)
		node, err := formula.Parse(code, names, exercise.Builtins, options...)
		require.NoError(t, err)
		tree, err := tree(node)
		require.NoError(t, err)
		text, err := json.Marshal(tree)
		require.NoError(t, err)
		var handed exercise.Tree
		require.NoError(t, json.Unmarshal(text, &handed))
		require.Equal(t, tree, handed)
		got, err := handed.Evaluate(env)
		require.NoError(t, err, code)
		if n, ok := want.(int); ok {
			want = float64(n)
		}
		if x, ok := want.(float64); ok {
			if math.IsNaN(x) {
				require.True(t, math.IsNaN(got.(float64)), code)
				return
			}
			want = x + 0
			got = got.(float64) + 0 // an integer 0 of the library has no sign
		}
		require.Equal(t, want, got, code)
	})
}
