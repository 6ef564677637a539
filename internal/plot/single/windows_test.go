package single

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/figure"
	"github.com/csmacd/csmacd/medium"
)

func TestWindows(t *testing.T) {
	r := &medium.Result{}
	_, err := Windows(r)
	require.ErrorIs(t, err, figure.ErrNothing)

	list := []medium.Window{{OK: 99}, {OK: 20, TimedOut: 40}}
	r.Medium.Server = &medium.Server{Windows: list}
	f, err := Windows(r)
	require.NoError(t, err)
	require.Len(t, f.Panels, 1)
	require.Equal(t, []float64{0, 5e6, 10e6}, f.Panels[0].Series[0].X)
	require.Equal(t, []float64{99, 20, 20}, f.Panels[0].Series[0].Y) // the last step as long as the others
	require.Equal(t, []float64{0, 40, 40}, f.Panels[0].Series[1].Y)

	r.Groups = []medium.GroupResult{
		{Name: "a", Policy: "fixed", Server: &medium.Server{Windows: list}},
		{Name: "b", Policy: "b", Server: &medium.Server{Windows: list}},
	}
	f, err = Windows(r)
	require.NoError(t, err)
	require.Equal(t, []string{"a: fixed", "b"}, []string{f.Panels[0].Title, f.Panels[1].Title})
	var b bytes.Buffer
	require.NoError(t, f.Write(&b, "svg"))
	require.Contains(t, b.String(), "answered")
}
