package bus_test

import (
	"fmt"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// A forwarder joins two cables by a station of each. It learns on which cable an address is from the
// origin of each frame that it hears, and passes a frame on if its destination is, or may be, on the
// other cable.
type forwarder struct {
	cables  [2]*bus.Network
	port    [2]int              // the forwarder's station on each cable
	side    map[phy.Address]int // what it has learned
	origins []phy.Address       // of the frames passed on; Ref is the index + 1. Several forwarders would share it
	waiting [2][]medium.Frame   // to be injected into each cable
}

// hear is the delivery hook of the forwarder's port on a cable.
func (w *forwarder) hear(side int, f medium.Frame) {
	net := w.cables[side]
	origin := net.Address(f.Source)
	if f.Ref != 0 { // a forwarder has passed it on: its Source is only that forwarder's port
		origin = w.origins[f.Ref-1]
	}
	w.side[origin] = side
	destination := net.Address(f.Destination)
	if on, known := w.side[destination]; known && on == side {
		fmt.Printf("%v for %v stays on cable %d\n", origin, destination, side)
		return
	}
	fmt.Printf("%v for %v goes to cable %d\n", origin, destination, 1-side)
	w.origins = append(w.origins, origin)
	f.Ref = uint64(len(w.origins))
	f.Destination = w.cables[1-side].Destination(destination)
	w.waiting[1-side] = append(w.waiting[1-side], f)
}

// run runs both cables in short steps. What the forwarder heard in a step is queued at its end.
func (w *forwarder) run(until, step phy.Time) error {
	for now := step; now <= until; now += step {
		for _, net := range w.cables {
			if err := net.Run(now); err != nil {
				return err
			}
		}
		for side, net := range w.cables {
			for _, f := range w.waiting[side] {
				if err := net.Inject(w.port[side], now, f); err != nil {
					return err
				}
			}
			w.waiting[side] = w.waiting[side][:0]
		}
	}
	return nil
}

// Two cables are joined by a forwarder, as a bridge does it. A frame keeps its origin under Ref: on the
// second cable its Source is the forwarder's port, and Ref leads to the station that sent it first.
func ExampleNetwork_Deliver_forward() {
	w := &forwarder{port: [2]int{1, 1}, side: map[phy.Address]int{}}
	address := func(last byte) phy.Address { return phy.Address{2, 0, 0, 0, 0, last} }
	for side, names := range [2][]string{{"A", "left", "B"}, {"C", "right"}} {
		var stations []bus.Station
		for i, name := range names {
			stations = append(stations, bus.Station{
				Name: name, Address: address(byte(0x10*(side+1) + i)), At: phy.Time(i) * phy.Microsecond,
			})
		}
		net, err := bus.New(bus.Config{Stations: stations})
		if err != nil {
			fmt.Println(err)
			return
		}
		w.cables[side] = net
		net.Deliver(w.port[side], func(_ phy.Time, f medium.Frame) { w.hear(side, f) })
	}
	left, right := w.cables[0], w.cables[1]
	right.Deliver(0, func(at phy.Time, f medium.Frame) {
		fmt.Printf("%v: C hears a frame from %s, first sent by %v\n", at, right.Name(int(f.Source)), w.origins[f.Ref-1])
	})

	a, b, c := address(0x10), address(0x12), address(0x20)
	for _, frame := range []struct {
		net  *bus.Network
		from int
		at   phy.Time
		to   phy.Address
	}{
		{left, 0, 0, c},                    // A to C: not learned yet, so that it is passed on
		{right, 0, phy.Millisecond, a},     // C to A: A was heard on the left
		{left, 2, 2 * phy.Millisecond, a},  // B to A: both on the left
		{right, 0, 3 * phy.Millisecond, b}, // C to B: B was heard as well
	} {
		err := frame.net.Inject(frame.from, frame.at, medium.Frame{Size: 64, Destination: frame.net.Destination(frame.to)})
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	if err := w.run(4*phy.Millisecond, 50*phy.Microsecond); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 02:00:00:00:00:10 for 02:00:00:00:00:20 goes to cable 1
	// 158.6us: C hears a frame from right, first sent by 02:00:00:00:00:10
	// 02:00:00:00:00:20 for 02:00:00:00:00:10 goes to cable 0
	// 02:00:00:00:00:12 for 02:00:00:00:00:10 stays on cable 0
	// 02:00:00:00:00:20 for 02:00:00:00:00:12 goes to cable 0
}
