package table

import "slices"

// usual lists, for each kind of medium, a metric that only tables of that kind have, and the metrics to look at
// first.
var usual = []struct {
	mark  string
	names []string
}{
	{"contention_slots", []string{"throughput"}}, // cables
	{"flow_jain", []string{"flow_goodput_bps_sum", "flow_jain"}},
	{"throughput_bps", []string{"throughput_bps", "delay_us_p99"}},
	{"backlog_mean", []string{"throughput"}},
	{"calls", []string{"completion_us", "calls"}},
	{"recovered", []string{"frames_delivered"}},
	{"submitted", []string{"submitted"}},
}

// Usual returns the names of the metrics to look at first, for all kinds of medium in the
// table. There is at least one, unless the table has no metrics.
func (t *Table) Usual() (names []string) {
	has := func(name string) bool {
		i, ok := t.Find(name)
		return ok && t.Columns[i].Kind == MetricColumn
	}
	for _, u := range usual {
		if !has(u.mark) {
			continue
		}
		for _, name := range u.names {
			if has(name) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	if names != nil {
		return names
	}
	// In tables of what is kept of runs, only the values tell the medium.
	for i, c := range t.Columns {
		some := func(row []Cell) bool { return !row[i].Missing() && row[i].Number != 0 }
		if c.Kind == MetricColumn && (names == nil || c.Name == "throughput" && slices.ContainsFunc(t.Rows, some)) {
			names = []string{c.Name}
		}
	}
	return names
}
