package t1s

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/instant"
)

// watchers holds the observers of a run.
type watchers struct {
	observers []attached
	kinds     medium.Kinds    // the union of the kinds that observers want
	yields    bool            // one wants turns that nodes yield
	instant   []instant.Event // this instant's events, until all are known
}

// attached is an observer and the events that it wants.
type attached struct {
	medium.Observer
	kinds    medium.Kinds
	stations []bool // nil: all
	used     bool   // of turns those that nodes use
}

// wants reports whether the observer wants an event.
func (a *attached) wants(e *medium.Event) bool {
	return a.kinds.Has(e.Kind) && (a.stations == nil || e.Station < 0 || a.stations[e.Station]) && (e.Kind != medium.Turn || e.OK || !a.used)
}

// Observe attaches an observer. It must be called before the first Run. It panics if the observer asks
// for a number that the network does not have.
func (n *Network) Observe(o medium.Observer) {
	w := &n.watch
	want := o.Interest()
	a := attached{Observer: o, kinds: want.Kinds, used: want.Used}
	if want.Stations != nil {
		a.stations = make([]bool, len(n.nodes))
		for _, i := range want.Stations {
			a.stations[i] = true
		}
	}
	w.observers = append(w.observers, a)
	w.kinds |= want.Kinds
	w.yields = w.yields || want.Kinds.Has(medium.Turn) && !want.Used
}

// emit adds an event to those of this instant, at its place.
func (n *Network) emit(e medium.Event) {
	w := &n.watch
	if !w.kinds.Has(e.Kind) {
		return
	}
	e.At = n.now
	place := uint64(0) // pass, phase, station; changes come first, in their order
	if e.Kind != medium.Changed {
		place = uint64(n.again)<<40 | uint64(orderOf(e.Kind))<<32 | uint64(e.Station)
	}
	w.instant = append(w.instant, instant.Event{Place: place, Event: e})
}

// forget takes back the last event of a kind at a station in this instant.
func (w *watchers) forget(k medium.Kind, i int32) {
	for at := len(w.instant) - 1; at >= 0; at-- {
		if e := &w.instant[at].Event; e.Kind == k && e.Station == i {
			w.instant = append(w.instant[:at], w.instant[at+1:]...)
			return
		}
	}
}

// rename makes the last event of a kind and a node, at this instant, that of another frame.
func (w *watchers) rename(k medium.Kind, i, from int32, f *medium.Frame) {
	for at := len(w.instant) - 1; at >= 0; at-- {
		if e := &w.instant[at].Event; e.Kind == k && e.Station == i {
			e.From, e.Frame = from, *f
			return
		}
	}
}

// orderOf returns the place of a kind of event among those of an instant (rule 10).
func orderOf(k medium.Kind) phase {
	switch k {
	case medium.TxStart:
		return starting
	case medium.PLCAStatus, medium.Turn, medium.Beacon, medium.Commit, medium.CommitEnd:
		return lining
	case medium.RxStart, medium.RxEnd, medium.CarrierOn, medium.CarrierOff:
		return flowing
	case medium.Collision, medium.JamStart, medium.Defer:
		return showing
	}
	return settling
}

// show calls the observers with the events of an instant that is over.
func (n *Network) show() {
	w := &n.watch
	instant.Sort(w.instant)
	for i := range w.instant {
		e := &w.instant[i].Event
		if e.Kind == medium.Turn {
			e.Until = n.share.lastBeacon()
		}
		for k := range w.observers {
			if o := &w.observers[k]; o.wants(e) {
				o.Observe(e)
			}
		}
	}
	w.instant = w.instant[:0]
}
