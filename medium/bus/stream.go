package bus

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// sendAlone sends a frame that nobody collides with, and those that its station sends
// right after it.
func (n *Network) sendAlone(s *shot, until phy.Time) {
	i := s.station
	st := &n.stations[i]
	q := n.queue.head(st)
	v := &n.volley
	v.frame, v.queued = q.frame, q.at
	st.waitedUntil(s.start)
	n.sums.attempts++
	n.sums.spell.success += s.end - s.start
	n.digest.add(&n.markOf(i).name, s.start, s.end, 0)
	if v.open {
		n.settleUntil(s.end)
	}
	n.now = s.end
	n.sent(i, &v.frame)
	n.reach(&v.frame, s.end-v.queued, 1)
	n.depart(i)
	if len(n.ready) == 1 && n.ready[0] == i {
		n.stream(s, until)
	}
	n.quiet = max(n.quiet, s.end+n.farthest(i))
	n.air.ends = noEnds
	n.air.ends.join(s.end, st.pos, i)
}

// reach counts frames like this one, that nothing disturbed, where they are received;
// delay is what they took until their last bit left.
func (n *Network) reach(f *medium.Frame, delay phy.Time, frames uint64) {
	switch i, d := f.Source, f.Destination; {
	case d >= 0 && d != i:
		c := &n.sumsOf(d).counters
		c.FramesReceivedOK += frames
		c.OctetsReceivedOK += frames * octetsOf(f.Size)
		n.delivered(f, delay+n.distance(i, d), frames)
	case n.isGroup(d):
		n.delivered(f, delay+n.farthest(i), frames)
		n.heardByOthers(f, frames)
	default:
		n.sums.lost += frames
	}
}

// stream sends the frames of a station that always has one, as long as nothing else is
// to be done: each a gap after the one before.
func (n *Network) stream(s *shot, until phy.Time) {
	i := s.station
	st := &n.stations[i]
	q := n.queue.head(st)
	if from, to := n.sourcesOf(i); q.source < 0 || to-from != 1 || st.queued != 1 || q.at != s.end {
		return
	}
	src := &n.sources[q.source]
	if src.spec.Kind != traffic.Saturated {
		return
	}
	// What is next to be done may be a start, before which nothing is heard of this one.
	next := n.agenda.next() - n.span
	p, v, most := &st.rules.Params, &n.volley, n.mayBeSent()
	name := n.markOf(i).name
	f, start, end := q.frame, s.start, s.end
	frames, alike, octets := uint64(0), uint64(0), uint64(0)
	for ; frames < most && end+p.Gap < next; frames++ {
		over := end + p.Gap + p.Duration(int(f.Size))
		if over >= until-n.span {
			break
		}
		q.at, start, end = end, end+p.Gap, over
		n.digest.add(&name, start, end, 0)
		alike++
		size, to := int32(src.spec.SizeOf(&src.state, &src.size)), n.choose(i, src)
		octets += uint64(size)
		if size != f.Size || to != f.Destination {
			n.sentInStream(&f, p, alike)
			v.frame, alike = f, 0
			f.Size, f.Destination = size, to
		}
	}
	if frames == 0 {
		return
	}
	if alike > 0 {
		n.sentInStream(&f, p, alike)
		v.frame = f
	}
	n.sums.offered += frames
	n.sums.offeredOctets += octets
	sums := n.sumsOf(i)
	sums.offered += frames
	sums.numbered += uint32(frames)
	f.Number = sums.numbered
	n.now = end
	s.start, s.end, v.queued = start, end, q.at
	q.frame, q.at, st.headAt, st.ready = f, end, end, end
}

// sentInStream counts frames of a stream.
func (n *Network) sentInStream(f *medium.Frame, p *mac.Params, frames uint64) {
	length := p.Duration(int(f.Size))
	n.sums.attempts += frames
	n.sums.spell.success += phy.Time(frames) * length
	c := &n.sumsOf(f.Source).counters
	c.Transmitted(mac.Sent{
		Octets: int(f.Size), Deferred: true, ExcessiveDeferral: p.Gap > p.MaxDefer,
		Broadcast: f.Destination == medium.Broadcast, Multicast: n.isMulticast(f.Destination),
	}, frames)
	n.sums.sentFrames(n.record(f.Source), 0, p.Gap+length, frames)
	n.reach(f, p.Gap+length, frames)
}

// mayBeSent gives the number of frames that can be sent before one of the run's
// conditions may be met.
func (n *Network) mayBeSent() uint64 {
	most := ^uint64(0)
	if u := n.until.FramesSent; u > 0 {
		most = u - 1 - n.sums.sent
	}
	if u := n.until.FramesDelivered; u > 0 {
		most = min(most, u-1-n.sums.delivered)
	}
	return most
}
