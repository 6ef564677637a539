package explain_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/exit"
	"github.com/csmacd/csmacd/internal/experiment/campaign"
	"github.com/csmacd/csmacd/internal/experiment/keep"
	"github.com/csmacd/csmacd/internal/experiment/metric"
	"github.com/csmacd/csmacd/internal/explain"
	"github.com/csmacd/csmacd/internal/path"
	"github.com/csmacd/csmacd/internal/plot"
	"github.com/csmacd/csmacd/internal/policies"
	"github.com/csmacd/csmacd/internal/profile"
	"github.com/csmacd/csmacd/internal/report"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/series"
	"github.com/csmacd/csmacd/internal/theory"
	"github.com/csmacd/csmacd/internal/turns"
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
)

// holds fails a test unless a name has an explanation of a kind.
func holds(t *testing.T, name string, kinds ...string) {
	t.Helper()
	facts, err := explain.Find(name)
	if !assert.NoError(t, err) {
		return
	}
	assert.True(t, slices.ContainsFunc(facts, func(f explain.Fact) bool { return slices.Contains(kinds, f.Kind) }), "%s is explained, but not as one of %v", name, kinds)
}

// Every property of every object of the schema has an explanation.
func TestEveryKeyOfAScenario(t *testing.T) {
	var root map[string]any
	require.NoError(t, json.Unmarshal(scenario.Schema(), &root))
	keys := 0
	var walk func(any)
	walk = func(n any) {
		switch n := n.(type) {
		case []any:
			for _, v := range n {
				walk(v)
			}
		case map[string]any:
			for name, v := range n {
				if properties, ok := v.(map[string]any); ok && name == "properties" {
					for key := range properties {
						keys++
						holds(t, key, explain.Key)
					}
				}
				walk(v)
			}
		}
	}
	walk(root)
	assert.Greater(t, keys, 200)
	for _, path := range []string{"stations.traffic.kind", "stations[2].traffic.load", "medium.length", "mac.jam", "sweep.axes", "stations.attach.netns", "until.idle", "Stations.Traffic.Size"} {
		holds(t, path, explain.Key)
	}
}

// Every field of a result, and of one of a live run, has an explanation under its full name.
func TestEveryFieldOfAResult(t *testing.T) {
	fields := 0
	var walk func(path string, of reflect.Type)
	walk = func(path string, of reflect.Type) {
		for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice {
			of = of.Elem()
		}
		if of.Kind() != reflect.Struct {
			return
		}
		for i := range of.NumField() {
			f := of.Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name == "-" {
				continue
			}
			if (path == "domains." || path == "links.") && (f.Type.Kind() == reflect.Pointer || name == "throughput_bps") {
				continue // of media that a domain or a link is not, and of the whole network
			}
			if f.Anonymous && name == "" {
				walk(path, f.Type)
				continue
			}
			if name == "" {
				name = f.Name
			}
			fields++
			holds(t, path+name, explain.Field, explain.Counter)
			walk(path+name+".", f.Type)
		}
	}
	walk("", reflect.TypeFor[report.Lived]())
	assert.Greater(t, fields, 100)
	counters := reflect.TypeFor[mac.Counters]()
	for i := range counters.NumField() {
		holds(t, counters.Field(i).Name, explain.Counter)
		holds(t, counters.Field(i).Name, explain.Column)
		facts, _ := explain.Find("stations.counters." + counters.Field(i).Name)
		require.Len(t, facts, 1)
		assert.NotEmpty(t, facts[0].Source, "the clause of %s", counters.Field(i).Name)
	}
}

// So does every key of what the commands print that calculate.
func TestEveryKeyOfACalculation(t *testing.T) {
	for place, types := range map[string][]reflect.Type{
		"path":                      {reflect.TypeFor[path.Report](), reflect.TypeFor[path.Path](), reflect.TypeFor[path.Segment]()},
		"plca":                      {reflect.TypeFor[turns.Report](), reflect.TypeFor[turns.Node]()},
		"backoff.policies":          {reflect.TypeFor[profile.Named](), reflect.TypeFor[profile.Profile]()},
		"backoff.policies.failures": {reflect.TypeFor[profile.Failure]()},
		"backoff.policies.rate":     {reflect.TypeFor[profile.Bin]()},
		"backoff.policies.slots":    {reflect.TypeFor[profile.Slot]()},
		"backoff.policies.peaks":    {reflect.TypeFor[profile.Peak]()},
		"lam":                       {reflect.TypeFor[theory.Answer]()},
		"lam.equilibria":            {reflect.TypeFor[theory.Equilibrium]()},
	} {
		for _, of := range types {
			for i := range of.NumField() {
				if name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ","); name != "" {
					holds(t, place+"."+name, explain.Field)
				}
			}
		}
	}
	var view profile.View
	whole, err := view.JSON("", nil)
	require.NoError(t, err)
	var keys map[string]any
	require.NoError(t, json.Unmarshal(whole, &keys))
	require.Len(t, keys, 8)
	for key := range keys {
		holds(t, "backoff."+key, explain.Field)
	}
	facts, err := explain.Find("pvv_bits")
	require.NoError(t, err)
	require.Len(t, facts, 1)
	assert.Equal(t, "result of csmacd path --json", facts[0].Where)
}

