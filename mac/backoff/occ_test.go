package backoff

import (
	"bytes"
	"container/heap"
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// trace is a run of Amazon's simulator, with all its draws and events.
type trace struct {
	Policy  string
	Clients int
	Draws   json.RawMessage
	Events  [][4]any
	Calls   int     `json:"write_calls"`
	End     float64 `json:"end_time"`
}

// happening is a message on its way to the server or back.
type happening struct {
	at      float64
	kind    string
	client  int
	version int
	ok      bool
}

type happenings []happening

func (h happenings) Len() int           { return len(h) }
func (h happenings) Less(i, j int) bool { return h[i].at < h[j].at }
func (h happenings) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *happenings) Push(x any)        { *h = append(*h, x.(happening)) }
func (h *happenings) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// With the draws of Amazon's simulator, our policies make every event happen at the same time, to
// the nine decimals of its output.
func TestRecordedRunsComeOutTheSame(t *testing.T) {
	var traces []trace
	reference(t, "testdata/aws_traces.json", &traces)
	policies := map[string]Policy{
		"Exponential": Exponential(AWS), "Decorr": Decorrelated(5, 2000, 3), "EqualJitter": EqualJitter(AWS),
		"FullJitter": FullJitter(AWS), "None": None(),
	}
	seen := map[string]bool{}
	for _, tr := range traces {
		seen[tr.Policy] = true
		draws, err := ReadRecorded(bytes.NewReader(tr.Draws))
		require.NoError(t, err)
		leg := func() float64 { return math.Abs(draws.Normal(10, 2)) }
		states := make([]State, tr.Clients)
		var queue happenings
		for i := range states {
			states[i].Draws = draws
			heap.Push(&queue, happening{at: leg(), kind: "read", client: i})
		}
		row, calls, end := 0, 0, 0.0
		for n := 0; len(queue) > 0; n++ {
			h := heap.Pop(&queue).(happening)
			end = h.at
			require.Less(t, n, len(tr.Events), tr.Policy)
			require.InDelta(t, tr.Events[n][0], h.at, 1e-9, "%s, event %d", tr.Policy, n)
			require.Equal(t, tr.Events[n][1], h.kind)
			require.Equal(t, tr.Events[n][2], float64(h.client))
			switch h.kind {
			case "read":
				h.kind, h.version = "read_rsp", row
				h.at += leg()
			case "read_rsp":
				h.kind = "write"
				h.at += leg()
			case "write":
				calls++
				if h.ok = h.version == row; h.ok {
					row++
				}
				h.kind = "write_rsp"
				h.at += leg()
			case "write_rsp":
				if h.ok {
					continue
				}
				s := &states[h.client]
				s.Attempt++
				way := leg() // this is drawn first
				d, stop := policies[tr.Policy].Next(s, nil)
				require.False(t, stop)
				h.kind = "read"
				h.at = h.at + way + d
			}
			heap.Push(&queue, h)
		}
		require.NoError(t, draws.Err())
		assert.Zero(t, draws.Left())
		assert.Equal(t, tr.Calls, calls)
		assert.InDelta(t, tr.End, end, 1e-9)
	}
	require.Len(t, seen, len(policies))
}
