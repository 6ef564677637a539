package bus

import "github.com/csmacd/csmacd/medium/internal/tally"

// memory is what a network of few stations hands on to later ones. Short runs would spend much of their
// time making and collecting it. What is in it is left over, and is overwritten.
type memory struct {
	sources []source
	frames  []queuedFrame
	signals []signal
	past    []envelope
	sums    []stationSums
	digests []stationDigest
	counts  []uint64 // of frames by collisions; all zero, unless counting
	ready   []int32
	at      []int32
	places  []uint64 // all zero
	lists   [4][]transmission
	names   map[string]bool

	counting bool // counts are in use
}

// mostSpared is the number of stations up to which a network hands its memory on.
const mostSpared = 4096

var spare tally.Spare[memory]

// spareMemory returns memory that a network of some stations may use.
func spareMemory(stations int) *memory {
	if stations <= mostSpared {
		return spare.Get()
	}
	return &memory{}
}

// emptied returns an empty list with room for a number of elements: what is left over, or a new one.
func emptied[T any](left []T, room int) []T {
	if cap(left) >= room {
		return left[:0]
	}
	return make([]T, 0, room)
}

// zeros returns room for counts, which are zero.
func (m *memory) zeros(size int) []uint64 {
	if m == nil || m.counting {
		return make([]uint64, size)
	}
	m.counting = true
	if len(m.counts) < size {
		m.counts = make([]uint64, size)
	}
	return m.counts[:size]
}

// giveBack hands the memory of a network on. The network must not run any more.
func (n *Network) giveBack() {
	m, v := n.memory, &n.rounds
	if n.memory = nil; m == nil || len(n.stations) > mostSpared {
		return
	}
	m.sources, n.sources = n.sources, nil
	m.frames, n.queue.frames = n.queue.frames, nil
	m.signals, n.air.signals = n.air.signals, nil
	m.past, n.air.past = n.air.past, nil
	m.sums, n.sums.stations = n.sums.stations, nil
	m.digests, n.digest.stations = n.digest.stations, nil
	n.sums.room = nil
	if m.counting {
		clear(m.counts)
		m.counting = false
	}
	if v.able {
		m.ready, n.ready = n.ready, nil
		m.at, v.at = v.at, nil
		clear(v.places)
		m.places, v.places = v.places, nil
		for k, list := range v.lists() {
			m.lists[k], *list = *list, nil
		}
	}
	spare.Put(m)
}

// lists are the lists of stations of contention rounds.
func (v *rounds) lists() [4]*[]transmission {
	return [...]*[]transmission{&v.last, &v.next, &v.late, &v.sorted}
}
