package formula_test

import (
	"strings"
	"testing"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/types"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/formula"
)

func TestFormula(t *testing.T) {
	names := types.Map{"n": types.Float64, "name": types.String}
	env := map[string]any{"n": 3.0, "name": "A"}
	for code, want := range map[string]any{"500/(n-1)": 250.0, "name + string(int(n))": "A3", "max(n, 5)": 5.0,
		// What the library takes for whole numbers, and is not.
		"min(1, 0.5) == 0": false, "1 != max(0, n / 6)": true, "let x = (n > 9 ? 1 : n); x == 1": false, "(n > 9 ? 1 : n) + 0 == 3": true, "min(0, 0/n/0*n) == 0": true,
	} {
		p, err := formula.Compile(code, names, formula.Functions)
		require.NoError(t, err, code)
		v, err := formula.Run(p, env)
		require.NoError(t, err, code)
		assert.EqualValues(t, want, v, code)
	}
	for code, want := range map[string]string{"m + 1": "unknown name m", "now()": "now", "n +": "unexpected", "map(1..9, #)": "map is not allowed"} {
		_, err := formula.Compile(code, names, formula.Functions)
		require.ErrorContains(t, err, want, code)
		assert.NotContains(t, err.Error(), "\n", code)
	}
}

// What panics, does so as an error.
func TestPanicsAreErrors(t *testing.T) {
	fall := expr.Function("fall", func(...any) (any, error) { panic("down it goes") })
	p, err := formula.Compile("fall()", types.Map{}, nil, fall)
	require.NoError(t, err)
	_, err = formula.Run(p, nil)
	require.Error(t, err)
	assert.True(t, strings.Contains(err.Error(), "down it goes"), err)
	assert.NotContains(t, err.Error(), "\n")
}
