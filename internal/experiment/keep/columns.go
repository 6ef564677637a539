package keep

import (
	"fmt"
	"strings"

	"github.com/csmacd/csmacd/internal/experiment/table"
	"github.com/csmacd/csmacd/internal/plan"
	"github.com/csmacd/csmacd/internal/series"
)

// What a plan keeps of each run besides its figures follows them in the run's record,
// table by table, with a list for each row:
//
//	,"series":[[0,10000,41,…],…],"stations":[["A",17,…],…]
//
// A record is written whole or not at all, and so is this part of it.

// Columns holds the columns of the table of each thing that can be kept, without the axes and the
// replication, which are before them.
var Columns = map[string][]table.Column{
	plan.KeepSeries: seriesColumns(),
	plan.KeepHistograms: {
		{Name: "quantity", Text: true, Kind: table.RunColumn, What: "what is counted: access_delay_us, delay_us, collisions_per_frame (of frames sent), backoff_slots (drawn)"},
		{Name: "bin_from", Kind: table.RunColumn, What: "the least value in the bin, in us, collisions or slots"},
		{Name: "bin_to", Kind: table.RunColumn, What: "the least value above the bin"},
		{Name: "bin_count", Kind: table.MetricColumn, What: "number of values in the bin"},
	},
	plan.KeepCapture: captureColumns,
	plan.KeepFlows:   flowColumns,
	plan.KeepStations: {
		{Name: "station", Text: true, Kind: table.RunColumn, What: "its name"},
		{Name: "frames_offered", Unit: "frames", Kind: table.MetricColumn, What: "frames that were added to its queue"},
		{Name: "frames_sent", Unit: "frames", Kind: table.MetricColumn, What: "frames that it sent and that met no collision in their last attempt"},
		{Name: "frames_delivered", Unit: "frames", Kind: table.MetricColumn, What: "frames sent that their addressees received whole"},
		{Name: "frames_dropped", Unit: "frames", Kind: table.MetricColumn, What: "frames that it discarded"},
		{Name: "frames_queued", Unit: "frames", Kind: table.MetricColumn, What: "frames that waited when the run ended"},
		{Name: "octets_delivered", Unit: "octets", Kind: table.MetricColumn, What: "octets of its frames delivered, from destination address to FCS"},
		{Name: "collisions_sent", Kind: table.MetricColumn, What: "collisions of the frames sent"},
		{Name: "access_delay_us_mean", Unit: "us", Kind: table.MetricColumn, What: "mean time from the head of the queue to the last bit sent"},
		{Name: "access_delay_us_max", Unit: "us", Kind: table.MetricColumn, What: "greatest time from the head of the queue to the last bit sent"},
	},
}

// seriesColumns returns [series.Columns] as columns of a table.
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

// Key returns the part of a run's address that says what is kept of it, and from when on. It is "" if
// only figures are kept, from the beginning or from the end of the scenario's own warm-up.
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
