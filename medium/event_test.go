package medium_test

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/medium"
)

// The words of a result file.
var words = map[medium.Kind]string{
	medium.Queued: "queued", medium.Defer: "defer", medium.TxStart: "tx_start", medium.Collision: "collision",
	medium.JamStart: "jam_start", medium.TxEnd: "tx_end", medium.Backoff: "backoff", medium.Sent: "sent",
	medium.Dropped: "dropped", medium.RxStart: "rx_start", medium.RxEnd: "rx_end",
	medium.CarrierOn: "carrier_on", medium.CarrierOff: "carrier_off",
	medium.Read: "read", medium.ReadResponse: "read_rsp", medium.Write: "write", medium.WriteResponse: "write_rsp",
	medium.Request: "request", medium.Response: "response", medium.Timeout: "timeout", medium.Stop: "stop",
	medium.Continue: "continue", medium.Refused: "refused", medium.Crash: "crash", medium.Restart: "restart",
	medium.RepeatStart: "repeat_start", medium.RepeatEnd: "repeat_end", medium.RepeatJam: "repeat_jam",
	medium.Partition: "partition", medium.Reconnect: "reconnect", medium.MJLP: "mjlp",
	medium.Learn: "learn", medium.Age: "age", medium.Forward: "forward", medium.Flood: "flood", medium.Filter: "filter",
	medium.Changed: "change",
	medium.Beacon:  "beacon", medium.Commit: "commit", medium.Turn: "turn", medium.PLCAStatus: "plca_status", medium.CommitEnd: "commit_end",
}

func TestKinds(t *testing.T) {
	var none medium.Kinds
	seen := map[string]bool{}
	for k, word := range words {
		assert.Equal(t, word, k.String())
		assert.False(t, none.Has(k))
		assert.True(t, medium.AllKinds.Has(k))
		assert.True(t, medium.Of(k).Has(k))
		for other := range words {
			assert.Equal(t, other == k, medium.Of(k).Has(other))
		}
		seen[word] = true
	}
	assert.Len(t, seen, 42)
	assert.Equal(t, medium.Of(), none)
	assert.Equal(t, medium.Kinds(1<<42-1), medium.AllKinds, "and no other")
	assert.Equal(t, medium.Of(medium.Sent)|medium.Of(medium.Dropped), medium.Of(medium.Dropped, medium.Sent))
}

func TestWhy(t *testing.T) {
	for why, word := range map[medium.Why]string{
		medium.NoReason: "", medium.ExcessiveCollisions: "excessive_collisions", medium.LateCollision: "late_collision",
		medium.QueueFull: "queue_full", medium.Damaged: "collision", medium.Fragment: "fragment", medium.TooLong: "too_long",
		medium.BitError: "bit_error",
	} {
		assert.Equal(t, word, why.String())
	}
}

// A destination is a station's number, Broadcast, or an index in a list of addresses.
func TestDestinations(t *testing.T) {
	for _, d := range []int32{0, 7, medium.Broadcast} {
		_, ok := medium.AddressIndex(d)
		assert.False(t, ok, "%d", d)
	}
	for i := range 5 {
		d := medium.AddressDestination(i)
		assert.Less(t, d, medium.Broadcast)
		got, ok := medium.AddressIndex(d)
		assert.True(t, ok)
		assert.Equal(t, i, got)
	}
}

// An event is a small value, because a run has millions.
func TestAnEventIsSmall(t *testing.T) {
	assert.LessOrEqual(t, unsafe.Sizeof(medium.Event{}), uintptr(72))
}

// There is room for 64 kinds.
func TestKindsHaveRoom(t *testing.T) {
	last := medium.Of(medium.Kind(63))
	assert.True(t, last.Has(63))
	assert.False(t, last.Has(31))
	assert.False(t, medium.AllKinds.Has(63))
}
