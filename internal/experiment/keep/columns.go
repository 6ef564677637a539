package keep

import (
	"fmt"
	"strings"

	"github.com/csmacd/csmacd/internal/experiment/table"
	"github.com/csmacd/csmacd/internal/plan"
	"github.com/csmacd/csmacd/internal/series"
)

// What a plan keeps of each run besides its figures stands behind them in the run's record,
// table by table, a list a row:
//
//	,"series":[[0,10000,41,…],…],"stations":[["A",17,…],…]
//
// So whatever holds for records holds for it: a run is kept whole or not at all.

// Columns are those of the table of each thing that can be kept, behind the axes and the
// replication.
var Columns = map[string][]table.Column{
	plan.KeepSeries: seriesColumns(),
	plan.KeepHistograms: {
		{Name: "quantity", Text: true, Kind: table.RunColumn, What: "what is counted: access_delay_us, delay_us, collisions_per_frame (of frames sent), backoff_slots (drawn)"},
		{Name: "bin_from", Kind: table.RunColumn, What: "the least that is in the bin, in us or collisions or slots"},
		{Name: "bin_to", Kind: table.RunColumn, What: "the least above it that is not"},
		{Name: "bin_count", Kind: table.MetricColumn, What: "how many were in the bin"},
	},
	plan.KeepCapture: captureColumns,
	plan.KeepStations: {
		{Name: "station", Text: true, Kind: table.RunColumn, What: "its name"},
		{Name: "frames_offered", Unit: "frames", Kind: table.MetricColumn, What: "frames that came to its queue"},
		{Name: "frames_sent", Unit: "frames", Kind: table.MetricColumn, What: "frames that it sent without a collision at last"},
		{Name: "frames_delivered", Unit: "frames", Kind: table.MetricColumn, What: "of those, frames that whom they were for received whole"},
		{Name: "frames_dropped", Unit: "frames", Kind: table.MetricColumn, What: "frames that it discarded"},
		{Name: "frames_queued", Unit: "frames", Kind: table.MetricColumn, What: "frames that waited when the run ended"},
		{Name: "octets_delivered", Unit: "octets", Kind: table.MetricColumn, What: "octets of its frames delivered, from destination address to FCS"},
		{Name: "collisions_sent", Kind: table.MetricColumn, What: "collisions that the frames sent had met"},
		{Name: "access_delay_us_mean", Unit: "us", Kind: table.MetricColumn, What: "mean of the time from the head of the queue to the last bit sent"},
		{Name: "access_delay_us_max", Unit: "us", Kind: table.MetricColumn, What: "greatest of it"},
	},
}

// seriesColumns are those of [series.Columns].
func seriesColumns() (list []table.Column) {
	for _, c := range series.Columns {
		kind := table.MetricColumn
		if c.Place {
			kind = table.RunColumn
		}
		list = append(list, table.Column{Name: c.Name, Unit: c.Unit, Kind: kind, What: c.What})
	}
	return list
}

// Key stands for what is kept of runs, and from when on, in their addresses: "" where
// that is their figures alone, since the beginning or a warm-up of the scenario's own.
func Key(plan *plan.Sweep) string {
	var b strings.Builder
	for _, name := range plan.Keep {
		b.WriteString(name)
		for _, c := range Columns[name] {
			b.WriteString("," + c.Name)
		}
		b.WriteByte(';')
	}
	if plan.Interval > 0 {
		fmt.Fprintf(&b, "interval=%d;", plan.Interval)
	}
	if plan.SteadyOf != "" {
		fmt.Fprintf(&b, "mser-5=%s;", plan.SteadyOf)
	}
	return b.String()
}
