package table

import (
	"bytes"
	"encoding/csv"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// What begins like a formula is text in a spreadsheet; numbers stay numbers.
func TestNoCellIsAFormula(t *testing.T) {
	var b bytes.Buffer
	s := NewSheet(&b)
	require.NoError(t, s.Write([]string{"=1+1", "+cmd", "-x", "@A1", "'=1", "-5", "+3e4", "-Inf", "a=b", "'tis", "", "\tx"}))
	s.Flush()
	require.Equal(t, "'=1+1,'+cmd,'-x,'@A1,''=1,-5,+3e4,-Inf,a=b,'tis,,'\tx\n", b.String())
}

// All cells come back as they were.
func TestCellsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		row := rapid.SliceOfN(rapid.StringMatching(`['=+@\t0-9a-]{0,5}`), 2, 6).Draw(t, "row")
		var b bytes.Buffer
		s := NewSheet(&b)
		require.NoError(t, s.Write(slices.Clone(row)))
		s.Flush()
		got, err := csv.NewReader(&b).Read()
		require.NoError(t, err)
		for i, cell := range got {
			if cell != "" && bytes.ContainsRune([]byte("=+-@\t"), rune(cell[0])) {
				require.False(t, formulaLike(cell), cell)
			}
			got[i] = plain(cell)
		}
		require.Equal(t, row, got)
	})
}
