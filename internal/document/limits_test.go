package document

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
)

// A text is crowded if its marks, and not only its octets, are more than the values allowed.
func TestCrowded(t *testing.T) {
	require.False(t, crowded([]byte(",,,"), 3))
	require.True(t, crowded([]byte(",,,,"), 3))
	require.False(t, crowded([]byte(",,,a"), 3))
	for _, mark := range ",:\n[{?" {
		require.True(t, crowded([]byte(string(mark)+string(mark)), 1), "%q", mark)
	}
	require.False(t, crowded([]byte("abc-]}"), 1))
}

func TestLineColumn(t *testing.T) {
	const text = "ab\né x\n"
	for at, want := range map[int][2]int{0: {1, 1}, 1: {1, 2}, 2: {1, 3}, 3: {2, 1}, 5: {2, 2}, 6: {2, 3}, 8: {3, 1}} {
		line, column := LineColumn([]byte(text), at)
		require.Equal(t, want, [2]int{line, column}, at)
	}
}

// The nearest whole number, halves up, and none above the most.
func TestRoundRat(t *testing.T) {
	for s, want := range map[string]int64{"0": 0, "0.49": 0, "0.5": 1, "1.5": 2, "9.4": 9, "10": 10} {
		v, _ := new(big.Rat).SetString(s)
		n, ok := RoundRat(v, 10)
		require.True(t, ok, s)
		require.Equal(t, want, n, s)
	}
	_, ok := RoundRat(big.NewRat(101, 10), 10)
	require.False(t, ok)
}
