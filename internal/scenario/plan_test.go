package scenario

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/plan"
)

// swept puts a plan beside a group of saturated stations.
func swept(plan string) string {
	return `
name: base
duration: 10ms
medium: {length: 500m}
stations:
  - {count: 2, spacing: 1m, traffic: {kind: saturated, size: 64}}
sweep:
` + plan
}

// planOf parses a scenario whose plan must be right.
func planOf(t *testing.T, plan string) *plan.Sweep {
	t.Helper()
	s := good(t, swept(plan))
	require.NotNil(t, s.Sweep)
	_, err := CheckPlan(s.Sweep, Options{})
	require.NoError(t, err)
	return s.Sweep
}

// badPlan returns what is said about a plan, by the reader or at its points.
func badPlan(t *testing.T, plan string) string {
	t.Helper()
	s, err := Parse("test.yaml", []byte(swept(plan)), Options{})
	if err == nil {
		_, err = CheckPlan(s.Sweep, Options{})
	}
	require.IsType(t, document.Problems{}, err, plan)
	return err.Error()
}

func labels(s *plan.Sweep) string {
	var list []string
	for i := range s.Points() {
		p := s.Point(i)
		list = append(list, p.Label)
	}
	return strings.Join(list, "; ")
}

// Axes are crossed in the order of the file, the last one changing first.
func TestSweepCrosses(t *testing.T) {
	s := planOf(t, `
  axes: {stations[0].count: [2, 5], stations[0].traffic.size: [64, 512, 1518]}
  replications: 20
`)
	assert.Equal(t, "base", s.Name)
	assert.Equal(t, 20, s.Replications)
	assert.False(t, s.CommonSeeds)
	assert.Equal(t, "count=2, size=64; count=2, size=512; count=2, size=1518; count=5, size=64; count=5, size=512; count=5, size=1518", labels(s))
	p := s.Point(4)
	assert.Equal(t, "stations[0].count=5,stations[0].traffic.size=512", p.Key)
	assert.Equal(t, []string{"5", "512"}, p.Cells)
	assert.Equal(t, "octets", s.Axes[1].Unit)
	at, err := At(s, &p, 77, Options{})
	require.NoError(t, err)
	assert.Len(t, at.Config.Stations, 5)
	assert.Equal(t, uint64(77), at.Config.Seed)
	least, most := at.Config.Stations[0].Traffic[0].Size.Range()
	assert.Equal(t, []int{512, 512}, []int{least, most})
	assert.Nil(t, at.Sweep)
}

func TestSweepValues(t *testing.T) {
	for plan, want := range map[string]string{
		"{from: 2, to: 10, step: 2}":                 "2 4 6 8 10",
		"{from: 2, to: 9, step: 3}":                  "2 5 8",
		"{from: 2, to: 128, factor: 2}":              "2 4 8 16 32 64 128",
		"{values: [3, 4]}":                           "3 4",
		"[2]":                                        "2",
		"{from: 1, to: 1, step: 1}":                  "1",
		"{from: 100000, to: 1000000, factor: 10}":    "100000 1000000",
		"{from: 1, to: 100, factor: 2.5}":            "1 2.5 6.25 15.625 39.0625 97.65625",
		"{from: 0.1, to: 0.5, step: 0.1}":            "0.1 0.2 0.3 0.4 0.5",
		"{from: 1m, to: 3m, step: 1m}":               "1m 2m 3m",
		"{from: 1, to: 3, step: 1, unit: m}":         "1m 2m 3m",
		"{from: 0, to: 20m, step: 10m}":              "0m 10m 20m",
		"{values: [1, 2.5], unit: us}":               "1us 2.5us",
		"[beb, {policy: uniform, k: 8}, [1, 2]]":     "beb {policy: uniform, k: 8} [1, 2]",
		"{from: 1, to: 2, factor: 1.1}":              "1 1.1 1.21 1.331 1.4641 1.61051 1.771561 1.9487171",
		"{from: 0.000001, to: 0.00001, factor: 3.3}": "0.000001 0.0000033",
	} {
		s, err := Parse("x", []byte(swept("  axes: {a.b: "+plan+"}")), Options{})
		require.NoError(t, err, plan)
		var got []string
		for _, v := range s.Sweep.Axes[0].Values {
			got = append(got, v.Text)
		}
		assert.Equal(t, want, strings.Join(got, " "), plan)
	}
}