// Every kind of event, every change, every reason and every field of an event has an explanation.
func TestEveryEvent(t *testing.T) {
	for k := range medium.Kind(64) {
		if medium.AllKinds.Has(k) {
			holds(t, k.String(), explain.Event)
		}
	}
	for c := medium.NoChange + 1; !strings.HasPrefix(c.String(), "ChangeKind("); c++ {
		holds(t, c.String(), explain.Change)
	}
	for w := medium.NoReason + 1; !strings.HasPrefix(w.String(), "Why("); w++ {
		holds(t, w.String(), explain.Reason)
	}
	for _, field := range eventFields(t) {
		holds(t, field, explain.Detail)
	}
}

// Every column of a table, policy, theory and exit status has an explanation.
func TestEveryOtherName(t *testing.T) {
	for _, c := range slices.Concat(campaign.RunColumns, campaign.PointColumns) {
		holds(t, c.Name, explain.Column)
	}
	for i := range metric.All {
		holds(t, metric.All[i].Name, explain.Column)
		holds(t, metric.All[i].Name+campaign.HalfWidth, explain.Column)
	}
	for _, c := range slices.Concat(series.Columns, series.FlowColumns) {
		holds(t, c.Name, explain.Column)
	}
	for _, table := range keep.Columns {
		for _, c := range table {
			holds(t, c.Name, explain.Column)
		}
	}
	for _, p := range policies.All() {
		holds(t, p.Name, explain.Policy)
	}
	for _, name := range plot.Theories() {
		holds(t, name, explain.Theory)
	}
	for _, status := range exit.Statuses() {
		holds(t, status, explain.Status)
	}
	for _, term := range []string{"slot", "jam", "late collision", "capture-effect", "Bit time", "bt", "hub", "switch", "bridge", "repeater", "FCS", "octet", "inter-frame gap"} {
		holds(t, term, explain.Term)
	}
}

// A formula is explained as csmacd policies prints it: r is not R, and a series goes on.
func TestFormulasStayAsTheyAre(t *testing.T) {
	for _, p := range policies.All() {
		facts, err := explain.Find(p.Name)
		require.NoError(t, err)
		i := slices.IndexFunc(facts, func(f explain.Fact) bool { return f.Kind == explain.Policy && f.Key == p.Name })
		require.GreaterOrEqual(t, i, 0, p.Name)
		assert.Contains(t, facts[i].Text, p.Formula, p.Name)
		assert.NotContains(t, facts[i].Text, "....", p.Name)
	}
}

// A fact is a sentence, of a known kind, from a page.
func TestFacts(t *testing.T) {
	require.Greater(t, len(explain.All()), 500)
	for _, f := range explain.All() {
		assert.Contains(t, explain.Kinds, f.Kind, f.Key)
		assert.Regexp(t, `[.:)]$`, f.Text, f.Key)
		assert.NotContains(t, f.Text, "](", f.Key)
		assert.NotContains(t, f.Text, "`", f.Key)
		assert.FileExists(t, "../../"+f.Page, f.Key)
		for _, name := range f.See {
			holds(t, name, explain.Term)
		}
	}
	for _, kind := range explain.Kinds {
		assert.GreaterOrEqual(t, len(explain.Names(kind)), 4, kind)
	}
}

// What comes from the name of a field is of that name only, also where several share a row.
func TestNamesOfARow(t *testing.T) {
	for name, unit := range map[string]string{"simulated_ps": "ps", "simulated_bits": "", "medium.backlog_limit": ""} {
		facts, err := explain.Find(name)
		require.NoError(t, err)
		assert.Equal(t, unit, facts[0].Unit, name)
	}
	facts, err := explain.Find("live.hosts.too_long")
	require.NoError(t, err)
	assert.Equal(t, "The too_long of live.hosts.", facts[0].Text)
}

// Bounds are found in each type of a key, and lists have bounds, too.
func TestRanges(t *testing.T) {
	for name, want := range map[string]string{
		"backoff.elapsed": "0 to 1000000000", "medium.users": "1 to 2000000", "mac.persistence": "above 0, up to 1",
		"medium.leg.normal": "2 elements", "medium.stops": "at most 10000 elements",
	} {
		facts, err := explain.Find(name)
		require.NoError(t, err)
		assert.Equal(t, want, facts[0].Range, name)
	}
}

// A column of several tables is explained once, with all of them.
func TestColumnOfSeveralTables(t *testing.T) {
	facts, err := explain.Find("frames_queued")
	require.NoError(t, err)
	assert.True(t, slices.ContainsFunc(facts, func(f explain.Fact) bool {
		return strings.Contains(f.Where, "points.csv") && strings.Contains(f.Where, "stations.csv")
	}))
}

// A name that nobody has gets a suggestion.
func TestUnknownName(t *testing.T) {
	for name, want := range map[string]string{
		"throughptu":        `nothing is called "throughptu": did you mean throughput?`,
		"LateColisions":     `nothing is called "LateColisions": did you mean LateCollisions?`,
		"stations.trafic":   `nothing is called "stations.trafic": did you mean stations.traffic?`,
		"capture":           `nothing is called "capture": did you mean Capture effect?`,
		"offered":           `nothing is called "offered": did you mean Offered load?`,
		"us":                `nothing is called "us": csmacd explain lists the kinds of names`,
		"lab":               `nothing is called "lab": csmacd explain lists the kinds of names`,
		"qqqqqqqqqqqqqqqqq": `nothing is called "qqqqqqqqqqqqqqqqq": csmacd explain lists the kinds of names`,
	} {
		_, err := explain.Find(name)
		require.EqualError(t, err, want)
	}
}
