package keep

import (
	"math"

	"github.com/csmacd/csmacd/internal/experiment/table"
	"github.com/csmacd/csmacd/medium"
)

// flowColumns are the columns of flows.csv.
var flowColumns = []table.Column{
	{Name: "flow", Text: true, Kind: table.RunColumn, What: "its name, such as pc/1"},
	{Name: "octets", Unit: "octets", Kind: table.MetricColumn, What: "octets to transfer"},
	{Name: "octets_received", Unit: "octets", Kind: table.MetricColumn, What: "octets that the receiving application has had"},
	{Name: "started_us", Unit: "us", Kind: table.MetricColumn, What: "when the sender asked for the connection"},
	{Name: "time_us", Unit: "us", Kind: table.MetricColumn, What: "time from then until the receiver had the last octet; none if the run ended before"},
	{Name: "goodput_bps", Unit: "b/s", Kind: table.MetricColumn, What: "bits received per second, up to the end of the flow or of the run"},
	{Name: "rtt_us_p50", Unit: "us", Kind: table.MetricColumn, What: "median of its round trips"},
	{Name: "rtt_us_p95", Unit: "us", Kind: table.MetricColumn, What: "95th percentile of its round trips"},
	{Name: "rtt_us_p99", Unit: "us", Kind: table.MetricColumn, What: "99th percentile of its round trips"},
	{Name: "rtt_us_max", Unit: "us", Kind: table.MetricColumn, What: "its longest round trip"},
	{Name: "retransmissions", Kind: table.MetricColumn, What: "segments sent again"},
	{Name: "timeouts", Kind: table.MetricColumn, What: "timeouts of its retransmission timer"},
	{Name: "out_of_order", Kind: table.MetricColumn, What: "segments that arrived while one before them was missing"},
	{Name: "discarded", Kind: table.MetricColumn, What: "its segments, acknowledgements included, that a station gave up after too many collisions"},
	{Name: "discard_timeouts", Kind: table.MetricColumn, What: "timeouts of a segment that a station had discarded"},
	{Name: "failed", Kind: table.MetricColumn, What: "1 if it failed, else 0"},
}

func appendFlow(b []byte, f *medium.Flow) []byte {
	none := math.NaN()
	took, trips, failed := none, medium.Times{P50: none, P95: none, P99: none, Max: none}, 0.0
	if f.EndedUs != nil {
		took = *f.EndedUs - f.StartedUs
	}
	if f.RTT != nil {
		trips = *f.RTT
	}
	if f.Failed != "" {
		failed = 1
	}
	return appendRow(b, &f.Name, float64(f.Bytes), float64(f.Delivered), f.StartedUs, took, f.GoodputBps, trips.P50, trips.P95, trips.P99, trips.Max,
		float64(f.Retransmissions), float64(f.Timeouts), float64(f.OutOfOrder), float64(f.Discarded), float64(f.DiscardTimeouts), failed)
}
