package report_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/report"
	"github.com/csmacd/csmacd/internal/run"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// atOnce is what the standard library writes of a result as a whole.
func atOnce(t *testing.T, v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	require.NoError(t, e.Encode(v))
	return b.String()
}

func sameJSON(t *testing.T, r *medium.Result) {
	var b bytes.Buffer
	require.NoError(t, report.JSON(&b, r))
	require.Equal(t, atOnce(t, r), b.String())
	b.Reset()
	l := report.Lived{Result: r, Live: *lived()}
	require.NoError(t, report.JSON(&b, l))
	require.Equal(t, atOnce(t, l), b.String())
}

// Station by station or at once: the same octets, of every lesson, for its first 50 ms.
func TestJSONIsTheStandardLibrarys(t *testing.T) {
	files, err := filepath.Glob("../../testdata/scenarios/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		s, err := scenario.Parse(file, text, scenario.Options{ReadTimes: run.ReadTimes})
		require.NoError(t, err, file)
		net, err := s.Network()
		require.NoError(t, err, file)
		_ = net.Run(50 * phy.Millisecond)
		sameJSON(t, net.Result())
		net.Release()
	}
	odd := &medium.Result{Scenario: "<a> & \"b\"\n \"stations\": null", Groups: []medium.GroupResult{{Name: "\n \"stations\": null"}}}
	sameJSON(t, odd)
	odd.Stations = []medium.Station{}
	sameJSON(t, odd)
	odd.Stations = []medium.Station{{Name: "<\n>"}, {Name: "b", CollisionsPerFrame: []uint64{1, 2}}}
	sameJSON(t, odd)
}

// pieces writes nothing, and tells how long the longest piece was.
type pieces int

func (p *pieces) Write(b []byte) (int, error) {
	*p = max(*p, pieces(len(b)))
	return len(b), nil
}

// However many stations there are, a few at a time are held as text.
func TestJSONIsStreamed(t *testing.T) {
	r := &medium.Result{}
	for i := range 10_000 {
		r.Stations = append(r.Stations, medium.Station{Name: fmt.Sprint(i)})
	}
	var p pieces
	require.NoError(t, report.JSON(&p, r))
	assert.LessOrEqual(t, int(p), 64<<10)
	assert.Less(t, testing.AllocsPerRun(1, func() { require.NoError(t, report.JSON(io.Discard, r)) }), 100_000.0)

	assert.ErrorIs(t, report.JSON(full{}, r), io.ErrShortWrite)
}

// full is a disk that is full.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }
