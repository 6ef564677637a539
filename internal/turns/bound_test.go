package turns

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/phy"
)

// alike returns a bus of n nodes that always have frames of the same size.
func alike(n, octets, burst int) *bus {
	b := &bus{to: bits(32)}
	for k := range n {
		b.nodes = append(b.nodes, node{frame: bits(8 * octets), burst: burst, talks: true})
		b.owner = append(b.owner, k)
	}
	return b
}

// The published bound (PLCA-ACCESS-BOUND) is that of the nodes with a free way back to the frame that
// they wait for. Node 0, and node 1 with the shortest frames, meet one beacon more: it follows that
// frame.
func TestBoundOfEqualNodes(t *testing.T) {
	for n := 3; n <= 12; n++ {
		for _, octets := range []int{64, 65, 66, 67, 100, 1000, 1518} {
			turn := 168 + 8*octets
			want := 72 + 8*octets + 32 + (n-1)*turn + 20 + 96
			if octets <= 66 {
				want += turn
			}
			b := alike(n, octets, 0)
			for k := 2; k < n; k++ {
				w, _ := b.rhythmOf(k).bound()
				assert.Equal(t, bits(want), w, "node %d of %d, %d octets", k, n, octets)
			}
			head, _ := b.rhythmOf(0).bound()
			if next, _ := b.rhythmOf(1).bound(); octets == 64 || octets >= 67 {
				assert.Equal(t, bits(want+20), head, "%d nodes, %d octets", n, octets)
				if octets == 64 {
					want += 20
				}
				assert.Equal(t, bits(want), next, "%d nodes, %d octets", n, octets)
			}
		}
	}
	w, _ := alike(8, 64, 0).rhythmOf(3).bound()
	assert.Equal(t, phy.Time(617_200)*phy.Nanosecond, w)
	w, _ = alike(8, 1518, 0).rhythmOf(3).bound()
	assert.Equal(t, phy.Time(9_854_800)*phy.Nanosecond, w)
}

// With one other node, a frame of 64 octets waits longest if it arrives late in the other's COMMIT: it
// collides logically, and is pending 608 bits later, when the own turn has begun 1 ps before.
func TestBoundOfTwoNodes(t *testing.T) {
	w, _ := alike(2, 64, 0).rhythmOf(1).bound()
	assert.Equal(t, bits(608+32+680+20+96), w)
	w, _ = alike(2, 1518, 0).rhythmOf(1).bound()
	assert.Equal(t, bits(72+8*1518+32+168+8*1518+20+96), w)
}

// No arrival waits longer than the bound, and one waits as long.
func TestBoundIsTheLongestWait(t *testing.T) {
	b := alike(5, 64, 1)
	b.nodes[1].frame, b.nodes[3].talks, b.nodes[4].burst = bits(8*300), false, 3
	for k := range b.nodes {
		r := b.rhythmOf(k)
		longest, at := r.bound()
		assert.Equal(t, longest, r.wait(at)+1)
		for arrival := phy.Time(0); arrival < r.period; arrival += 977 * phy.Nanosecond / 10 {
			assert.LessOrEqual(t, r.wait(arrival), longest, "%v", arrival)
		}
	}
}
