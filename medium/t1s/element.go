package t1s

import (
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// sort is a sort of what a node sends.
type sort uint8

const (
	silence sort = iota
	beacon
	commit
	data // a frame
)

// element is a BEACON, a COMMIT or a frame on the line. The elements of a node follow each other.
type element struct {
	sort    sort
	source  int32
	start   phy.Time // at the source
	end     phy.Time // at the source, if ended
	tail    phy.Time // how much of its end is the tail
	taps    int32    // that it has not left yet
	ended   bool
	damaged bool // a frame that was not sent whole
	crashed bool // its sender saw a collision
	mute    bool // nobody hears it
	decided bool // whether it was delivered
	marked  bool // a tally found it on its way

	frame  medium.Frame
	queued phy.Time
	sent   phy.Time // the end of its transmission, as the figures of the MAC count it
	last   phy.Time // when the last station so far had it whole
	got    int32    // stations that received it whole
	need   int32    // number of other stations when it began
}

// launch makes the record of an element that a node begins to send. It returns its number.
func (n *Network) launch(e element) uint32 {
	n.under++
	e.taps = int32(len(n.nodes))
	e.need = e.taps - int32(n.absent) - 1
	if k := len(n.free); k > 0 {
		i := n.free[k-1]
		n.free = n.free[:k-1]
		n.elements[i] = e
		return i
	}
	n.elements = append(n.elements, e)
	return uint32(len(n.elements) - 1)
}

// leave records that an element has left a tap. A frame that has left them all was delivered, or is lost.
func (n *Network) leave(k uint32) {
	e := &n.elements[k]
	if e.taps--; e.taps > 0 {
		return
	}
	if e.sort == data && e.sent > 0 && !e.decided {
		n.concludeLast(e)
	}
	n.under--
	n.free = append(n.free, k)
}

// out is what a node sends: the state of its PCS.
type out struct {
	sort      sort
	element   uint32
	ending    bool     // its end, or its tail, is sent
	over      bool     // ESD and ESDOK have been sent, and something else was wanted when they ended
	tailing   bool     // its tail
	commits   bool     // the MII has COMMIT
	committed int32    // the turn of the last COMMIT
	fell      phy.Time // ending, of a frame: when TX_EN fell
	turn      uint32   // counts what makes planned ends void
}

// endCode is the length of ESD and ESDOK, which end a frame or a COMMIT.
const endCode = 8 * plca.Bit

// transmit makes the PCS of a node follow what its MII has now.
func (n *Network) transmit(i int32) {
	x := &n.nodes[i]
	o := &x.out
	want := n.wanted(x)
	if commits := want == commit; commits != o.commits {
		if o.commits = commits; commits {
			o.committed = int32(x.sub.Control.CurID)
			n.emit(medium.Event{Kind: medium.Commit, Station: i, ID: o.committed})
		} else if want != data {
			n.emit(medium.Event{Kind: medium.CommitEnd, Station: i, ID: o.committed})
		}
	}
	switch {
	case o.ending && o.sort == data && !o.tailing && !o.over && want != data:
		return // ESD and ESDOK come first
	case o.ending && o.over && !o.tailing && want == silence:
		n.tail(i)
	case o.ending:
		if want == silence {
			return
		}
		if o.sort == data && !o.tailing && !o.over {
			n.elements[o.element].damaged = true // the next frame cuts ESD or ESDOK
		}
		n.send(i, want)
	case want == o.sort:
		return
	case want == silence, o.sort == data:
		o.ending, o.fell = true, n.now
		o.turn++
		if o.sort == beacon {
			n.tail(i)
			return
		}
		if o.sort == data {
			n.endFrame(i)
		}
		n.agenda.push(newEntry(n.now+endCode, lining, i, esdEnd, o.turn, 0))
	default:
		n.send(i, want)
	}
}

// wanted returns what the MII of a node has now.
func (n *Network) wanted(x *node) sort {
	switch {
	case x.sub.TXEN:
		return data
	case x.sub.State == plca.Normal:
		return silence
	case x.cmd == plca.Beacon:
		return beacon
	case x.cmd == plca.Commit:
		return commit
	}
	return silence
}

// endOfCode processes the end of ESD and ESDOK.
func (n *Network) endOfCode(i int32, turn uint32) {
	x := &n.nodes[i]
	if x.out.turn != turn {
		return
	}
	if x.out.sort == data {
		n.push(n.now+x.latency.Tx, flowing, i, resetEnd, x.tap.number, 0)
	}
	if n.wanted(x) != silence { // the machines, which come next, may end it in this instant
		x.out.over = true
		n.stir(i)
		return
	}
	n.tail(i)
}

// tail sends the tail of what a node has sent.
func (n *Network) tail(i int32) {
	x := &n.nodes[i]
	x.out.tailing = true
	if x.latency.Tail == 0 {
		n.send(i, silence)
		return
	}
	n.agenda.push(newEntry(n.now+x.latency.Tail, lining, i, tailEnd, x.out.turn, 0))
}

// send makes a node send something else from now on.
func (n *Network) send(i int32, what sort) {
	x := &n.nodes[i]
	o := &x.out
	mute := x.mute || n.short
	if o.sort != silence {
		mute = n.elements[o.element].mute
	}
	if !mute {
		n.share.change(n.now, o.sort, what)
	}
	if o.sort != silence {
		e := &n.elements[o.element]
		e.ended, e.end = true, n.now
		if what == silence && o.tailing {
			e.tail = x.latency.Tail
		}
	}
	*o = out{sort: what, turn: o.turn + 1, commits: o.commits, committed: o.committed}
	switch what {
	case silence:
	case data:
		q := &x.went // the MAC is done: HOLD began late, and the line gets the end of the frame
		if x.state == sending {
			q = x.queue.head()
		}
		n.beginFrame(i)
		o.element = n.launch(element{sort: data, source: i, start: n.now, mute: mute, frame: q.frame, queued: q.at})
	default:
		o.element = n.launch(element{sort: what, source: i, start: n.now, mute: mute})
	}
	ph := flowing
	if what == silence {
		ph = ebbing
	}
	for k := range x.reach {
		g := &x.reach[k]
		at := n.now + x.latency.Tx + g.delay
		n.quiet = max(n.quiet, at)
		n.agenda.push(newEntry(at, ph, i, lineEdge, o.element, uint32(k)))
	}
}

// push adds a job of this node to the agenda.
func (n *Network) push(at phy.Time, p phase, i int32, j job, arg, other uint32) {
	n.agenda.push(newEntry(at, p, i, j, arg, other))
}

// mayLose is how much of a frame's preamble may be missing: what is left begins with SYNC and SSD. A MAC
// that starts in the end of its own COMMIT loses some.
const mayLose = 40 * plca.Bit

// beginFrame and endFrame count the frames on the line.
func (n *Network) beginFrame(i int32) {
	x := &n.nodes[i]
	if n.frames == 0 {
		n.sums.Shares.Begin(n.now)
	}
	n.frames++
	x.tap.reset = true
	x.tap.sent = n.now
	x.tap.number++
}

func (n *Network) endFrame(i int32) {
	x := &n.nodes[i]
	n.frames--
	e := &n.elements[x.out.element]
	if lost := x.rules.Duration(int(e.frame.Size)) - (n.now - x.tap.sent); lost < -x.latency.MII || lost > mayLose {
		e.damaged = true // PLCA was switched on or off in the middle of it
	}
	if n.noise != nil && !n.noise.Clean(x.tap.sent, n.now) {
		e.damaged = true
	}
	n.sums.Shares.End(x.tap.sent, n.now, e.crashed, n.frames == 0)
	if e.crashed {
		n.crashing--
	}
}
