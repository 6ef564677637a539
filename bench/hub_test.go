package bench

import (
	"fmt"
	"testing"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// BenchmarkHub runs saturated stations on links of 100 m of a hub with the delays of the standard, and on
// a star in which the delay between two stations is the same. x-star is the ratio of the times of an
// attempt. Links of 2 km are too long for contention rounds.
func BenchmarkHub(b *testing.B) {
	if testing.Short() {
		b.Skip("it takes a minute")
	}
	for _, row := range []struct {
		name  string
		delay phy.Time
	}{{"100m", phy.Delay(100, 0.585)}, {"2km", 10 * phy.Microsecond}} {
		for _, n := range []int{24, 256, 1024} {
			b.Run(fmt.Sprintf("%s/N=%d", row.name, n), func(b *testing.B) { hub(b, n, row.delay) })
		}
	}
}

func hub(b *testing.B, n int, delay phy.Time) {
	repeater := domain.DefaultRepeater(phy.Ethernet10.BitTime)
	repeater.Name = "hub"
	from := []traffic.Source{traffic.Saturated(traffic.Octets(512), traffic.To{Whom: traffic.ToNext})}
	star := bus.Config{Seed: 1, Shape: bus.Star(2*delay + repeater.Delay)}
	hub := domain.Config{Seed: 1, Repeaters: []domain.Repeater{repeater}}
	for i := range n {
		s := bus.Station{Name: fmt.Sprint("h", i), Traffic: from}
		star.Stations = append(star.Stations, s)
		hub.Stations = append(hub.Stations, domain.Station{Station: s, End: domain.End{Segment: i}})
		hub.Segments = append(hub.Segments, domain.Segment{Name: s.Name, Link: true, Delay: delay})
		hub.Repeaters[0].Ports = append(hub.Repeaters[0].Ports, domain.Port{To: s.Name, End: domain.End{Segment: i, At: delay}})
	}
	x, err := bus.New(star)
	if err != nil {
		b.Fatal(err)
	}
	y, err := domain.New(hub)
	if err != nil {
		b.Fatal(err)
	}
	run(b, x, 2*slice)
	run(b, y, 2*slice)
	r := runs(b, x, slice/10)
	b.ResetTimer()
	s := runs(b, y, slice/10)
	each := nanoseconds(s.used) / s.attempts
	b.ReportMetric(each, "ns/attempt")
	b.ReportMetric(each/(nanoseconds(r.used)/r.attempts), "x-star")
	b.ReportMetric(s.attempts/s.frames, "attempts/frame")
	hideTimePerOp(b)
}
