package trace

import (
	"bytes"
	"slices"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// names is a network of which nothing is known but its stations' names.
type names []string

func (n names) Len() int          { return len(n) }
func (n names) Name(i int) string { return n[i] }

func (n names) Address(destination int32) phy.Address {
	if destination == medium.Broadcast {
		return phy.Broadcast
	}
	if i, ok := medium.AddressIndex(destination); ok {
		return phy.Address{0x01, 0x00, 0x5e, 0, 0, byte(i)}
	}
	return phy.StationAddress(int(destination))
}

// group is the destination of the first multicast address of a fake network.
var group = medium.AddressDestination(0)

const bit = 100 * phy.Nanosecond

func bits(n int) phy.Time { return phy.Time(n) * bit }

// rules are those of 10 Mb/s.
func rules() *mac.Params {
	p := mac.For(phy.Ethernet10)
	return &p
}

func frame(source, destination int32, number uint32, size int32) medium.Frame {
	return medium.Frame{Source: source, Destination: destination, Number: number, Size: size}
}

// tx is a transmission, and what its station's events are.
type tx struct {
	frame   medium.Frame
	attempt uint8
	start   phy.Time
	jam     phy.Time // instant; 0: none
	late    bool
	slots   int32
	dropped medium.Why // instead of a backoff
}

func (t tx) events(p *mac.Params) []medium.Event {
	var list []medium.Event
	add := func(e medium.Event) {
		e.Station, e.Frame, e.Attempt = t.frame.Source, t.frame, t.attempt
		list = append(list, e)
	}
	add(medium.Event{At: t.start, Kind: medium.TxStart})
	if t.jam == 0 {
		end := t.start + p.Duration(int(t.frame.Size))
		add(medium.Event{At: end, Kind: medium.TxEnd, OK: true})
		add(medium.Event{At: end, Kind: medium.Sent})
		return list
	}
	add(medium.Event{At: t.jam, Kind: medium.Collision, Late: t.late})
	add(medium.Event{At: t.jam, Kind: medium.JamStart})
	end := t.jam + p.Jam
	add(medium.Event{At: end, Kind: medium.TxEnd})
	if t.dropped != medium.NoReason {
		add(medium.Event{At: end, Kind: medium.Dropped, Why: t.dropped})
	} else {
		add(medium.Event{At: end, Kind: medium.Backoff, Slots: t.slots, Range: 2, Until: end + phy.Time(t.slots)*p.SlotTime})
	}
	return list
}

// play shows events to an observer as a medium would: in order of time, and only
// those that it wants.
func play(o medium.Observer, list []medium.Event) {
	interest := o.Interest()
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b medium.Event) int {
		switch {
		case a.At < b.At:
			return -1
		case a.At > b.At:
			return 1
		}
		return 0
	})
	for _, e := range list {
		if interest.Kinds.Has(e.Kind) && (interest.Stations == nil || slices.Contains(interest.Stations, int(e.Station))) {
			o.Observe(&e)
		}
	}
}

// capture writes a capture of the events and gives the file.
func capture(t require.TestingT, stations medium.Stations, p *mac.Params, o Options, list []medium.Event) []byte {
	var file bytes.Buffer
	c, err := NewCapture(NewOutput(&file, "test"), stations, p, o)
	require.NoError(t, err)
	play(c, list)
	require.NoError(t, c.Close())
	return file.Bytes()
}

// all strings transmissions together.
func all(p *mac.Params, transmissions ...tx) []medium.Event {
	var list []medium.Event
	for _, t := range transmissions {
		list = append(list, t.events(p)...)
	}
	return list
}