// An axis of numbers of one unit is a column of numbers; any other is text.
func TestSweepColumns(t *testing.T) {
	s := planOf(t, `
  axes:
    medium.length: [500m, 1500m]
    duration: [1ms, 2s]
    backoff: [beb, {policy: uniform, k: 8}]
    waiting: {path: stations[0].queue, values: [10, 20]}
    stations[0].mac.jam: [32bt]
    stations[0].traffic.size: [64]
`)
	type column struct {
		name, unit, cell string
		text             bool
	}
	var got []column
	p := s.Point(s.Points() - 1)
	for i, a := range s.Axes {
		got = append(got, column{a.Name, a.Unit, p.Cells[i], a.Text})
	}
	assert.Equal(t, []column{
		{"length", "m", "1500", false},
		{"duration", "", "2s", true},
		{"backoff", "", "{policy: uniform, k: 8}", true},
		{"waiting", "frames", "20", false},
		{"jam", "bt", "32", false},
		{"size", "octets", "64", false},
	}, got)
}

// Where last parts are the same, the whole path is the name.
func TestSweepNames(t *testing.T) {
	s := good(t, `
duration: 1ms
stations: [{name: A, traffic: {kind: saturated}}, {name: B, traffic: {kind: saturated}}]
sweep: {name: two, axes: {"stations[0].traffic.size": [64], "stations[1].traffic.size": [64, 65]}, seeds: common}
`).Sweep
	assert.Equal(t, []string{"stations_0_traffic_size", "stations_1_traffic_size"}, []string{s.Axes[0].Name, s.Axes[1].Name})
	assert.Equal(t, "two", s.Name)
	assert.True(t, s.CommonSeeds)
}

func TestSweepZip(t *testing.T) {
	s := planOf(t, `
  axes: {count: {path: stations[0].count, values: [2, 3]}, stations[0].traffic.size: [64, 65], spacing: {path: stations[0].spacing, values: [7m, 8m]}}
  zip: [spacing, count]
`)
	assert.Equal(t, "count=2, size=64, spacing=7m; count=2, size=65, spacing=7m; count=3, size=64, spacing=8m; count=3, size=65, spacing=8m", labels(s))
	s = planOf(t, `
  axes: {stations[0].count: [2, 3], stations[0].traffic.size: [64, 65], stations[0].spacing: [7m, 8m], stations[0].queue: [1, 2]}
  zip: [[count, size], [queue, stations[0].spacing]]
`)
	assert.Equal(t, 4, s.Points())
}

func TestSweepDerive(t *testing.T) {
	s := planOf(t, `
  axes: {stations[0].count: [2, 4], p: {path: backoff, values: [beb, linear]}}
  derive:
    stations[0].spacing: {expr: 500/(count-1), unit: m}
    stations[0].traffic.size: 'spacing > 300 ? 100 : 60 + count'
    stations[0].name: '"x" + p + "%d"'
    stations[0].mac: '"{attempt_limit: " + string(int(count)) + "}"'
`)
	p := s.Point(2)
	assert.Equal(t, []string{"166.666666667", "64", "xbeb%d", "{attempt_limit: 4}"}, p.Derived)
	at, err := At(s, &p, 1, Options{})
	require.NoError(t, err)
	last := at.Config.Stations[3]
	assert.Equal(t, "xbeb3", last.Name)
	assert.Equal(t, 4, last.Params.AttemptLimit)
	assert.Equal(t, "m", s.Derived[0].Unit)
	assert.True(t, s.Derived[2].Text)
}

// A policy that is written shortly can still be varied by its parts.
func TestSweepPolicy(t *testing.T) {
	s := good(t, "backoff: beb\n"+around("- {traffic: {kind: saturated}}\n")+"sweep: {axes: {backoff.policy: [beb, linear]}}").Sweep
	_, err := CheckPlan(s, Options{})
	require.NoError(t, err)
	s = good(t, "backoff: beb\n"+around("- {traffic: {kind: saturated}}\n")+"sweep: {axes: {backoff.limit: [3, 4]}}").Sweep
	_, err = CheckPlan(s, Options{})
	require.NoError(t, err)
}

