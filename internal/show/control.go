package show

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/csmacd/csmacd/internal/control"
	"github.com/csmacd/csmacd/internal/run"
)

// serve begins to take commands of the user.
func (u *show) serve() (err error) {
	u.serving, u.served = context.WithCancel(u.ctx)
	u.feed = newFeed(u.session.Network)
	u.control, err = control.Serve(u.session.Control(), u.command)
	return err
}

// patience is how long a command waits for the run, which may be busy with a step.
const patience = 10 * time.Second

// between does something between two steps of the run, by the run's goroutine.
func (u *show) between(f func() error) error {
	ctx, cancel := context.WithTimeout(u.serving, patience)
	defer cancel()
	var failure error
	switch {
	case u.session.Do(ctx, func() { failure = f() }):
		return failure
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fmt.Errorf("the run has been busy for %v: the command was not done", patience)
	}
	return control.ErrOver
}

// command does a command of a client, and returns its answer.
func (u *show) command(c *control.Client, r *control.Request) (any, error) {
	switch r.Do {
	case "change":
		return u.change(r.Entry)
	case "status":
		return u.status()
	case "stats":
		return u.stats(r.Host)
	case "plca":
		return u.plca(r.Host)
	case "events":
		return u.events(c, r.Of)
	case "stop":
		u.quit()
		return nil, nil
	}
	return nil, fmt.Errorf("this run does not take the command %s", r.Do)
}

// change makes an entry of a timeline happen now.
func (u *show) change(entry []byte) (c control.Changed, err error) {
	text := entry
	if len(entry) > 0 && entry[0] == '"' { // as in a file
		var s string
		if err := json.Unmarshal(entry, &s); err != nil {
			return c, err
		}
		text = []byte(s)
	}
	e, err := u.session.Change(text, func(f func() error) error {
		return u.between(func() error {
			if u.session.Network.Done() {
				return control.ErrOver
			}
			return f()
		})
	})
	if err != nil {
		return c, err
	}
	c = control.Changed{At: e.At, Text: e.Words()}
	if e.For > 0 {
		c.Until = e.At + e.For
	}
	return c, nil
}

func (u *show) status() (s control.Status, err error) {
	err = u.between(func() error {
		net := u.session.Network
		s = control.Status{Scenario: u.scenario.Name, Version: u.Version, Seed: u.scenario.Config.Seed, Now: net.Now(), Speed: u.Speed, Record: u.Record}
		left := map[string]bool{}
		for _, e := range u.scenario.Timeline() {
			if e.Key == "remove" && e.At <= s.Now {
				left[e.Changes[0].Station] = true
			}
		}
		for i := range net.Len() {
			if name := net.Name(i); left[name] {
				s.Left = append(s.Left, name)
			} else {
				s.Stations = append(s.Stations, name)
			}
		}
		return nil
	})
	return s, err
}

func (u *show) stats(station string) (s control.Stats, err error) {
	err = u.between(func() error {
		snap := u.session.Take()
		s.Now = snap.Now
		for i := range snap.Result.Stations {
			st := &snap.Result.Stations[i]
			if station != "" && st.Name != station {
				continue
			}
			one := control.StationStats{Name: st.Name, Counters: st.Counters, Dropped: st.FramesDropped, Queued: st.FramesQueued}
			for k := range snap.Figures.Hosts {
				if h := &snap.Figures.Hosts[k]; h.Station == st.Name {
					one.Host = h
				}
			}
			for _, a := range u.scenario.Attached {
				if u.session.Network.Name(a.Station) == st.Name {
					one.TAP = a.TAP
				}
			}
			s.Stations = append(s.Stations, one)
		}
		if len(s.Stations) == 0 {
			return fmt.Errorf("there is no station %q: there are %s", station, run.SomeNames(u.session.Network))
		}
		return nil
	})
	return s, err
}

// events begins to pass events to a client.
func (u *show) events(c *control.Client, of []string) (any, error) {
	kinds := fed
	if len(of) > 0 {
		var err error
		if kinds, err = run.Kinds(strings.Join(of, ",")); err != nil {
			return nil, fmt.Errorf("of: %w", err)
		}
		if kinds&^fed != 0 {
			return nil, errors.New("of: what each tap hears (rx_start, rx_end, carrier_on, carrier_off) is not passed on: csmacd up --events FILE writes it")
		}
	}
	already := false
	err := u.between(func() error {
		already = u.feed.leave(c)
		u.feed.follow(c, kinds)
		return nil
	})
	if err == nil && !already {
		c.OnLeave(func() {
			_ = u.between(func() error { u.feed.leave(c); return nil }) // unless the run is over
		})
	}
	return nil, err
}
