package bus

import (
	"cmp"
	"slices"
	"sort"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/agenda"
	"github.com/csmacd/csmacd/phy"
)

// hooks are the delivery hooks of stations.
type hooks struct {
	of       []func(at phy.Time, f medium.Frame) // by station; nil if it has none
	stations []int32                             // the stations that have one, in order of place
	early    []early                             // passed on by Arriving
	asked    phy.Time                            // the instant at which that was, + 1

	sender int32     // of the last frame that was passed around, + 1; 0: there is none, or a hook is new
	around []reached // the hooks that such a frame reaches, in order
}

// reached is the hook of a station, and the delay after which a frame reaches it.
type reached struct {
	delay phy.Time
	hook  func(at phy.Time, f medium.Frame)
}

func (h *hooks) any() bool { return len(h.stations) > 0 }

// Deliver makes the network call f for each frame that a station hears whole, whatever the frame's
// destination, at the instant at which its last bit arrives. An observer sees these receptions as
// [medium.RxEnd] events with OK. A live host, a port of a bridge and a host in a program receive
// their frames in this way. The calls of hooks and those of observers are not in one order.
//
// f receives the frame as its sender queued it: f.Source is the station of this network that sent
// it, and f.Ref is what the program passed to [Network.Inject], or what the source of traffic
// assigned. A program that forwards frames between networks finds by Ref where a frame first came
// from; see the example of a forwarder.
//
// The calls are in order of time, then of stations. They are made before the Run that passes the
// instant returns. f must not call the network, except for properties that never change, such as
// names and addresses.
//
// Deliver must be called before the first Run, and at most once for a station. It panics if the
// network does not have the station.
func (n *Network) Deliver(station int, f func(at phy.Time, f medium.Frame)) {
	h := &n.hooks
	if h.of == nil {
		h.of = make([]func(phy.Time, medium.Frame), len(n.stations))
	}
	if h.of[station] == nil {
		h.stations = append(h.stations, int32(station))
		slices.SortFunc(h.stations, func(a, b int32) int { return cmp.Compare(n.rounds.rank.of(a), n.rounds.rank.of(b)) })
	}
	h.of[station], h.sender = f, 0
	// A frame must have arrived everywhere before the next one arrives anywhere.
	n.rounds.able = n.rounds.able && n.span < n.rounds.brief
}

// expectHanding adds to the agenda the instants at which a frame's last bit reaches the stations
// that have a hook.
func (n *Network) expectHanding(i int32, s *signal, number uint32) {
	for _, j := range n.hooks.stations {
		if j != i {
			n.inFlight++
			n.agenda.Push(agenda.New(s.end+n.distance(i, j), settling, j, handing, i, number))
		}
	}
}

// hand passes a frame to the hook of a station whose tap its last bit has reached.
func (n *Network) hand(j int32, number uint32) {
	if slices.Contains(n.hooks.early, early{j, number}) {
		return
	}
	if n.heardWhole(number, j) {
		n.hooks.of[j](n.now, n.air.at(number).frame)
	}
}

// handAround passes a frame that no other signal disturbed to all hooks, in order of time and then
// of stations. That order is kept for the next frame, which often has the same sender.
func (n *Network) handAround(i int32, f *medium.Frame, end phy.Time) {
	if n.hooks.sender != i+1 {
		n.lookAround(i)
	}
	frame, around := *f, n.hooks.around
	// Four at a time: what the loop keeps between calls goes through memory, which takes as long as a call.
	for ; len(around) >= 4; around = around[4:] {
		r := (*[4]reached)(around)
		r[0].hook(end+r[0].delay, frame)
		r[1].hook(end+r[1].delay, frame)
		r[2].hook(end+r[2].delay, frame)
		r[3].hook(end+r[3].delay, frame)
	}
	for k := range around {
		around[k].hook(end+around[k].delay, frame)
	}
}

// lookAround finds the hooks that a frame of a station reaches: along the cable to both sides.
func (n *Network) lookAround(i int32) {
	h := &n.hooks
	list := h.stations
	h.sender, h.around = i+1, h.around[:0]
	right := sort.Search(len(list), func(k int) bool { return n.rounds.rank.of(list[k]) > n.rounds.rank.of(i) })
	left := right          // those before it are still to be added
	from, to := left, left // and so are these, which are to the left too, at one place
	for {
		if from == to && left > 0 {
			to, from = left, left-1
			for from > 0 && n.stations[list[from-1]].pos == n.stations[list[left-1]].pos {
				from--
			}
			left = from
		}
		if from == to && right == len(list) {
			return
		}
		var j int32
		if right == len(list) || from < to && n.nearer(i, list[from], list[right]) {
			j = list[from]
			from++
		} else {
			j = list[right]
			right++
		}
		if j != i {
			h.around = append(h.around, reached{n.distance(i, j), h.of[j]})
		}
	}
}

// nearer reports whether a frame of station i arrives at station a before it does at b, or at the
// same time at the one with the lower number.
func (n *Network) nearer(i, a, b int32) bool {
	x, y := n.distance(i, a), n.distance(i, b)
	return x < y || x == y && a < b
}
