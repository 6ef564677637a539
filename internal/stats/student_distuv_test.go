package stats

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

// Bounds are those of gonum's distribution, which is not linked for the sake of one function: it
// would bring all of linear algebra along.
func TestStudentAsGonumHasIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		freedom := rapid.OneOf(rapid.Float64Range(0.01, 50), rapid.Float64Range(50, 1e9)).Draw(t, "freedom")
		confidence := rapid.OneOf(rapid.Float64Range(1e-9, 0.999999), rapid.Just(5e-324)).Draw(t, "confidence")
		require.Equal(t, digits(distuv.StudentsT{Sigma: 1, Nu: freedom}.Quantile((1+confidence)/2)), Student(freedom, confidence))
	})
}
