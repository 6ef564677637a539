package domain_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/domain"
)

// The transceiver at B's port tests its collision signal 10 bits after the frame has gone out there. The hub
// takes that for a collision and jams for 96 bits on all ports; 10 bits after the jam the transceiver tests
// again. The third time the port is partitioned. The next frame goes out to it whole, which reconnects it,
// and the same begins again.
func TestAPortWhoseTransceiverTestsJams(t *testing.T) {
	var p plan
	h := p.hub("hub", func(r *domain.Repeater) { r.PartitionAfter = 3 })
	a, b := p.pc(h, 0), p.pc(h, 0)
	p.Timeline = []medium.Change{{Kind: medium.PortSQETest, Port: "hub/B", On: true}}
	p.send(a, 0, 64, b)
	p.send(a, 2000, 64, b)
	s := p.tell(t, 4000)
	const end = 8 + 576.0
	const again = 10 + 6.5 + 96 // after the end of an output
	s.saw("hub/B", medium.RepeatStart, 8, end+16.5, end+again+16.5, end+2*again+16.5, 2008, 2000+end+16.5, 2000+end+again+16.5, 2000+end+2*again+16.5)
	s.saw("hub/A", medium.RepeatStart, end+16.5, end+again+16.5, end+2*again+16.5, 2000+end+16.5, 2000+end+again+16.5, 2000+end+2*again+16.5)
	s.saw("hub/B", medium.Partition, end+3*again, 2000+end+3*again)
	s.saw("hub/B", medium.Reconnect, 2000+end)
	assert.EqualValues(t, 6, s.net.Repeaters()[0].TransmitCollisions)
	assert.EqualValues(t, 2, s.result.Medium.FramesDelivered)
	assert.EqualValues(t, 6, s.counters(a).Fragments, "the jam, at both stations")
	assert.Zero(t, s.result.Medium.Collisions, "no station collided")
}

// A repeater that rests for longer than the test takes does not see it.
func TestRecoveryHidesTheTest(t *testing.T) {
	var p plan
	h := p.hub("hub", func(r *domain.Repeater) { r.Recovery = bt(20) })
	a, b := p.pc(h, 0), p.pc(h, 0)
	p.Timeline = []medium.Change{{Kind: medium.PortSQETest, Port: "hub/B", On: true}}
	p.send(a, 0, 64, b)
	p.send(a, 0, 64, b)
	s := p.tell(t, 4000)
	assert.Zero(t, s.net.Repeaters()[0].TransmitCollisions)
	assert.EqualValues(t, 2, s.result.Medium.FramesDelivered)
}
