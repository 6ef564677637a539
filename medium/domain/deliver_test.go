package domain_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/medium"
)

// A broadcast is delivered when the last station has it, even if it is still on its way to a port that is
// disabled. That of a lone station is delivered when it is sent. In a network that can be changed, that port
// could be enabled: the delay of the frame is the same.
func TestABroadcastIsDeliveredWhenAllHaveIt(t *testing.T) {
	for _, network := range []struct {
		others int
		at     float64 // in bit times
	}{{0, 576}, {1, 10 + 8 + 576 + 20}} {
		for _, changeable := range []bool{false, true} {
			var p plan
			left, right := p.hub("left"), p.hub("right")
			a := p.pc(left, 10)
			for range network.others {
				p.pc(left, 20)
			}
			p.join(left, right, 100)
			p.Repeaters[right].Ports[0].Disabled = true
			p.send(a, 0, 64, int(medium.Broadcast))
			p.Changeable = changeable
			early := p.tell(t, network.at-0.25).result
			assert.Zero(t, early.Medium.FramesDelivered)
			r := p.tell(t, network.at+0.25).result
			assert.EqualValues(t, 1, r.Medium.FramesDelivered, "%d others, changeable %t", network.others, changeable)
			assert.InDelta(t, network.at/10, r.Delay.Max, 0.1)
		}
	}
}
