package aloha

import (
	"fmt"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/crowd"
	"github.com/csmacd/csmacd/phy"
)

// channel is the state of a channel and its users.
type channel struct {
	crowd.Crowd
	config Config
	groups []making
	users  []user
	many   many
	air    air
	counts []backlog // by group
	all    backlog
	exit   phy.Time // when the backlog exceeded the limit; 0: never
	vain   int      // transmissions since the last frame was received or given up
	most   int      // that number at which the channel is lost; 0: no limit
	lost   phy.Time // when it was lost; 0: never
}

// making is how the users of a group make frames.
type making struct {
	slots   backoff.Policy // slots to wait; nil: an exponential time
	mean    phy.Time
	endless bool
}

// user is the additional state of a client that makes frames.
type user struct {
	stream backoff.Rand
	state  backoff.State // of making.slots
	held   uint64        // number of its frames, if it stands for an unlimited number of users
}

// sender is a user with a frame: a client, or one of those for which the client stands.
type sender struct {
	client int32
	work   uint32 // index in many, from 1; 0: the client's own frame
}

// The phases of an instant.
const (
	ended   uint8 = iota // a frame, or a slot
	known                // the outcome of a frame
	arrival              // a frame at its user
	start                // a transmission
)

// New makes a channel at time 0. The error says what is impossible in the configuration.
func New(c Config) (*Network, error) {
	if err := c.check(); err != nil {
		return nil, fmt.Errorf("aloha: %w", err)
	}
	n := &channel{config: c, air: air{clean: nobody}}
	kind := "aloha"
	if c.Slotted {
		kind = "slotted-aloha"
	}
	var groups []medium.Group
	for i := range c.Groups {
		g := &c.Groups[i]
		groups = append(groups, g.Group)
		m := making{endless: g.Endless}
		if c.Slotted && g.S > 0 {
			m.slots = backoff.Geometric(g.S)
		} else {
			m.mean = c.mean(g)
		}
		if g.Endless && (c.Limit == 0 || c.Limit > MostBacklog) {
			n.config.Limit = MostBacklog
		}
		if g.Endless && c.Limit == 0 {
			n.most = Vain
		}
		n.groups = append(n.groups, m)
	}
	err := n.Init(crowd.Options{
		Kind: kind, Seed: c.Seed, BitTime: c.BitTime, Warmup: c.Warmup, Until: c.Until, Draws: c.Draws,
		Unit: c.Frame, Work: c.Frame, Lag: c.Feedback,
	}, n, groups)
	if err != nil {
		return nil, fmt.Errorf("aloha: %w", err)
	}
	n.counts = make([]backlog, len(groups))
	n.users = make([]user, n.Len())
	for i := range n.users {
		n.users[i] = user{stream: n.Stream(int32(i), "arrival"), state: backoff.State{Draws: c.Draws}}
		n.idle(int32(i))
	}
	return &Network{n}, nil
}

// push adds an entry for a sender to the agenda.
func (n *channel) push(at phy.Time, phase uint8, s sender, ok bool) {
	tag := uint64(s.work) << 1
	if ok {
		tag |= 1
	}
	n.Due.Push(crowd.Entry{At: at, Place: crowd.PlaceOf(phase, s.client), Tag: tag})
}

// Happen implements [crowd.Resource].
func (n *channel) Happen(e crowd.Entry) {
	s := sender{e.Client(), uint32(e.Tag >> 1)}
	switch e.Phase() {
	case ended:
		if n.config.Slotted {
			n.endSlot()
		} else {
			n.endFrame(s)
		}
	case known:
		n.learn(s, e.Tag&1 == 1)
	case arrival:
		n.arrive(s.client)
	case start:
		if n.config.Slotted {
			n.startInSlot(s)
		} else {
			n.startFrame(s)
		}
	}
}

// settle ends a sender's transmission.
func (n *channel) settle(s sender, ok bool) {
	k := n.take(s)
	again := k.State.Attempt > 0
	n.End(s.client, ok)
	n.put(s)
	n.transmitted(ok)
	switch {
	case ok && again:
		n.backlogged(k.Group(), -1)
	case !ok && !again:
		n.backlogged(k.Group(), 1)
	}
	if n.config.Feedback == 0 {
		n.learn(s, ok)
	} else {
		n.push(n.At(n.config.Feedback), known, s, ok)
	}
}

// learn tells a sender the outcome of its transmission.
func (n *channel) learn(s sender, ok bool) {
	k := n.take(s)
	again := false
	var wait phy.Time
	if ok {
		n.Succeed(s.client)
	} else {
		n.Emit(medium.Event{Kind: medium.Collision, Station: s.client})
		if wait, again = n.Fail(s.client); !again {
			n.vain = 0
			n.backlogged(k.Group(), -1)
		}
	}
	n.put(s)
	if again {
		n.push(n.opening(n.At(wait)), start, s, false)
		return
	}
	if s.work == 0 {
		n.idle(s.client)
	} else {
		n.many.free(s.work)
		n.users[s.client].held--
	}
}

// opening returns the first instant from t on at which a transmission may begin.
func (n *channel) opening(t phy.Time) phy.Time {
	if !n.config.Slotted || t >= phy.Forever {
		return t
	}
	slot := n.config.Frame
	return (t + slot - 1) / slot * slot
}