// What is wrong is said with its place in the file, whether the plan itself is wrong, a
// path leads nowhere, or a value is none.
func TestSweepProblems(t *testing.T) {
	for plan, want := range map[string]string{
		"  {}": "test.yaml:8:3: sweep: axes are missing",
		"  axes: {stations[0].trafic.size: [64]}":                                    `test.yaml:8:10: stations[0]: unknown key "trafic": did you mean "traffic"?`,
		"  axes: {stations[1].count: [3]}":                                           "test.yaml:8:10: sweep.axes.stations[1].count: there is 1 item of stations, numbered from 0",
		"  axes: {stations[0].count: [3, 1.5]}":                                      `test.yaml:8:33: stations[0].count: "1.5" is not a whole number: write digits, from 1 to 2000000 (at count=1.5)`,
		"  axes: {stations.count: [3]}":                                              "test.yaml:8:10: sweep.axes.stations.count: stations is a list",
		"  axes: {name.x: [3]}":                                                      "test.yaml:8:10: sweep.axes.name.x: name cannot be varied",
		"  axes: {seed: [3]}":                                                        "test.yaml:8:10: sweep.axes.seed: seed cannot be varied: seeds follow from the plan",
		"  axes: {'a[x]': [3]}":                                                      `"a[x]" is not a path`,
		"  axes: {stations[0].count: [3, 3]}":                                        "test.yaml:8:33: sweep.axes.stations[0].count[1]: the value 3 is listed twice",
		"  axes: {stations[0].count: [3, 3.0]}":                                      "the value 3.0 is listed twice",
		"  axes: {stations[0].count: 3}":                                             "the values of an axis are a list",
		"  axes: {stations[0].count: []}":                                            "there are no values",
		"  axes: {stations[0].count: [~]}":                                           "has no value",
		"  axes: {stations[0].count: {from: 1, to: 3}}":                              "step or factor is missing",
		"  axes: {stations[0].count: {from: 1, step: 3}}":                            "a range has from and to",
		"  axes: {stations[0].count: {form: 1, to: 2, step: 3}}":                     `unknown key "form": did you mean "from"?`,
		"  axes: {stations[0].count: {from: 5, to: 2, step: 3}}":                     "the range ends before it begins",
		"  axes: {stations[0].count: {from: 1, to: 2, step: 0}}":                     "must be more than 0",
		"  axes: {stations[0].count: {from: 1, to: 2, factor: 1}}":                   "must be more than 1",
		"  axes: {stations[0].count: {from: 0, to: 2, factor: 2}}":                   "must be more than 0 in a range with a factor",
		"  axes: {stations[0].count: {from: 1, to: 20m, step: 1}}":                   "the range has two units",
		"  axes: {stations[0].count: {from: x, to: 2, step: 1}}":                     `"x" is not a number`,
		"  axes: {stations[0].count: {from: 1, to: 100000000, step: 1}}":             "more than 1000000 values",
		"  axes: {a: {path: stations[0].count}}":                                     "values are missing",
		"  axes: {a b: {path: stations[0].count, values: [1]}}":                      "is not a name for a column",
		"  axes: {a: {path: b, values: [1]}, c: {path: b, values: [1]}}":             "b is varied already (line 8, column 20)",
		"  axes: {a: {values: [x], unit: m}}":                                        "is not a plain number, to which the unit m",
		"  axes: {a: {values: [1], unit: 7}}":                                        `"7" is not a unit`,
		"  axes: {stations[0].count: [2]}\n  zip: [count]":                           "a list of at least two",
		"  axes: {stations[0].count: [2]}\n  zip: [count, conut]":                    `"conut" is not an axis: did you mean "count"?`,
		"  axes: {stations[0].count: [2]}\n  zip: [count, count]":                    "is listed twice",
		"  axes: {a: [2], b: [1, 2]}\n  zip: [a, b]":                                 "b has 2 values and a has 1",
		"  axes: {stations[0].count: [2]}\n  derive: {a: 500/(conut-1)}":             `test.yaml:9:15: sweep.derive.a: "500/(conut-1)" is not an expression over count: unknown name conut`,
		"  axes: {stations[0].count: [2, 1]}\n  derive: {a: 5/(count-1)}":            "its value is not a finite number (+Inf) (at count=1)",
		"  axes: {stations[0].count: [1, 2]}\n  derive: {a: 5/(count-1)}":            "its value is not a finite number (+Inf) (at count=1)",
		"  axes: {stations[0].count: [1]}\n  derive: {a: 5 % int(count-1)}":          "sweep.derive.a: division by zero (at count=1)",
		"  axes: {stations[0].count: [2]}\n  derive: {a: now()}":                     "unknown name now",
		"  axes: {stations[0].count: [2]}\n  derive: {a: 'count > 1'}":               "its value must be a number or a text",
		"  axes: {stations[0].count: [2]}\n  derive: {stations[0].queue: count/4}":   `stations[0].queue: "0.5" is not a whole number`,
		"  axes: {a: [2]}\n  replications: 0":                                        "must be 1 to 1000000",
		"  axes: {a: [2]}\n  seeds: comon":                                           `"comon" is not a choice of seeds: did you mean "common"?`,
		"  axes: {a: [2]}\n  precision: 1":                                           "csmacd sweep FILE --precision",
		"  axes: {a: {from: 1, to: 2000, step: 1}, b: {from: 1, to: 2000, step: 1}}": "more than 1000000 points",
		"  axes: {medium.kind: [bus, star]}":                                         "(at kind=star)",
		"  axes: {medium.length: [500m, 0.5m]}":                                      "this is beyond the end of the cable, which is 0.5m long (at length=0.5m)",
	} {
		assert.Contains(t, badPlan(t, plan), want, plan)
	}
}

