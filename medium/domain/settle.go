package domain

import (
	"github.com/csmacd/csmacd/medium/internal/agenda"
	"github.com/csmacd/csmacd/phy"
)

// settleUntil does the jobs up to an instant: frames arrive, and stations become ready. Others are void.
func (n *Network) settleUntil(t phy.Time) {
	a := &n.agenda
	for {
		for a.Near(t) {
			e := a.Pop()
			n.now = e.At
			n.settle(&e)
		}
		// The ends of backoffs need not be sorted: their order does not matter.
		list, ok := a.Unsorted(t, backoffEnd)
		if !ok {
			return
		}
		for k := range list {
			n.now = list[k].At
			n.endBackoff(list[k].Station(), list[k].Arg)
		}
	}
}

// settle does a job while the network processes contention rounds.
func (n *Network) settle(e *agenda.Entry) {
	switch e.Job() {
	case backoffEnd:
		n.endBackoff(e.Station(), e.Arg)
	case arrival, injection, judgement, recognition, change: // a change that another has replaced
		n.do(*e)
	case handing:
		n.do(*e)
		n.callHooks()
	case release:
		if i := e.Station(); n.stations[i].turn == e.Arg && n.stations[i].state == waiting {
			n.ready = append(n.ready, i)
		}
	case timer:
		switch r := &n.repeaters[e.Station()]; ring(e.Other()) {
		case collisionLong:
			r.long = false
		case inputLong:
			r.jabber = false
		case lockupStops:
			r.lockup = false
		}
	}
}
