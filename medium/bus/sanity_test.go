package bus

import (
	"fmt"
	"testing"
	"time"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

type printer struct{ n *Network }

func (p printer) Interest() medium.Interest { return medium.Interest{Kinds: medium.AllKinds} }
func (p printer) Observe(e *medium.Event) {
	fmt.Println(phy.Decimal(e.At, p.n.bit), p.n.names[e.Station], e.Kind, "f", e.Frame.Number, "a", e.Attempt, e.OK, e.Why, e.From, e.Octets, e.Slots, phy.Decimal(e.Until, p.n.bit))
}

func TestSanity(t *testing.T) {
	b := 100 * phy.Nanosecond
	one := func(to int) []traffic.Source {
		return []traffic.Source{{Kind: traffic.Frames, Starts: []phy.Time{0}, Size: traffic.Octets(64), To: traffic.To{Whom: traffic.ToStation, Station: to}}}
	}
	n, err := New(Config{Stations: []Station{
		{Name: "A", Traffic: one(1), Backoff: backoff.Script(nil, 0, 0)},
		{Name: "B", At: 245 * b, Traffic: one(0), Backoff: backoff.Script(nil, 1, 2)},
		{Name: "C", At: 100 * b},
	}, Until: Until{Idle: true}})
	if err != nil {
		t.Fatal(err)
	}
	n.Observe(printer{n})
	if err := n.Run(phy.Forever); err != nil {
		t.Fatal(err)
	}
	fmt.Printf("%+v\n", n.Result())
}

func TestSaturated(t *testing.T) {
	for _, c := range []struct{ n, size int }{{2, 64}, {10, 64}, {24, 64}, {24, 1518}, {256, 1518}, {1024, 1518}, {1024,64}} {
		var st []Station
		for i := range c.n {
			st = append(st, Station{Name: fmt.Sprint(i), At: phy.Delay(500*float64(i)/float64(c.n), 0.77),
				Traffic: []traffic.Source{{Kind: traffic.Saturated, Size: traffic.Octets(c.size), To: traffic.To{Whom: traffic.ToNext}}}})
		}
		n, _ := New(Config{Stations: st})
		t0 := time.Now()
		n.Run(5 * phy.Second)
		d := time.Since(t0)
		r := n.Result()
		m := r.Medium
		fmt.Printf("%v %+v\n  %.0f frames/s, %.1f ns/attempt att/frame %.3f\n", c, m, float64(m.FramesSent)/d.Seconds(), float64(d.Nanoseconds())/float64(m.Attempts), float64(m.Attempts)/float64(m.FramesDelivered))
	}
}
