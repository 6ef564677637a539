package domain_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// Stations that begin an attempt in nearly every bit time keep their hub jamming for ever. Only so many signals are kept
// as are on their way at once, not all since the jam began: on a cable one in a bit time from each of two
// stations, for 300 bits.
func TestAJamThatNeverEndsKeepsNoOtherSignal(t *testing.T) {
	p := mac.For(phy.Ethernet10)
	p.Header, p.Jam, p.Gap, p.GapPart1, p.BackoffLimit, p.NoCarrierSense = 0, bit, 0, 0, 0, true
	for _, row := range []struct {
		name   string
		cable  bool
		length float64
	}{{"a cable", true, 300}, {"a short cable", true, 3}, {"links", false, 0}} {
		t.Run(row.name, func(t *testing.T) {
			c := domain.Config{}
			r := domain.DefaultRepeater(bit)
			r.Name, r.PartitionAfter, r.Lockup = "hub", 0, 0
			add := func(name string, e domain.End) {
				c.Stations = append(c.Stations, domain.Station{End: e, Station: bus.Station{
					Name: name, Params: &p, Traffic: []traffic.Source{traffic.Saturated(traffic.Octets(64), traffic.To{})}}})
			}
			if row.cable {
				c.Segments = []domain.Segment{{Name: "cable"}}
				r.Ports = []domain.Port{{To: "cable"}}
				add("near", domain.End{At: bt(1)})
				add("far", domain.End{At: bt(row.length)})
			}
			for _, name := range []string{"A", "B", "C"} {
				k := len(c.Segments)
				c.Segments = append(c.Segments, domain.Segment{Name: name, Link: true, Delay: bt(5)})
				r.Ports = append(r.Ports, domain.Port{To: name, End: domain.End{Segment: k, At: bt(5)}})
				add(name, domain.End{Segment: k})
			}
			c.Repeaters = []domain.Repeater{r}
			n, err := domain.New(c)
			require.NoError(t, err)
			for range 10 {
				require.NoError(t, n.Run(n.Now()+100*phy.Microsecond))
				assert.LessOrEqual(t, n.Kept(), 2*(3*int(row.length)+64), "at %v", n.Now())
			}
			assert.Greater(t, n.Tally().Attempts, uint64(10_000))
		})
	}
}
