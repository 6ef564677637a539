package bus

import (
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// A frame that comes into a queue behind others changes nothing that happens before they have left, apart from whether there is room for it. So
// a port of a bridge that has many frames to send need not know when the next ones come: they can be queued behind later, though the network has been run beyond that.

// departures are the instants at which frames have left the queue of a port, as long as it matters.
type departures struct {
	on bool
	at []phy.Time
}

// Backlog returns an instant before which the queue of a station, the only port of the network, does not become empty. Until the end of the next Run,
// [Network.QueueBehind] takes frames that come at an instant settled or later, but not after those that have come in already.
func (n *Network) Backlog(station int, settled phy.Time) phy.Time {
	d, st := &n.departures, &n.stations[station]
	d.on = true
	passed := 0
	for passed < len(d.at) && d.at[passed] < settled {
		passed++
	}
	d.at = slices.Delete(d.at, 0, passed)
	if st.queued < 2 {
		return n.now
	}
	r := st.rules.attempts()
	return min(phy.Forever, n.now+phy.Time(st.queued-1)*r.UntilNext(r.MinFrame, r.Left(0)))
}

// ForgetBacklog ends what [Network.Backlog] has begun.
func (n *Network) ForgetBacklog() { n.departures.on, n.departures.at = false, n.departures.at[:0] }

// QueueBehind queues a frame at a station at an instant that has been run already, and at which the station's queue was not empty and has not been since. See
// [Network.Backlog]. It must be a frame that [Network.Inject] takes.
func (n *Network) QueueBehind(station int, at phy.Time, f medium.Frame) {
	i, st := int32(station), &n.stations[station]
	f.Source = i
	f.Number = n.sums.Offer(&n.sumsOf(i).Station, f.Size)
	length := st.queued
	for k := len(n.departures.at) - 1; k >= 0 && n.departures.at[k] >= at; k-- {
		length++
	}
	if length >= st.rules.limit {
		n.sums.Drop(&n.sumsOf(i).Station, &f, at)
		return
	}
	place := n.queue.add(queuedFrame{frame: f, source: -1, at: at})
	n.queue.append(st, place)
	n.part.Longest[i] = max(n.part.Longest[i], length+1)
}
