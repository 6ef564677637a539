package player

import (
	"slices"

	"github.com/csmacd/csmacd/internal/said"
	"github.com/csmacd/csmacd/internal/scene"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// watch observes what senders do and meet, and computes from the scene what happens to each
// frame at its destination: the engine would have to compute what every station hears of every
// signal. It passes both to see, in order of time; of one instant, arrivals come first, as in
// the engine.
type watch struct {
	picture Picture
	scene   *scene.Scene     // nil: the medium is not a cable, and what happens there is complete
	coming  []scene.Delivery // in order of time
	see     func(e *medium.Event, tell func() said.Sentence)
}

// Interest implements [medium.Observer]. On a path of a network, frames arrive from anywhere: there the
// engine computes what its stations and ports receive.
func (w *watch) Interest() medium.Interest {
	want := w.picture.Interest()
	want.Kinds &^= medium.Of(medium.RxStart)
	return want
}

// Observe implements [medium.Observer].
func (w *watch) Observe(e *medium.Event) {
	if w.scene == nil {
		w.see(e, func() said.Sentence { return w.picture.Tell(e) })
		return
	}
	if w.scene.OnPath() > 0 {
		w.onPath(e)
		return
	}
	w.upto(e.At)
	w.see(e, func() said.Sentence { return w.scene.Tell(e) })
	if e.Kind == medium.Sent {
		d := w.scene.Coming(e)
		k, _ := slices.BinarySearchFunc(w.coming, d.At, func(c scene.Delivery, at phy.Time) int {
			if c.At <= at { // those of one instant in the order in which they were sent
				return -1
			}
			return 1
		})
		w.coming = slices.Insert(w.coming, k, d)
	}
}

// onPath passes on an event of a path, by the numbers of the scene; receptions only of a frame by the
// station that it is for.
func (w *watch) onPath(e *medium.Event) {
	if e.Kind == medium.RxEnd && (!e.OK || e.Frame.Destination != e.Station) {
		return
	}
	local := *e
	var ok bool
	if local.Station, ok = w.scene.Local(e.Station); !ok {
		local.Station = medium.NoStation
	}
	if e.Kind == medium.RxEnd {
		if local.From, ok = w.scene.Local(e.Frame.Source); !ok {
			local.From = medium.NoStation
		}
	}
	w.see(&local, func() said.Sentence { return w.scene.Tell(e) })
}

// upto passes on the deliveries at an instant or before it.
func (w *watch) upto(at phy.Time) {
	for len(w.coming) > 0 && w.coming[0].At <= at {
		d := w.coming[0]
		w.coming = slices.Delete(w.coming, 0, 1)
		ok, text := w.scene.Arrived(&d)
		why := medium.NoReason
		if !ok {
			why = medium.Damaged
		}
		w.see(&medium.Event{Kind: medium.RxEnd, At: d.At, Station: d.Station, From: d.Sent.Station, OK: ok, Why: why, Octets: d.Sent.Octets,
			Frame: medium.Frame{Number: d.Sent.Frame, Size: d.Sent.Octets, Source: d.Sent.Station, Destination: d.Sent.To}},
			func() said.Sentence { return text })
	}
}

// ran passes on the deliveries before an instant up to which the network has been run; also
// those at the instant, if a condition has ended the run there.
func (w *watch) ran(now phy.Time, done bool) {
	if !done {
		now--
	}
	w.upto(now)
}
