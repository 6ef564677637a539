package soft

import (
	"bytes"
	"encoding/binary"
	"errors"

	"gvisor.dev/gvisor/pkg/tcpip"
	"gvisor.dev/gvisor/pkg/tcpip/transport/udp"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// lastWait is how long a flow of datagrams or pings waits for more after the last that it sent or got.
const lastWait = 2 * phy.Second

// beats sends one after another, at times that do not depend on what becomes of them, and counts.
type beats struct {
	*course
	client         socket
	sent, received uint64
	late           uint64 // after a later one
	times          []phy.Time
	jitter         phy.Time // 16 times as long
	before         phy.Time // the time of the one before; -1: there is none
	stirred        phy.Time // when the last was sent or received
	finished       bool     // no other will be sent
	given          bool     // nor waited for
}

// beat is called for each one: it sends, and sees to the next.
func (b *beats) beat(send func()) {
	now := b.clock.time()
	b.sent++
	b.stirred = now
	send()
	step := b.Interval
	if b.Random {
		step = traffic.Exponential(b.Interval, &b.draws)
	}
	if next := now + min(step, phy.Forever); b.more(b.sent, next) {
		b.later(next, b.from, func() { b.beat(send) })
		return
	}
	b.finished = true
	b.wait()
}

// wait no longer waits for what has been on its way for too long.
func (b *beats) wait() {
	if end := b.stirred + lastWait; b.clock.time() < end {
		b.later(end, b.from, b.wait)
		return
	}
	b.given = true
	if b.received == 0 {
		b.failure("wait", errors.New("nothing arrived"))
	} else if b.ended < 0 {
		b.ended = b.last
	}
}

// arrived takes note of one, which was sent at some instant.
func (b *beats) arrived(octets int64, sent phy.Time) {
	now := b.clock.time()
	b.received++
	b.stirred = now
	b.get(octets)
	took := now - sent
	b.times = append(b.times, took)
	if b.before >= 0 {
		d := took - b.before
		b.jitter += max(d, -d) - (b.jitter+8)>>4
	}
	b.before = took
	if b.finished && b.received == b.sent {
		b.ended = now
	}
}

// over reports whether nothing more happens in the flow.
func (b *beats) over() bool { return b.finished && (b.given || b.received == b.sent) }

func (b *beats) counts() *medium.Datagrams {
	return &medium.Datagrams{Sent: b.sent, Received: b.received, Lost: b.sent - b.received, JitterUs: microseconds(b.jitter) / 16}
}

func (*beats) seen(*host, segment, bool, phy.Time) {}
func (*beats) gaveUp(segment)                      {}
func (*beats) trips() []phy.Time                   { return nil }
func (*beats) tries() []phy.Time                   { return nil }
func (*beats) delayed() []phy.Time                 { return nil }

// datagrams are the application of a flow of UDP. Each datagram has its number and the time at which it was sent.
type datagrams struct {
	beats
	server  socket
	next    uint64              // the number after the highest received
	missing map[uint64]struct{} // numbers below
	data    []byte
}

// stampSize is the size of the number and the time of a datagram, in octets.
const stampSize = 16

func newDatagrams(c *course) *datagrams {
	d := &datagrams{beats: beats{course: c, before: -1}, missing: map[uint64]struct{}{}, data: make([]byte, c.Size)}
	copy(d.data, content())
	return d
}

func (d *datagrams) listen() tcpip.Error {
	if err := d.open(d.to, &d.server, udp.ProtocolNumber); err != nil {
		return err
	}
	return d.server.Bind(tcpip.FullAddress{Port: d.port})
}

func (d *datagrams) begin() {
	err := d.open(d.from, &d.client, udp.ProtocolNumber)
	if err == nil {
		err = d.client.Connect(d.there())
	}
	if err != nil {
		d.failure("socket", problem(err))
		d.finished, d.given = true, true
		return
	}
	d.beat(d.send)
}

// send sends a datagram. What the stack does not take is lost.
func (d *datagrams) send() {
	binary.BigEndian.PutUint64(d.data, d.sent-1)
	binary.BigEndian.PutUint64(d.data[8:], uint64(d.clock.time()))
	d.client.Write(bytes.NewReader(d.data), tcpip.WriteOptions{})
}

func (d *datagrams) step(at *host) (moved bool) {
	if at == d.from || d.given {
		return false
	}
	for {
		var b stamp
		if _, err := d.server.Read(&b, tcpip.ReadOptions{}); err != nil {
			return moved
		}
		moved = true
		if b.octets != d.Size {
			continue // not of this flow
		}
		d.take(binary.BigEndian.Uint64(b.head[:]), phy.Time(binary.BigEndian.Uint64(b.head[8:])))
	}
}

// take counts a datagram, unless it has come before.
func (d *datagrams) take(number uint64, sent phy.Time) {
	if number >= d.sent {
		return
	}
	if number >= d.next {
		for ; d.next < number; d.next++ {
			d.missing[d.next] = struct{}{}
		}
		d.next++
	} else if _, ok := d.missing[number]; ok {
		delete(d.missing, number)
		d.late++
	} else {
		return
	}
	d.arrived(int64(d.Size), sent)
}

// delayed implements application.
func (d *datagrams) delayed() []phy.Time { return d.times }

func (d *datagrams) stop() {
	d.finished, d.given = true, true
	d.client.close()
	d.server.close()
}

func (d *datagrams) result(r *medium.Flow) {
	r.Datagrams = d.counts()
	r.Datagrams.Delay = times(d.times)
	r.OutOfOrder = d.late
}

// stamp keeps the beginning of a datagram that is written to it, and counts its octets.
type stamp struct {
	head   [stampSize]byte
	octets int
}

func (s *stamp) Write(p []byte) (int, error) {
	if s.octets < len(s.head) {
		copy(s.head[s.octets:], p)
	}
	s.octets += len(p)
	return len(p), nil
}
