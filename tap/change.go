package tap

import (
	"errors"
	"fmt"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Change makes a change of the network at the instant up to which it has been run, whatever c.At
// is. It must be called by Run's goroutine, from Options.Turn or [Live.Do]. The error is that of
// the network, which is then as it was.
//
// A station that joins is there when Change returns: the network has been run a nanosecond further. So it has before a
// station gets another address: what hosts sent until then is for the addresses of that time.
// The link of a station that is removed is closed.
func (l *Live) Change(c medium.Change) error {
	net, ok := l.net.(medium.Changer)
	if !ok {
		return fmt.Errorf("tap: %w: the network cannot be changed", medium.ErrRefused)
	}
	if c.Kind == medium.Ether {
		if err := l.net.Run(l.net.Now() + phy.Nanosecond); err != nil {
			return err
		}
	}
	c.At = l.net.Now()
	if err := net.Change(c); err != nil {
		return err
	}
	if l.options.Changed != nil {
		l.options.Changed(c)
	}
	switch c.Kind {
	case medium.Add:
		if err := l.net.Run(c.At + phy.Nanosecond); err != nil { // a frame of a host comes at a whole one
			return err
		}
		l.known.forget() // its address was that of a stranger
	case medium.Ether:
		l.moving = true
	case medium.Remove:
		l.remove(c.Station)
	}
	return nil
}

// settle makes stations have the addresses that they get at this instant, before a host sends a frame to one.
func (l *Live) settle() {
	if l.moving {
		l.moving = false
		_ = l.net.Run(l.net.Now() + phy.Nanosecond) // the next step has the error as well
		l.known.forget()
	}
}

// Join is [Live.Change] for a station that joins with a host: c is of kind [medium.Add]. The number
// of the station in p is not used: a station that joins has the next one. Live owns the link from
// then on: if Join fails, it closes the link.
func (l *Live) Join(c medium.Change, p Port) error {
	if p.Link == nil {
		return fmt.Errorf("tap: station %s has no link", c.Station)
	}
	q := newPort(p)
	err := l.begin(q, c.Station)
	if err == nil {
		l.joining = q
		err = l.Change(c)
		l.joining = nil
	}
	if err == nil {
		l.recognizeAll(q)
	}
	if err != nil {
		q.figures.Left = err.Error() // what it says from now on is ignored
		err = errors.Join(err, p.Link.Close())
	}
	return err
}

// remove closes the link of a station that is no longer there, if it has one. It does not wait for that: the
// kernel takes some 15 ms to delete a TAP device.
func (l *Live) remove(station string) {
	for _, p := range l.ports.all {
		if p.figures.Left == "" && l.net.Name(p.station) == station {
			p.figures.Left = "it was removed"
			l.ports.move(p)
			l.closing.Go(func() { _ = p.link.Close() }) // nothing is lost that is not lost already
		}
	}
}
