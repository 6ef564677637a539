package agenda

import (
	"container/heap"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/phy"
)

// BenchmarkAgenda does one job and adds the next, in an agenda with a constant number of jobs: a
// pop, and a push a random time later. It is compared with container/heap with the same entries,
// which boxes each in an interface.
func BenchmarkAgenda(b *testing.B) {
	for _, size := range []int{16, 1024, 65536} {
		b.Run(fmt.Sprintf("four/size=%d", size), func(b *testing.B) {
			later := delaysFor(size)
			var a Agenda
			a.Init(51200*phy.Nanosecond, 0)
			for i := range size {
				a.Push(jobAt(later[i%len(later)], int32(i)))
			}
			b.ReportAllocs()
			b.ResetTimer()
			for i := range b.N {
				a.Next()
				e := a.Pop()
				a.Push(jobAt(e.At+later[i%len(later)], e.Station()))
			}
		})
		b.Run(fmt.Sprintf("container/size=%d", size), func(b *testing.B) {
			later := delaysFor(size)
			h := new(entryHeap)
			for i := range size {
				heap.Push(h, jobAt(later[i%len(later)], int32(i)))
			}
			b.ReportAllocs()
			b.ResetTimer()
			for i := range b.N {
				e := heap.Pop(h).(Entry)
				heap.Push(h, jobAt(e.At+later[i%len(later)], e.Station()))
			}
		})
	}
}

// Both return the same entries, in order, however near or far and whenever they are pushed.
func TestAgendaOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var a Agenda
		a.Init(phy.Time(rapid.SampledFrom([]int64{1, 512_000, 51_200_000, 1 << 50}).Draw(t, "slot")), 0)
		h := new(entryHeap)
		now := phy.Time(0)
		for i := range rapid.IntRange(1, 500).Draw(t, "steps") {
			if len(*h) > 0 && rapid.Bool().Draw(t, "pop") {
				want := heap.Pop(h).(Entry)
				require.Equal(t, want.At, a.Next())
				require.Equal(t, want, a.Pop())
				now = want.At
				continue
			}
			later := rapid.Int64Range(0, 1<<rapid.IntRange(0, 61).Draw(t, "bits")).Draw(t, "later")
			e := jobAt(min(now+phy.Time(later), phy.Forever-1), int32(i))
			a.Push(e)
			heap.Push(h, e)
		}
		for range len(*h) {
			require.Equal(t, a.filed == 0, a.soon == never)
			a.Next()
			require.Equal(t, heap.Pop(h).(Entry), a.Pop())
		}
		require.Equal(t, phy.Forever, a.Next())
		require.Zero(t, a.filed)
	})
}

// The agenda does not accept a job of the past, and forgets one that never comes.
func TestAgendaTakesNothingInThePast(t *testing.T) {
	a := Agenda{Past: 100}
	a.Init(512, 0)
	a.Push(Entry{At: 100})
	a.Push(Entry{At: phy.Forever})
	require.PanicsWithValue(t, "something is to happen at 99ps, and it is 100ps", func() { a.Push(Entry{At: 99}) })
	require.Panics(t, func() { a.Push(Entry{At: -1}) })
	require.Equal(t, phy.Time(100), a.Next())
	a.Pop()
	require.Equal(t, phy.Forever, a.Next())
}

func jobAt(at phy.Time, station int32) Entry {
	return New(at, 1, station, 2, 0, 0)
}

// delaysFor returns random delays, so that a job's successor may come anywhere in the
// agenda.
func delaysFor(size int) []phy.Time {
	r := rand.New(rand.NewPCG(1, uint64(size)))
	later := make([]phy.Time, 4096)
	for i := range later {
		later[i] = phy.Time(r.Int64N(int64(100 * phy.Millisecond)))
	}
	return later
}

// entryHeap is an agenda by container/heap.
type entryHeap []Entry

func (h entryHeap) Len() int           { return len(h) }
func (h entryHeap) Less(i, j int) bool { return h[i].before(&h[j]) }
func (h entryHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *entryHeap) Push(x any)        { *h = append(*h, x.(Entry)) }
func (h *entryHeap) Pop() any {
	last := len(*h) - 1
	e := (*h)[last]
	*h = (*h)[:last]
	return e
}