// The base is run without its plan, which must be right all the same.
func TestBaseHasNoSweep(t *testing.T) {
	s := good(t, swept("  axes: {stations[0].count: [7]}"))
	assert.Len(t, s.Config.Stations, 2)
	assert.Contains(t, bad(t, "axes: {a: [1]}\n"+around("- {}")), "axes belong in sweep")
}

// What a plan is written out as comes to the same plan.
func TestSweepIsWritten(t *testing.T) {
	s, err := Parse("dir/x.yaml", []byte(swept(`
  axes: {stations[0].count: [2, 5], backoff: [beb, {policy: uniform, k: 8}], l: {path: medium.length, from: 500m, to: 700m, step: 100m}}
  zip: [count, backoff]
  derive: {stations[0].spacing: {expr: 100/(count-1), unit: m}}
`)), Options{Set: []string{"stations[0].traffic.size=99", "sweep.replications=3", "seed=5"}})
	require.NoError(t, err)
	text, err := s.Sweep.Plan()
	require.NoError(t, err)
	again, err := ParsePlan("plan.yaml", text)
	require.NoError(t, err, string(text))
	assert.Equal(t, labels(s.Sweep), labels(again))
	assert.Equal(t, 3, again.Replications)
	assert.Equal(t, uint64(5), again.Seed)
	assert.Equal(t, "base", again.Name)
	for i := range s.Sweep.Points() {
		a, b := s.Sweep.Point(i), again.Point(i)
		assert.Equal(t, string(s.Sweep.Text(&a)), string(again.Text(&b)))
		assert.Equal(t, a.Key, b.Key)
		assert.Equal(t, a.Derived, b.Derived)
		assert.Contains(t, string(again.Text(&b)), `"size":99`)
	}
}

// The text of a point says all that makes a difference, and nothing else.
func TestSweepText(t *testing.T) {
	at := func(text string) string {
		s, err := Parse("x", []byte(text), Options{})
		require.NoError(t, err)
		p := s.Sweep.Point(0)
		return string(s.Sweep.Text(&p))
	}
	base := "seed: 3\nduration: 1s\nstations: [{count: 2, traffic: {kind: saturated}}]\n"
	is := at(base + "sweep: {axes: {stations[0].count: [4]}}")
	assert.Equal(t, is, at("# comment\nname: y\n"+base+"sweep: {name: z, axes: {stations[0].count: [4, 5]}, replications: 9}"))
	assert.Equal(t, is, at(strings.ReplaceAll(base, "2", "4")+"sweep: {axes: {duration: [1s]}}"))
	assert.NotEqual(t, is, at(base+"sweep: {axes: {stations[0].count: [5]}}"))
	assert.Equal(t, `{"duration":"1s","stations":[{"count":4,"traffic":{"kind":"saturated",},},],}`, is)
}

func BenchmarkSweepCheck(b *testing.B) {
	s, err := Parse("x", []byte(swept("  axes: {stations[0].count: {from: 2, to: 401, step: 1}, stations[0].traffic.size: [64, 512, 1518]}\n  derive: {stations[0].spacing: {expr: 500/(count-1), unit: m}}")), Options{})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := CheckPlan(s.Sweep, Options{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*s.Sweep.Points()), "us/point")
}

