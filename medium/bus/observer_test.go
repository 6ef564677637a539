package bus_test

import "github.com/csmacd/csmacd/medium"

// observer keeps the events that it wants.
type observer struct {
	want   medium.Interest
	events []medium.Event
}

func (o *observer) Interest() medium.Interest { return o.want }
func (o *observer) Observe(e *medium.Event)   { o.events = append(o.events, *e) }
