package scenario

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/resource"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/store"
	"github.com/csmacd/csmacd/phy"
)

func storeOf(t *testing.T, text string) (*Scenario, *resource.Store) {
	t.Helper()
	s := good(t, text)
	require.Equal(t, "store", s.Kind)
	return s, s.resource.(*resource.Store)
}

// What a store that says next to nothing gets: the article's legs, one row, full jitter.
func TestStoreDefaults(t *testing.T) {
	s, row := storeOf(t, "medium: {kind: store}\nuntil: {idle: true}\nstations: [{count: 10}, {}]")
	require.Equal(t, store.Config{Leg: store.Article}, row.Config)
	net, err := s.Network()
	require.NoError(t, err)
	require.NoError(t, net.Run(phy.Forever))
	r := net.Result()
	require.Equal(t, uint64(11), r.Medium.FramesSent)
	require.Equal(t, "full-jitter", r.Groups[0].Policy)
	require.Len(t, r.Groups, 2)
}

func TestStoreKeys(t *testing.T) {
	const end = "\nduration: 1s\nstations: [{}]"
	for text, want := range map[string]store.Leg{
		"5ms":                              store.Constant(5 * phy.Millisecond),
		"{normal: [10ms, 2ms], abs: true}": store.Article,
		"{normal: [10ms, 0s]}":             store.Normal(10*phy.Millisecond, 0),
		"{uniform: [0s, 1us]}":             store.Uniform(0, phy.Microsecond),
		"{exponential: 3ms}":               store.Exponential(3 * phy.Millisecond),
	} {
		_, row := storeOf(t, "medium: {kind: store, leg: "+text+"}"+end)
		require.Equal(t, want, row.Leg, text)
	}
	_, row := storeOf(t, "medium: {kind: store, leg: {exponential: 3ms, min: 1ms}, rows: group}"+end)
	want := store.Exponential(3 * phy.Millisecond)
	want.Min = phy.Millisecond
	require.Equal(t, want, row.Leg)
	require.Equal(t, store.GroupRow, row.Rows)

	_, row = storeOf(t, "medium: {kind: store}\nduration: 1s\nstations: [{works: 7}, {think: 1s}, {think: 0, works: 2}]")
	require.Equal(t, []uint64{7, 0, 2}, []uint64{row.Groups[0].Works, row.Groups[1].Works, row.Groups[2].Works})
	require.Equal(t, []bool{false, true, false}, []bool{row.Groups[0].Endless, row.Groups[1].Endless, row.Groups[2].Endless})
	require.Equal(t, phy.Second, row.Groups[1].Think)
}

func TestBadStore(t *testing.T) {
	const end = "\nduration: 1s\nstations: [{}]\n"
	for text, want := range map[string]string{
		"medium: {kind: store, legs: 1ms}":                                    `1:23: medium: unknown key "legs": did you mean "leg"? (keys of a medium of kind store: kind, leg, rows)`,
		"medium: {kind: store, leg: 0s}":                                      `1:28: medium.leg: must be more than 0`,
		"medium: {kind: store, leg: 5}":                                       `1:28: medium.leg: 5 has no unit: write it with one, such as 10us, 10ms or 10bt (units: ps, ns, us, ms, s or bt)`,
		"medium: {kind: store, leg: {min: 1ms}}":                              `1:28: medium.leg: is not a distribution: write one of normal, uniform, exponential, such as {normal: [10ms, 2ms], abs: true}`,
		"medium: {kind: store, leg: {normal: 10ms}}":                          `1:37: medium.leg.normal: must be a list of two times: a mean and a standard deviation, such as [10ms, 2ms]`,
		"medium: {kind: store, leg: {uniform: [2ms, 1ms]}}":                   `1:38: medium.leg.uniform: 1ms is less than 2ms: write the least first`,
		"medium: {kind: store, leg: {uniform: [0s, 0s]}}":                     `1:28: medium.leg: takes no time: the times must not all be 0`,
		"medium: {kind: store, leg: {exponential: 1ms, uniform: [1ms, 2ms]}}": `1:42: medium.leg.exponential: uniform already says this: a leg has one distribution`,
		"medium: {kind: store, leg: {exponential: 1ms, abs: true}}":           `1:52: medium.leg.abs: abs needs a normal leg: no other leg has negative draws`,
		"medium: {kind: store, rows: two}":                                    `1:29: medium.rows: "two" is not who shares a row: allowed: one, group`,
		"medium: {kind: store, delay: 1ms}":                                   `1:23: medium: the time that a message takes is called leg: write leg: 10ms, or leg: {normal: [10ms, 2ms], abs: true}`,
	} {
		require.Equal(t, "test.yaml:"+want, bad(t, text+end))
	}
	require.Equal(t, "test.yaml:3:20: stations[0].works: 0 is out of range: it must be 1 to 1000000000\ntest.yaml:3:23: stations[0]: clients of a store have no place: leave at out",
		bad(t, "medium: {kind: store}\nduration: 1s\nstations: [{works: 0, at: 1m}]"))
	require.Equal(t, "test.yaml:2:8: until: the run never becomes idle: the clients of stations[1] make one change after the other for ever (works limits their number); write a duration",
		bad(t, "medium: {kind: store}\nuntil: {idle: true}\nstations: [{}, {name: B, think: 1s}]"))
}

// Every network has the recorded draws from the start.
func TestDraws(t *testing.T) {
	const text = "medium: {kind: store, leg: {uniform: [0s, 10ms]}}\ndraws: d.json\nuntil: {idle: true}\nstations: [{name: A}]"
	asked := ""
	o := Options{ReadDraws: func(path string) (*backoff.Recorded, error) {
		asked = path
		return backoff.NewRecorded(backoff.RecordedDraw{Value: 0.5}, backoff.RecordedDraw{Value: 0.25}, backoff.RecordedDraw{}, backoff.RecordedDraw{Value: 0.1}), nil
	}}
	s, err := Parse("dir/test.yaml", []byte(text), o)
	require.NoError(t, err)
	require.NoError(t, validate([]byte(text)))
	require.Equal(t, filepath.Join("dir", "d.json"), asked)
	for range 2 {
		net, err := s.Network()
		require.NoError(t, err)
		require.NoError(t, net.Run(phy.Forever))
		require.Equal(t, &medium.Store{Calls: 1, CompletionUs: 8500}, net.Result().Medium.Store)
	}

	o.ReadDraws = func(string) (*backoff.Recorded, error) { return nil, errors.New("d.json: torn") }
	_, err = Parse("test.yaml", []byte(text), o)
	require.EqualError(t, err, "test.yaml:2:8: draws: d.json: torn")
	_, err = Parse("test.yaml", []byte(text), Options{})
	require.EqualError(t, err, "test.yaml:2:8: draws: the page, a lab and plot --theory read no such file: use csmacd run")
	_, err = Parse("test.yaml", []byte(text+"\nsweep: {axes: {stations[0].works: [1, 2]}}"), o)
	require.EqualError(t, err, "test.yaml:2:8: draws: recorded draws belong to one run, and a plan makes many: leave out draws, or sweep")
}
