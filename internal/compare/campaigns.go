package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/experiment/table"
	"github.com/csmacd/csmacd/internal/names"
	"github.com/csmacd/csmacd/internal/stats"
	"github.com/csmacd/csmacd/internal/usage"
)

// twoCampaigns holds the differences between two campaigns, point by point.
type twoCampaigns struct {
	Same       bool          `json:"same"` // no difference counts, and both have all points
	Campaigns  [2]campaignOf `json:"campaigns"`
	Confidence float64       `json:"confidence"`
	Axes       []string      `json:"axes"`
	Points     []pointChange `json:"points"`
	Only       [2][]string   `json:"points_of_one_only"`
}

type campaignOf struct {
	Dir      string `json:"dir"`
	Name     string `json:"name"`
	Engine   string `json:"engine"`
	Complete bool   `json:"complete"`
	Censored int    `json:"points_of_finished_work_only,omitempty"` // points with so much unfinished work that their delays are not those of all

	points int
}

// pointChange is a metric at one point of both campaigns. A figure that needs more runs than
// there are is null.
type pointChange struct {
	Point    []string `json:"point"`
	Metric   string   `json:"metric"`
	Test     string   `json:"test"` // paired, welch, none (too few runs)
	NA       int      `json:"n_a"`
	NB       int      `json:"n_b"`
	A        *float64 `json:"a"`
	B        *float64 `json:"b"`
	Change   *float64 `json:"difference"`
	Half     *float64 `json:"half_width"`
	Relative *float64 `json:"relative"`
	Effect   *float64 `json:"effect"`
	P        *float64 `json:"p"`
	Holm     *float64 `json:"p_holm"`
	Counts   bool     `json:"counts"`
	Equal    bool     `json:"equal"` // run by run
}

// runsOf holds the runs of a campaign by point.
type runsOf struct {
	*table.Table
	points []string // in order
	rows   map[string][][]table.Cell
	seed   int
}

const between = "\x00"

func campaigns(a, b string, o Options) (*twoCampaigns, error) {
	t := &twoCampaigns{Confidence: cmp.Or(o.Confidence, DefaultConfidence), Points: []pointChange{}, Only: [2][]string{{}, {}}}
	var r [2]*runsOf
	for i, dir := range []string{a, b} {
		table, err := table.Read(dir, table.Runs)
		if err != nil {
			return nil, err
		}
		t.Campaigns[i] = campaignOf{Dir: dir, Name: table.Name, Engine: table.Engine, Complete: table.Complete}
		if i == 0 {
			t.Axes = axisColumns(table)
		} else if other := axisColumns(table); !slices.Equal(t.Axes, other) {
			return nil, fmt.Errorf("%s varies %s, and %s varies %s: compare campaigns with the same axes", a, names.Some(t.Axes), b, names.Some(other))
		}
		r[i] = byPoint(table)
		t.Campaigns[i].points = len(r[i].points)
		for _, rows := range r[i].rows {
			if r[i].Censored(rows...) {
				t.Campaigns[i].Censored++
			}
		}
	}
	words := o.Metrics
	if words == nil {
		words = usualOf(r[0].Table, r[1].Table)
	}
	for _, word := range words {
		metric, err := names.Pick(strings.TrimSpace(word), "metrics", metricColumns(r[0].Table))
		if err != nil {
			return nil, usage.Errorf("--metric: %w", err)
		}
		if err := t.compare(metric, r[0], r[1]); err != nil {
			return nil, err
		}
	}
	t.judge(r)
	return t, nil
}

