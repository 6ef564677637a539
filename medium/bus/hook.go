package bus

import (
	"cmp"
	"math/bits"
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

	around []around // of senders whose frames were passed around: as many as there is room for, a power of two
}

// around are the hooks that a frame of a sender reaches, in order.
type around struct {
	sender int32 // + 1; 0: of none yet
	hooks  []reached
}

// mostReached is the number of hooks that are kept in order, for as many senders as it allows. Those of 64 stations
// with hooks at all of them are 64 KiB. Tests lower it.
var mostReached = 1 << 12

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
	h.of[station], h.around = f, nil
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
// of stations.
func (n *Network) handAround(i int32, f *medium.Frame, end phy.Time) {
	frame, list := *f, n.lookAround(i)
	// Four at a time: what a loop keeps between calls goes through memory, which takes as long as a call.
	for ; len(list) >= 4; list = list[4:] {
		r := (*[4]reached)(list)
		r[0].hook(end+r[0].delay, frame)
		r[1].hook(end+r[1].delay, frame)
		r[2].hook(end+r[2].delay, frame)
		r[3].hook(end+r[3].delay, frame)
	}
	if len(list) >= 2 {
		r := (*[2]reached)(list)
		r[0].hook(end+r[0].delay, frame)
		r[1].hook(end+r[1].delay, frame)
		list = list[2:]
	}
	if len(list) > 0 {
		list[0].hook(end+list[0].delay, frame)
	}
}

// lookAround returns the hooks that a frame of a station reaches. They are kept for its next frames.
func (n *Network) lookAround(i int32) []reached {
	h := &n.hooks
	if len(h.around) == 0 {
		senders := max(1, min(len(n.stations), mostReached/len(h.stations)))
		h.around = make([]around, 1<<bits.Len(uint(senders-1)))
	}
	a := &h.around[int(i)&(len(h.around)-1)]
	if a.sender != i+1 {
		a.sender, a.hooks = i+1, n.inOrder(i, a.hooks[:0])
	}
	return a.hooks
}

// inOrder finds the hooks that a frame of a station reaches: along the cable to both sides.
func (n *Network) inOrder(i int32, around []reached) []reached {
	h := &n.hooks
	list := h.stations
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
			return around
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
			around = append(around, reached{n.distance(i, j), h.of[j]})
		}
	}
}

// nearer reports whether a frame of station i arrives at station a before it does at b, or at the
// same time at the one with the lower number.
func (n *Network) nearer(i, a, b int32) bool {
	x, y := n.distance(i, a), n.distance(i, b)
	return x < y || x == y && a < b
}
