package bus_test

import (
	"errors"
	"fmt"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// Three stations that always have a frame to send share 200 m of 10BASE5 for a
// second.
func Example() {
	saturated := []traffic.Source{traffic.Saturated(traffic.Octets(512), traffic.To{Whom: traffic.ToNext})}
	net, err := bus.New(bus.Config{Seed: 1, Stations: []bus.Station{
		{Name: "A", At: phy.Delay(0, 0.77), Traffic: saturated},
		{Name: "B", At: phy.Delay(100, 0.77), Traffic: saturated},
		{Name: "C", At: phy.Delay(200, 0.77), Traffic: saturated},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := net.Run(phy.Second); err != nil {
		fmt.Println(err)
	}
	r := net.Result()
	fmt.Printf("throughput %.3f, %d collisions\n", r.Medium.Throughput, r.Medium.Collisions)
	for _, s := range r.Stations {
		fmt.Println(s.Name, s.Counters.FramesTransmittedOK, s.Counters.SingleCollisionFrames, s.Counters.FramesAbortedDueToXSColls)
	}
	// Output:
	// throughput 0.956, 156 collisions
	// A 825 47 3
	// B 518 37 3
	// C 992 50 3
}

// receiver sees what arrives at one station.
type receiver struct{ station int }

func (r receiver) Interest() medium.Interest {
	return medium.Interest{Kinds: medium.Of(medium.RxEnd), Stations: []int{r.station}}
}

func (r receiver) Observe(e *medium.Event) {
	fmt.Println("received at", e.At, "ok:", e.OK, "ref:", e.Frame.Ref)
}

// A frame is put into a station's queue at an instant of the run, as a live station
// does it, and seen where it arrives.
func ExampleNetwork_Inject() {
	net, err := bus.New(bus.Config{Stations: []bus.Station{{Name: "A"}, {Name: "B", At: 2 * phy.Microsecond}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	net.Observe(receiver{station: 1})
	frame := medium.Frame{Size: 64, Destination: 1, Ref: 4711} // its octets stay with us
	if err := net.Inject(0, 100*phy.Microsecond, frame); err != nil {
		fmt.Println(err)
	}
	if err := net.Run(phy.Millisecond); err != nil {
		fmt.Println(err)
	}
	// Output:
	// received at 159.6us ok: true ref: 4711
}

// A program's frames, and what a station hears: a frame is injected at an instant, and a delivery hook is
// called when its last bit arrives.
func ExampleNetwork_Deliver() {
	net, err := bus.New(bus.Config{Stations: []bus.Station{
		{Name: "A"},
		{Name: "B", At: phy.Delay(231, phy.Ethernet10.Velocity)},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	net.Deliver(1, func(at phy.Time, f medium.Frame) {
		fmt.Printf("%v: B has heard %d octets from %s\n", at, f.Size, net.Name(int(f.Source)))
	})
	if err := net.Inject(0, phy.Millisecond, medium.Frame{Size: 64, Destination: 1}); err != nil {
		fmt.Println(err)
	}
	if err := net.Inject(0, phy.Millisecond, medium.Frame{Size: 2000, Destination: 1}); errors.Is(err, medium.ErrRefused) {
		fmt.Println(err)
	}
	if err := net.Run(phy.Second); err != nil {
		fmt.Println(err)
	}
	// Output:
	// bus: a frame of 2000 octets: this line takes 64 to 1518
	// 1.058600692ms: B has heard 64 octets from A
}
