package series

import (
	"encoding/csv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/phy"
)

// A cell of changes is read as it was written, whatever their texts contain.
func TestChanges(t *testing.T) {
	require.Equal(t, `"1.5s: station: h3, jabber: on; 2s: cut: 100m"`,
		string(AppendChanges(nil, []Change{{1500 * phy.Millisecond, "station: h3, jabber: on"}, {2 * phy.Second, "cut: 100m"}})))
	require.Empty(t, AppendChanges(nil, nil))
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Change {
			return Change{phy.Time(rapid.Int64Range(0, int64(phy.MaxTime)).Draw(t, "at")), rapid.StringMatching(`[a-z":;,{} ]*`).Draw(t, "text")}
		}), 1, 4).Draw(t, "changes")
		cells, err := csv.NewReader(strings.NewReader(string(AppendChanges([]byte("1,"), list)))).Read()
		require.NoError(t, err)
		require.Equal(t, list, ParseChanges(cells[1]))
	})
}
