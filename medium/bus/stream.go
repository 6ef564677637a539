package bus

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/tally"
	"github.com/csmacd/csmacd/phy"
)

// sendAlone sends a frame that does not collide, and those that its station sends right after it.
func (n *Network) sendAlone(s *transmission, until phy.Time) {
	i := s.station
	st := &n.stations[i]
	v := &n.rounds
	q := n.queue.head(st)
	v.frame, v.queued = q.frame, q.at
	st.waitedUntil(s.start)
	n.sums.Attempts++
	n.sums.Shares.Success += s.end - s.start
	n.digest.Add(&n.markOf(i).name, s.start, s.end, 0)
	if v.open {
		n.settleUntil(s.end)
	}
	n.now = s.end
	streams := n.streams(i)
	if n.watch.kinds&ofStreams == 0 || streams && !v.open && n.watchAlone(s, &v.frame, st.collisions+1) {
		n.countSent(i, n.sumsOf(i), &v.frame)
	} else {
		if n.watch.kinds.Has(medium.TxStart) {
			n.watch.add(s.start, starting, medium.TxStart, i, &v.frame, st.collisions+1)
		}
		n.note(medium.TxEnd, i, &v.frame, st.collisions+1).OK = true
		n.sent(i, &v.frame)
	}
	n.reach(&v.frame, s.end-v.queued, 1)
	if n.part.InTransit(&v.frame) {
		n.inTransit(&v.frame, v.queued, s.end)
	}
	if n.hooks.any() {
		n.handAround(i, &v.frame, s.end)
	}
	if streams {
		n.stream(s, until)
	} else {
		n.depart(i)
	}
	n.quiet = max(n.quiet, s.end+n.farthest(i))
	n.air.ends = noEnds
	n.air.ends.join(s.end, st.pos, i)
}

// reach counts frames like this one, which no other signal disturbed, at their receivers. delay is
// the time until their last bit was sent.
func (n *Network) reach(f *medium.Frame, delay phy.Time, frames uint64) {
	switch i, d := f.Source, f.Destination; {
	case d >= 0 && d != i:
		tally.Receive(&n.sumsOf(d).Counters, f.Size, frames)
		n.delivered(f, delay+n.distance(i, d), frames)
	case n.known.Group(d):
		n.delivered(f, delay+n.farthest(i), frames)
		n.heardByOthers(f, frames)
	case n.known.Nobody(d) && len(n.stations) > 1:
		n.delivered(f, delay+n.farthest(i), frames)
	default:
		n.sums.Lost += frames
	}
}

// streams reports whether a station's next frame arrives when the current one leaves, and no other
// frame can arrive.
func (n *Network) streams(i int32) bool {
	st := &n.stations[i]
	if n.part != nil || st.queued > 1 || n.rounds.looks != nil && single(&st.rules.Params) {
		return false
	}
	t, injected := n.traffic[st.traffic], n.queue.frames[st.tail].source < 0
	return len(t) == 1 && t[0].Kind == traffic.KindSaturated && !injected
}

// stream is for a station whose frame has just left and that always has another. It sends these,
// each a gap after the one before, as long as no other job is due.
func (n *Network) stream(s *transmission, until phy.Time) {
	i := s.station
	st := &n.stations[i]
	q := &n.queue.frames[st.tail]
	src := &n.sources[q.source]
	p, v, most := &st.rules.Params, &n.rounds, n.mayBeSent()
	name := n.markOf(i).name
	// The next job may be a start, which does not hear this frame before a span has passed.
	next := phy.Time(0)
	if len(n.ready) == 0 {
		next = n.agenda.Next() - n.span
		if extended && v.deciding != nil {
			next -= n.gap - p.Gap // those with longer gaps start within them
		}
	}
	f, start, end := v.frame, s.start, s.end
	frames, alike, octets := uint64(0), uint64(0), uint64(0)
	numbered := n.sumsOf(i).Numbered
	watched, hooked := n.watch.kinds&ofStreams != 0, n.hooks.any()
	for {
		frames++
		size, to := int32(src.Spec.Size.Draw(&src.Size)), n.known.Draw(n.part, i, &src.Spec.To, &src.To)
		octets += uint64(size)
		if size != f.Size || to != f.Destination {
			n.sentInStream(&f, p, alike)
			alike, f.Size, f.Destination = 0, size, to
		}
		f.Number = numbered + uint32(frames)
		over := end + p.Gap + p.Duration(int(size))
		last := frames > most || end+p.Gap >= next || v.open && over >= next || over >= until-n.span || n.noise != nil && !n.noise.Clean(end+p.Gap, over) || frames%muchWork == 0 && n.interrupted.Load()
		if watched && !last && over < next && len(n.watch.taps) == 0 && len(n.watch.keys) == 0 {
			n.watch.pass(&f, end, end+p.Gap, over)
		} else if watched {
			n.watchStream(&f, end, over, p, last, end < next, over < next)
		}
		if last {
			break
		}
		v.frame, v.queued = f, end
		start, end = end+p.Gap, over
		n.digest.Add(&name, start, end, 0)
		if alike++; hooked {
			n.handAround(i, &f, end)
		}
	}
	n.sentInStream(&f, p, alike)
	s.start, s.end, n.now = start, end, end

	n.sums.Offered += frames
	n.sums.OfferedOctets += octets
	sums := n.sumsOf(i)
	sums.Offered += frames
	sums.Numbered += uint32(frames)
	q.frame, q.at = f, end
	n.newHead(i)
}

// sentInStream counts frames of a stream that are like this one: each waited for the gap after the
// one before, and met no collision.
func (n *Network) sentInStream(f *medium.Frame, p *mac.Params, frames uint64) {
	if frames == 0 {
		return
	}
	st := &n.stations[f.Source]
	st.collisions, st.late = 0, 0
	st.deferred, st.excessive = true, p.Gap > p.MaxDefer
	sums := n.sumsOf(f.Source)
	n.count(f.Source, &sums.Counters, f, mac.Retry, frames)
	length := p.Duration(int(f.Size))
	n.sums.Attempts += frames
	n.sums.Shares.Success += phy.Time(frames) * length
	n.sums.Send(&sums.Station, f.Source, 0, p.Gap+length, frames)
	n.reach(f, p.Gap+length, frames)
}

// mayBeSent returns the number of frames that can be sent before one of the run's conditions may
// hold.
func (n *Network) mayBeSent() uint64 {
	most := ^uint64(0)
	if !n.warm {
		return most // the conditions count from the end of the warm-up
	}
	if u := n.until.FramesSent; u > 0 {
		most = u - 1 - n.sums.Sent
	}
	if u := n.until.FramesDelivered; u > 0 {
		most = min(most, u-1-n.sums.Delivered)
	}
	return most
}
