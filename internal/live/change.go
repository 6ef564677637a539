package live

import (
	"errors"
	"fmt"
	"strings"

	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/medium"
)

// mostChanges is the largest number of entries in the timeline of a live run: a recording has to
// hold them all, and each is compared with those before it.
const mostChanges = 2_000

var errMostChanges = fmt.Errorf("the run has been changed %d times, which is the limit", mostChanges)

// Change makes an entry of a timeline happen, at the instant up to which the network has been run, and
// adds it to the timeline of the scenario. text is the entry as YAML or JSON, without its instant.
// The run's goroutine must call it, between two steps. After an error the run is as it was.
func (r *Session) Change(text []byte) (*scenario.Entry, error) {
	net, ok := r.Network.(medium.Changer)
	if !ok {
		return nil, fmt.Errorf("a medium of kind %s cannot be changed", r.scenario.Kind)
	}
	e, err := r.read(text)
	if err != nil {
		return nil, err
	}
	if name, _ := e.Added(); name != "" {
		return nil, fmt.Errorf("%s cannot join a run that has begun: write it into the scenario with {at: 0s, station: %[1]s, power: off}, and switch it on: csmacd fault %[1]s power on", name)
	}
	r.changing = true
	defer func() { r.changing = false }()
	for _, c := range e.Changes {
		if c.At == r.Network.Now() {
			err = r.live.Change(c)
		} else {
			err = net.Change(c) // the end of a change that lasts for a time
		}
		if err != nil {
			return nil, inWords(err)
		}
	}
	r.scenario.Keep(e)
	return e, nil
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
	if errors.Is(err, medium.ErrOver) {
		return medium.ErrOver
	}
	text := err.Error()
	for _, room := range []string{"tap: ", "lan: ", "domain: ", "bus: "} {
		text = strings.TrimPrefix(text, room)
	}
	return errors.New(text)
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
