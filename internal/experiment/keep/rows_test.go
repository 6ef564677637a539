package keep

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/experiment/record"
	"github.com/csmacd/csmacd/internal/plan"
	"github.com/csmacd/csmacd/internal/series"
)

// Rows with any content are read as they were written. Rows that are cut short, or have more
// behind them, are an error.
func TestRowsAreReadAgain(t *testing.T) {
	names := []string{plan.KeepHistograms, plan.KeepStations}
	rapid.Check(t, func(t *rapid.T) {
		var kept []byte
		want := map[string][][]string{}
		for _, name := range names {
			kept = append(kept, `,"`+name+`":[`...)
			n := rapid.IntRange(0, 3).Draw(t, "rows")
			for range n {
				text := rapid.StringOf(rapid.RuneFrom([]rune(`a"\,][{}é `))).Draw(t, "text")
				values := rapid.SliceOfN(rapid.Float64(), len(Columns[name])-1, len(Columns[name])-1).Draw(t, "values")
				kept = appendRow(kept, &text, values...)
				row := []string{text}
				for _, v := range values {
					row = append(row, string(series.AppendCell(nil, v)))
				}
				want[name] = append(want[name], row)
			}
			if n > 0 {
				kept = kept[:len(kept)-1]
			}
			kept = append(kept, ']')
		}
		got := map[string][][]string{}
		collect := func(table string, cells []string) error {
			got[table] = append(got[table], append([]string(nil), cells...))
			return nil
		}
		require.NoError(t, Each(string(kept), names, collect))
		require.Equal(t, want, got)
		cut := rapid.IntRange(0, len(kept)-1).Draw(t, "cut")
		require.ErrorIs(t, Each(string(kept[:cut]), names, collect), record.ErrStrange)
		require.ErrorIs(t, Each(string(kept)+"x", names, collect), record.ErrStrange)
	})
}
