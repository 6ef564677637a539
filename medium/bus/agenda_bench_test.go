package bus

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
			var a agenda
			a.init(51200 * phy.Nanosecond)
			for i := range size {
				a.push(jobAt(later[i%len(later)], int32(i)))
			}
			b.ReportAllocs()
			b.ResetTimer()
			for i := range b.N {
				a.next()
				e := a.pop()
				a.push(jobAt(e.at+later[i%len(later)], e.station()))
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
				e := heap.Pop(h).(entry)
				heap.Push(h, jobAt(e.at+later[i%len(later)], e.station()))
			}
		})
	}
}

// Both return the same entries, in order, however near or far and whenever they are pushed.
func TestAgendaOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var a agenda
		a.init(phy.Time(rapid.SampledFrom([]int64{1, 512_000, 51_200_000, 1 << 50}).Draw(t, "slot")))
		h := new(entryHeap)
		now := phy.Time(0)
		for i := range rapid.IntRange(1, 500).Draw(t, "steps") {
			if len(*h) > 0 && rapid.Bool().Draw(t, "pop") {
				want := heap.Pop(h).(entry)
				require.Equal(t, want.at, a.next())
				require.Equal(t, want, a.pop())
				now = want.at
				continue
			}
			later := rapid.Int64Range(0, 1<<rapid.IntRange(0, 61).Draw(t, "bits")).Draw(t, "later")
			e := jobAt(min(now+phy.Time(later), phy.Forever-1), int32(i))
			a.push(e)
			heap.Push(h, e)
		}
		for range len(*h) {
			require.Equal(t, a.filed == 0, a.soon == never)
			a.next()
			require.Equal(t, heap.Pop(h).(entry), a.pop())
		}
		require.Equal(t, phy.Forever, a.next())
		require.Zero(t, a.filed)
	})
}

func jobAt(at phy.Time, station int32) entry {
	return newEntry(at, settling, station, backoffEnd, 0, 0)
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
type entryHeap []entry

func (h entryHeap) Len() int           { return len(h) }
func (h entryHeap) Less(i, j int) bool { return h[i].before(&h[j]) }
func (h entryHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *entryHeap) Push(x any)        { *h = append(*h, x.(entry)) }
func (h *entryHeap) Pop() any {
	last := len(*h) - 1
	e := (*h)[last]
	*h = (*h)[:last]
	return e
}
