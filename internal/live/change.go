package live

import (
	"errors"
	"fmt"
	"maps"

	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
	"github.com/csmacd/csmacd/tap"
)

// mostChanges is the largest number of entries in the timeline of a live run: a recording has to
// hold them all, and each is compared with those before it.
const mostChanges = 2_000

var errMostChanges = fmt.Errorf("the run has been changed %d times, which is the limit", mostChanges)

// Change makes an entry of a timeline happen, at the instant up to which the network has been run, and
// adds it to the timeline of the scenario. text is the entry as YAML or JSON, without its instant.
// Any goroutine may call it: between calls a function between two steps of the run. After an error the
// run is as it was.
func (r *Session) Change(text []byte, between func(func() error) error) (e *scenario.Entry, err error) {
	joins := false
	err = between(func() error {
		if err := r.refine(); err != nil {
			return err
		}
		if e, err = r.read(text); err == nil {
			if _, host := e.Added(); host != nil {
				joins = true
				return nil
			}
			err = r.make(e, nil)
		}
		return err
	})
	switch {
	case err != nil:
	case joins:
		return r.join(text, between)
	case e.Key == "remove":
		r.making.Lock()
		defer r.making.Unlock()
		err = r.hosts.leave(e.Changes[0].Station)
	}
	return e, err
}

// join lets a station with a host join. Making the host takes time, during which the run goes on.
func (r *Session) join(text []byte, between func(func() error) error) (e *scenario.Entry, err error) {
	r.making.Lock() // the host of one is not that of another
	defer r.making.Unlock()
	read := func() (err error) { e, err = r.read(text); return err }
	if err = between(read); err != nil {
		return nil, err
	}
	name, host := e.Added()
	station := e.Changes[0].New.(domain.Station)
	port, err := r.hosts.join(host, &station)
	if err != nil {
		return nil, err
	}
	owned := false // by the run
	err = between(func() error {
		if err := read(); err != nil { // for this instant
			return err
		}
		owned = true
		return r.make(e, &port)
	})
	if err != nil {
		if !owned {
			err = errors.Join(err, port.Link.Close())
		}
		return nil, errors.Join(err, r.hosts.leave(name))
	}
	return e, nil
}

// make makes an entry happen. port is that of the station which it adds, or nil.
func (r *Session) make(e *scenario.Entry, port *tap.Port) error {
	net, ok := r.Network.(medium.Changer)
	if !ok {
		return fmt.Errorf("a medium of kind %s cannot be changed", r.scenario.Kind)
	}
	r.changing = true
	defer func() { r.changing = false }()
	now := r.Network.Now()
	for _, c := range e.Changes {
		var err error
		switch {
		case port != nil:
			err = r.live.Join(c, *port)
		case c.At == now:
			err = r.live.Change(c)
		default:
			err = net.Change(c) // the end of a change that lasts for a time
		}
		if err != nil {
			return inWords(err)
		}
	}
	r.scenario.Keep(e)
	r.note("CHANGE: " + e.Words())
	if name, host := e.Added(); host != nil {
		r.scenario.Attached = append(r.scenario.Attached, *host)
		r.attached = maps.Clone(r.attached) // a snapshot has the other
		r.attached[name] = host.String()
		if r.joined != nil {
			r.joined(host.Station)
		}
	}
	return nil
}

// refine lets a nanosecond pass if something else begins or ends at the present instant, so that a command can end it
// early, and a recording has the two in their order.
func (r *Session) refine() error {
	now := r.Network.Now()
	for _, e := range r.scenario.Timeline() {
		if e.At == now || e.For > 0 && e.At+e.For == now {
			return r.Network.Run(now + phy.Nanosecond)
		}
	}
	return nil
}

// read reads an entry for the present instant.
func (r *Session) read(text []byte) (*scenario.Entry, error) {
	if len(r.scenario.Timeline()) >= mostChanges {
		return nil, errMostChanges
	}
	return r.scenario.ReadEntry(text, r.Network.Now())
}

// inWords returns the error of a network's change as a user reads it.
func inWords(err error) error {
	var call *medium.CallError
	switch {
	case errors.Is(err, medium.ErrOver):
		return medium.ErrOver
	case errors.As(err, &call):
		return errors.New(call.Text)
	}
	return err
}

// changed is called for each change that the network has accepted. What a host changed is added to the
// timeline as well, because a recording without it would be that of another run.
func (r *Session) changed(c medium.Change) {
	r.story.Changed(c.At)
	if r.changing {
		return
	}
	text, err := scenario.EntryOf(c)
	if err != nil {
		return // it is a command's
	}
	var e *scenario.Entry
	if e, err = r.read([]byte(text)); err == nil {
		r.scenario.Keep(e)
		return
	}
	r.note(fmt.Sprintf("%s: a recording of this run will not have %s: %v", c.Station, text, err))
}
