package main

import (
	"encoding/json"
	"math"
	"strconv"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/csmacd/csmacd/internal/control"
)

// factor is how far a transfer may be from the formula of Mathis et al., which knows no timeouts and
// no slow start, and is for a long transfer.
const factor = 2

// slows checks what bit errors do to a transfer of iperf3, from its report, the counters of the
// receiver, and the rate: slows TRANSFER.json STATS.json 1e-5
//
// A frame of L octets is lost with the probability q = 1 - (1-p)^(8L). TCP then has the goodput
// MSS/RTT sqrt(3/2)/sqrt(q) (M. Mathis, J. Semke, J. Mahdavi and T. Ott, The macroscopic behavior of
// the TCP congestion avoidance algorithm, 1997).
func slows(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: slows TRANSFER.json STATS.json RATE")
	}
	var report struct {
		Start struct {
			MSS float64 `json:"tcp_mss_default"`
		}
		End struct {
			Received struct {
				Rate float64 `json:"bits_per_second"`
			} `json:"sum_received"`
			Streams []struct {
				Sender struct {
					RTT float64 `json:"mean_rtt"` // microseconds
				}
			}
		}
	}
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &report))
	var stats control.Stats
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[1])), &stats))
	p, err := strconv.ParseFloat(args[2], 64)
	ts.Check(err)

	mss, rtt := report.Start.MSS, report.End.Streams[0].Sender.RTT/1e6
	const headers = 14 + 20 + 32 + 4 // Ethernet, IP, TCP with time stamps, FCS
	q := 1 - math.Pow(1-p, 8*(mss+headers))
	c := stats.Stations[0].Counters
	lost, frames := float64(c.FrameCheckSequenceErrors), float64(c.FrameCheckSequenceErrors+c.FramesReceivedOK)
	if far := math.Abs(lost - q*frames); far > 5*math.Sqrt(q*(1-q)*frames)+2 { // a few frames are short
		ts.Fatalf("of %v frames %v were lost, and %.1f are expected", frames, lost, q*frames)
	}
	want := 8 * mss / rtt * math.Sqrt(1.5/q)
	got := report.End.Received.Rate
	ts.Logf("lost %v of %v frames, %.4f expected; %.0f bit/s, %.0f expected at a round trip of %.1f ms", lost, frames, q, got, want, rtt*1e3)
	if got > factor*want || got < want/factor {
		ts.Fatalf("TCP carries %.0f bit/s, and %.0f are expected", got, want)
	}
}