// FuzzSweep holds a plan to what the reader promises of scenarios, and its points to one
// more: what Check takes, Scenario does.
func FuzzSweep(f *testing.F) {
	f.Add("  axes: {stations[0].count: [2, 5], stations[0].traffic.size: [64]}\n  zip: [count, size]")
	f.Add("  axes: {n: {path: stations[0].count, from: 2, to: 8, factor: 1.5}}\n  derive: {stations[0].spacing: {expr: 500/(n-1), unit: m}}")
	f.Add("  axes: {backoff.policy: [beb, linear], medium: [{kind: star, delay: 1us}]}\n  seeds: common")
	f.Add("  axes: {duration: {from: 0, to: 2s, step: 1s}}\n  derive: {a.b: '\"{\" + string(duration)'}")
	f.Fuzz(func(t *testing.T, plan string) {
		small := limits{Limits: document.Limits{Nodes: 2000, Depth: 20}, stations: 500, attached: 20, frames: 100, sizes: 100}
		s, err := parse("fuzz.yaml", []byte(swept(plan)), Options{}, small)
		if err != nil || s.Sweep == nil || s.Sweep.Points() > 50 {
			return
		}
		text, werr := s.Sweep.Plan()
		if werr != nil {
			t.Fatal(werr)
		}
		if again, err := ParsePlan("again.yaml", text); err != nil || labels(again) != labels(s.Sweep) {
			t.Fatalf("%v\n%s", err, text)
		}
		_, err = checkPlan(s.Sweep, Options{}, small)
		for i := range s.Sweep.Points() {
			p := s.Sweep.Point(i)
			s.Sweep.Text(&p)
			if e := readAt(s.Sweep, &p, Options{}, small).Problems.Err(); e != nil && err == nil {
				t.Fatal(e)
			}
		}
	})
}

// Values may have names: tables and expressions have those, and seeds follow from the values.
// Of axes that go together a value may stand twice, if the others then differ.
func TestSweepNamedValues(t *testing.T) {
	s := planOf(t, `
  axes:
    cable: {path: medium, values: {short: {length: 50m}, long: {length: 500m}, longer: {length: 1km}}}
    end: {path: until, values: [{frames_sent: 5}, {frames_sent: 9}, {frames_sent: 9}]}
    backoff: {values: {polite: {policy: uniform, k: 100}, 802.3: beb}}
  zip: [cable, end]
  derive: {stations[0].count: 'cable == "short" ? 2 : 4'}
`)
	assert.Equal(t, 6, s.Points())
	p := s.Point(5)
	assert.Equal(t, []string{"longer", "{frames_sent: 9}", "802.3"}, p.Cells)
	assert.Equal(t, "cable=longer, end={frames_sent: 9}, backoff=802.3", p.Label)
	assert.Equal(t, "medium={length: 1km},until={frames_sent: 9},backoff=beb", p.Key)
	assert.Equal(t, []string{"4"}, p.Derived)
	at, err := At(s, &p, 1, Options{})
	require.NoError(t, err)
	assert.Equal(t, uint64(9), at.Config.Until.FramesSent)
	written, err := s.Plan()
	require.NoError(t, err)
	again, err := ParsePlan("plan.yaml", written)
	require.NoError(t, err)
	assert.Equal(t, s.Point(5), again.Point(5), "a plan that is written is the same")

	for plan, want := range map[string]string{
		"axes: {backoff: {values: {a: beb, b: beb}}}":                                    "the value beb is listed twice",
		"axes: {backoff: {values: {a: beb, b: }}}":                                       "b has no value: write one",
		"axes: {backoff: {values: {}}}":                                                  "the values of an axis are a list",
		"axes: {duration: {values: {a: 1}, unit: ms}}":                                   "values with names cannot have a unit",
		"axes: {seed_of: {path: backoff, values: {a: beb, b: bebb}}}":                    "(at seed_of=b)",
		"axes: {backoff: [beb, beb], duration: [1ms, 1ms]}\n  zip: [backoff, duration]":  "the values beb, 1ms are combined twice",
		"axes: {backoff: [beb, beb], duration: [1ms, 2ms]}\n  zip: [backoff, durations]": `"durations" is not an axis`,
	} {
		got := badPlan(t, "  "+plan+"\n")
		assert.Contains(t, got, want)
		assert.Equal(t, strings.Contains(want, "twice"), strings.Contains(got, "twice"), got)
	}
}
