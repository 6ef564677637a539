package live

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/csmacd/csmacd/internal/engine"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/trace"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
	"github.com/csmacd/csmacd/tap"
)

// Options are the settings of a live run besides its scenario.
type Options struct {
	Speed   float64       // simulated over wall-clock time; 0: 1
	Spin    time.Duration // busy waiting before each instant: see [tap.Options]
	Version string        // of the program, for the results

	// Helped leaves what needs privileges to a helper process: see [host.BeginHelped]. The program's
	// main must call [host.Help].
	Helped bool

	// Arrived is called for each frame that a host has sent: see [tap.Options].
	Arrived func(station int, at phy.Time, octets []byte)

	// Joined is called when a station with a host has joined, before a frame of the host arrives.
	Joined func(station int)

	// Turn is called after each step, by the run's goroutine.
	Turn func()

	// Note is called at once with what the user should know.
	Note func(text string)
}

// Network is a medium to which hosts can be attached: a cable, or a network of several.
type Network interface {
	medium.Network
	tap.Network
}

// Session is a live run of a scenario: the network, its hosts, and the pacer between them. It is a [Source].
type Session struct {
	Network Network
	Swept   []string // leftovers of killed runs that this run has removed

	scenario  *scenario.Scenario
	version   string
	hosts     *hosts
	live      *tap.Live
	story     *Story
	note      func(text string)
	changing  bool // a command changes the network
	attached  map[string]string
	joined    func(station int)
	speed     float64
	flows     player                  // nil: there are none
	flowState func(*medium.FlowState) // nil: nobody wants to know
	making    sync.Mutex              // or removing a host, while the run goes on

	mu   sync.Mutex
	last *Snapshot
}

// Open builds the network of a scenario and sets up its hosts. Observers may be attached to the network before
// [Session.Run].
func Open(s *scenario.Scenario, o Options) (*Session, error) {
	s.Changeable = true
	made, err := s.Network()
	if err != nil {
		return nil, err
	}
	net, ok := made.(Network)
	if !ok {
		return nil, fmt.Errorf("hosts cannot be attached to a medium of kind %s", s.Kind)
	}
	r := &Session{Network: net, scenario: s, version: o.Version, joined: o.Joined, speed: o.Speed, attached: map[string]string{}}
	if r.hosts, err = setUp(s, net, o.Helped); err != nil {
		return nil, err
	}
	r.Swept = r.hosts.swept()
	r.story = NewStory(net)
	net.Observe(r.story)
	r.note = func(text string) {
		r.story.Note(net.Now(), text)
		if o.Note != nil {
			o.Note(text)
		}
	}
	octets := trace.Simulated{Stations: net}.AppendFrame
	if s.Contents != nil {
		simulated := octets
		octets = func(b []byte, f medium.Frame) []byte {
			if f.Ref == 0 {
				return simulated(b, f)
			}
			return s.Contents.AppendFrame(b, f)
		}
	}
	r.live, err = tap.NewLive(net, r.hosts.ports, tap.Options{
		Speed: o.Speed, Spin: o.Spin, Octets: octets, Arrived: o.Arrived, Turn: o.Turn,
		Note: r.note, Changed: r.changed, Prefer: r.hosts.prefer,
	})
	if err != nil {
		return nil, errors.Join(err, r.hosts.close())
	}
	for _, a := range s.Attached {
		r.attached[net.Name(a.Station)] = a.String()
	}
	return r, nil
}

// Note shows a text among the events of the run, and passes it on. The run's goroutine must call it.
func (r *Session) Note(text string) { r.note(text) }

// Contents returns the octets of the hosts' frames, for a capture.
func (r *Session) Contents() trace.Contents { return r.live }

// ID returns the name of the run, by which csmacd stop and others find it.
func (r *Session) ID() string { return r.hosts.id() }

// Socket returns the path of the socket at which the session may offer a capture, or "" if it has none.
func (r *Session) Socket() string { return r.hosts.socket() }

// Control returns the path of the socket at which the session may take commands, or "" if it has none.
func (r *Session) Control() string { return r.hosts.control() }

// Do calls f between two steps of the run, as [tap.Live.Do] does.
func (r *Session) Do(ctx context.Context, f func()) bool { return r.live.Do(ctx, f) }

// Run runs the network by the clock until the scenario or the context ends. It returns [medium.ErrInterrupted] if the context ends it before
// the scenario does.
func (r *Session) Run(ctx context.Context) error {
	end := r.scenario.Duration
	if end == 0 {
		end = phy.MaxTime
	}
	playing, stop, err := r.play(ctx)
	if err == nil {
		err = r.live.Run(playing, end)
		stop()
	}
	if err == nil && ctx.Err() != nil && r.hasEnd() && !r.Network.Done() && r.Network.Now() < end {
		err = medium.ErrInterrupted
	}
	if err == nil && r.scenario.Duration == 0 && r.Network.Now() >= phy.MaxTime {
		err = fmt.Errorf("the run is over: it has reached %v of simulated time, the greatest instant", phy.MaxTime)
	}
	last := r.Take()
	last.Over, last.Result.Timeline = true, r.scenario.Effects(r.Network.Now())
	r.mu.Lock()
	r.last = last
	r.mu.Unlock()
	return err
}

// hasEnd reports whether the scenario says when the run ends. Otherwise the context is its usual end.
func (r *Session) hasEnd() bool {
	return r.scenario.Duration > 0 || r.scenario.Config.Until != (medium.Until{}) || r.scenario.FlowsDone
}

// Snapshot implements [Source].
func (r *Session) Snapshot() *Snapshot {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	var s *Snapshot
	if r.live.Do(ctx, func() { s = r.Take() }) {
		return s
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.last
}

// Take returns the state of the run. It must be called by the run's goroutine.
func (r *Session) Take() *Snapshot {
	return &Snapshot{
		Name: r.scenario.Name, Line: r.scenario.Line, Now: r.Network.Now(), Result: r.result(),
		Figures: r.live.Figures(), Events: r.story.Told(), Attached: r.attached,
	}
}

func (r *Session) result() *medium.Result {
	result := r.Network.Result()
	result.Scenario, result.Version, result.Engine = r.scenario.Name, r.version, engine.Hash
	if r.flows != nil {
		result.Flows = r.flows.Results()
	}
	return result
}

// Close shuts down the hosts, and removes what was made for them.
func (r *Session) Close() error { return errors.Join(r.live.Close(), r.hosts.close()) }
