package domain

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/tally"
	"github.com/csmacd/csmacd/phy"
)

// streams reports whether the next frame of a station arrives when one leaves, and no other frame can arrive
// there.
func (n *Network) streams(i int32) bool {
	st := &n.stations[i]
	from, to := n.sourcesOf(i)
	return n.part == nil && n.hooks == nil && st.queued == 1 && to == from+1 && plainlySaturated(n.sources[from].Spec) &&
		n.queue.frames[st.tail].source >= 0
}

// plainlySaturated reports whether only the size and the destination of a source's frames differ.
func plainlySaturated(s *traffic.Source) bool {
	return s.Kind == traffic.KindSaturated && s.Ref == 0 && s.Addresses == nil
}

// mostInStream is how many frames are processed between two looks whether the run was interrupted.
const mostInStream = 1 << 12

// stream is for a station whose frame has just left a hub, and that always has another. It sends these, each a
// gap after the one before, as long as no other station can take part: nothing that is in the agenda comes soon
// enough. What a frame changes is as in [Network.repeatAlone].
func (n *Network) stream(a *attempt, until phy.Time) {
	i := a.station
	if n.rounds.island || n.watch.kinds != 0 || n.channels[0].links != nil || len(n.ready) != 1 || !n.streams(i) {
		return
	}
	v, r, st := &n.rounds, &n.repeaters[0], &n.stations[i]
	p := &st.rules.Params
	q := n.queue.head(st)
	if q.at != a.end { // it waited behind a frame that was put in
		return
	}
	src := &n.sources[q.source]
	next, pass := n.agenda.Next(), a.pos+r.Delay+v.span+r.Recovery
	f, end := q.frame, a.end
	frames, alike, octets := uint64(0), uint64(0), uint64(0)
	for frames < mostInStream {
		start := end + p.Gap
		over := start + p.Duration(int(f.Size))
		first := start + a.pos
		if first >= until-v.crash || next <= first+v.reach || over+pass >= until || v.open && next <= over {
			break
		}
		n.digest.Add(&st.name, start, over, 0)
		end = over
		frames++
		alike++
		size, to := int32(src.Spec.Size.Draw(&src.Size)), n.known.Draw(nil, i, &src.Spec.To, &src.To)
		octets += uint64(size)
		if size != f.Size || to != f.Destination {
			n.sentInStream(a, &f, end, alike)
			alike, f.Size, f.Destination = 0, size, to
		}
		f.Number++
	}
	if frames == 0 {
		return
	}
	n.sentInStream(a, &f, end, alike)
	r.activity += uint32(frames)
	st.deferred, st.excessive = false, false
	n.sums.Offered += frames
	n.sums.OfferedOctets += octets
	st.sums.Offered += frames
	st.sums.Numbered += uint32(frames)
	q.frame, q.at = f, end
	a.end, v.free[i] = end, end
	st.headAt, st.ready, n.now = end, end, end
}

// sentInStream counts frames of a stream that are alike: each waited for the gap after the one before. The last one
// ends at an instant.
func (n *Network) sentInStream(a *attempt, f *medium.Frame, end phy.Time, frames uint64) {
	if frames == 0 {
		return
	}
	i := a.station
	v, r, c, st := &n.rounds, &n.repeaters[0], &n.channels[0], &n.stations[i]
	p := &st.rules.Params
	length := p.Duration(int(f.Size))
	st.collisions, st.late = 0, 0
	st.deferred, st.excessive = true, p.Gap > p.MaxDefer
	n.sums.Attempts += frames
	n.sums.Shares.Success += phy.Time(frames) * length
	n.count(i, f, mac.Retry, frames)
	n.sums.Send(&st.sums, i, 0, p.Gap+length, frames)
	n.countInput(r, &n.ports[st.port].counters, input{length: length, header: p.Header, bit: n.bit, whole: true}, frames)
	if length >= r.Reconnect {
		r.clears += uint32(frames)
	}
	out := end + a.pos + r.Delay
	v.outputs[0] = output{out - length, out}
	everywhere := out + n.reachOf(i)
	n.quiet = max(n.quiet, everywhere)
	if f.Destination < 0 || !n.fits(f.Size) {
		n.countSignal(c, &signal{start: out - length, end: out, header: p.Header, frame: *f, only: none, mute: v.apart}, frames)
	}
	at, ok := n.receivers(i, f, out, everywhere)
	if ok && f.Destination >= 0 {
		tally.Receive(&n.stations[f.Destination].sums.Counters, f.Size, frames)
	}
	if ok {
		n.sums.Deliver(&st.sums, f, p.Gap+length+at-end, frames)
	} else {
		n.sums.Lost += frames
	}
}

// reachOf returns how long what a hub sends takes to all stations but one.
func (n *Network) reachOf(i int32) phy.Time {
	c := &n.channels[n.stations[i].channel]
	if i == c.farthest {
		return c.second
	}
	return c.span
}