// usualOf returns the metrics to look at first on the media of either campaign, as far as
// both have them. If they have none of them in common, it returns those of the first campaign.
func usualOf(a, b *table.Table) (names []string) {
	for _, name := range append(a.Usual(), b.Usual()...) {
		_, inA := a.Find(name)
		_, inB := b.Find(name)
		if inA && inB && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if names == nil {
		return a.Usual()
	}
	return names
}

func axisColumns(t *table.Table) (names []string) { return columnsOf(t, table.AxisColumn) }
func metricColumns(t *table.Table) (names []string) {
	return columnsOf(t, table.MetricColumn)
}

func columnsOf(t *table.Table, kind string) (names []string) {
	for _, col := range t.Columns {
		if col.Kind == kind {
			names = append(names, col.Name)
		}
	}
	return names
}

// byPoint groups the rows of a table by their points.
func byPoint(t *table.Table) *runsOf {
	r := &runsOf{Table: t, rows: map[string][][]table.Cell{}}
	r.seed, _ = t.Find("seed")
	for _, row := range t.Rows {
		var cells []string
		for i, col := range t.Columns {
			if col.Kind == table.AxisColumn {
				cells = append(cells, row[i].Text)
			}
		}
		key := strings.Join(cells, between)
		if r.rows[key] == nil {
			r.points = append(r.points, key)
		}
		r.rows[key] = append(r.rows[key], row)
	}
	return r
}

// compare compares a metric at every point that both campaigns have.
func (t *twoCampaigns) compare(metric string, a, b *runsOf) error {
	ca, _ := a.Find(metric)
	cb, ok := b.Find(metric)
	if !ok {
		return fmt.Errorf("%s has no column %s", t.Campaigns[1].Dir, metric)
	}
	for _, key := range a.points {
		if b.rows[key] == nil {
			continue
		}
		p := pointChange{Point: strings.Split(key, between), Metric: metric}
		p.test(column(a.rows[key], a.seed, ca), column(b.rows[key], b.seed, cb), t.Confidence)
		t.Points = append(t.Points, p)
	}
	return nil
}

// seeded is a value and the seed of its run.
type seeded struct {
	seed  string
	value float64
}

// column returns the values of a metric, without the runs that have none.
func column(rows [][]table.Cell, seed, at int) (list []seeded) {
	for _, row := range rows {
		if !row[at].Missing() {
			list = append(list, seeded{row[seed].Text, row[at].Number})
		}
	}
	return list
}

// test compares the values of a point, as pairs if both sides have exactly the same seeds.
func (p *pointChange) test(a, b []seeded, confidence float64) {
	bySeed := func(x, y seeded) int { return strings.Compare(x.seed, y.seed) }
	slices.SortStableFunc(a, bySeed)
	slices.SortStableFunc(b, bySeed)
	p.NA, p.NB, p.Test = len(a), len(b), "none"
	sameSeed := func(x, y seeded) bool { return x.seed == y.seed }
	paired := slices.EqualFunc(a, b, sameSeed)
	p.Equal = paired && slices.Equal(a, b)
	va, vb := valuesOf(a), valuesOf(b)
	sa, sb := stats.Summarize(va), stats.Summarize(vb)
	p.A, p.B, p.Change = known(sa.Mean), known(sb.Mean), known(sb.Mean-sa.Mean)
	p.Relative = known((sb.Mean - sa.Mean) / math.Abs(sa.Mean))
	var d stats.Difference
	var err error
	if paired {
		d, err = stats.Paired(va, vb)
	} else {
		d, err = stats.Welch(sa, sb)
	}
	if err != nil {
		return
	}
	p.Test = map[bool]string{true: "paired", false: "welch"}[paired]
	p.Change, p.Half, p.Effect, p.P = known(d.Mean), known(d.HalfWidth(confidence)), known(d.Effect), known(d.P)
	p.Relative = known(d.Mean / math.Abs(sa.Mean))
}

func valuesOf(list []seeded) []float64 {
	v := make([]float64, len(list))
	for i := range list {
		v[i] = list[i].value
	}
	return v
}

// known returns a pointer to a finite number, or nil.
func known(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// judge finds which differences count, given all of them, and the points that only one campaign has.
func (t *twoCampaigns) judge(r [2]*runsOf) {
	p := make([]float64, len(t.Points))
	for i := range t.Points {
		p[i] = math.NaN()
		if t.Points[i].P != nil {
			p[i] = *t.Points[i].P
		}
	}
	t.Same = true
	for i, x := range stats.Holm(p) {
		q := &t.Points[i]
		q.Holm = known(x)
		q.Counts = q.Holm != nil && x < 1-t.Confidence
		t.Same = t.Same && !q.Counts && (q.P != nil || q.Equal)
	}
	for i, here := range r {
		for _, key := range here.points {
			if r[1-i].rows[key] == nil {
				t.Only[i] = append(t.Only[i], strings.ReplaceAll(key, between, ", "))
				t.Same = false
			}
		}
	}
}
