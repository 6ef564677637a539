package server

import (
	"container/heap"
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// naive is the original's two programs, written anew in the simplest way: every look of every
// handler is an event, and every goroutine a few variables.
type naive struct {
	c       Config
	events  naiveEvents
	now     phy.Time
	stopped bool
	inside  int
	peak    int
	serial  int
	kept    []*handler
	late    []naiveEvent // timers that expired while the server was stopped

	present []*handler // in the server, and some that have left, with measured times
	waiting []*handler // by client
	drawn   []backoff.Rand
	thought []backoff.Rand
	streams []backoff.Rand
	states  []backoff.State
	began   []phy.Time
	group   []*Group
	log     []string
}

type handler struct {
	client, serial int
	came           phy.Time
	in, left       bool
	todo           *big.Int // with measured times: in units of 2^-63 ps
}

type naiveEvent struct {
	at     phy.Time
	phase  int // stop or continue, time-outs, thinkers, retries, looks
	client int
	h      *handler
	do     func()
}

// before is the order of events, also of those of one instant.
func (a naiveEvent) before(b naiveEvent) int {
	switch {
	case a.at != b.at:
		return sign(a.at - b.at)
	case a.phase != b.phase:
		return a.phase - b.phase
	case a.phase < 4:
		return a.client - b.client
	case a.h.came != b.h.came:
		return sign(b.h.came - a.h.came) // the newest first
	}
	return a.h.serial - b.h.serial
}

type naiveEvents []naiveEvent

func (h naiveEvents) Len() int           { return len(h) }
func (h naiveEvents) Less(i, j int) bool { return h[i].before(h[j]) < 0 }
func (h naiveEvents) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *naiveEvents) Push(e any)        { *h = append(*h, e.(naiveEvent)) }
func (h *naiveEvents) Pop() any {
	last := len(*h) - 1
	e := (*h)[last]
	*h = (*h)[:last]
	return e
}

func sign(t phy.Time) int {
	switch {
	case t < 0:
		return -1
	case t > 0:
		return 1
	}
	return 0
}

func (s *naive) in(wait phy.Time, phase, client int, h *handler, do func()) {
	if wait < phy.Forever-s.now {
		heap.Push(&s.events, naiveEvent{s.now + wait, phase, client, h, do})
	}
}

// getDelay is that of the original, except for its conversion, which depends on the machine there.
func (s *naive) getDelay() time {
	delay := time(s.c.Delay / phy.Nanosecond)
	if s.inside > s.c.Limit && delay > 0 {
		f := float64(delay) * math.Pow(s.c.Factor, float64(s.inside-s.c.Limit)/s.c.K)
		switch {
		case f < math.MaxInt64:
			delay = time(f)
		case s.c.Overflow == Wrap:
			delay = math.MinInt64
		default:
			delay = math.MaxInt64
		}
	}
	return delay
}

type time int64 // in nanoseconds

func (s *naive) think(i int) {
	wait := 0.0
	if s.group[i].Think > 0 {
		wait = s.thought[i].Exponential()
	}
	t := phy.Time(math.Round(wait * float64(s.group[i].Think)))
	s.in(t, 2, i, nil, func() {
		s.states[i].Reset(float64(t) / float64(phy.Second))
		s.began[i] = s.now
		s.request(i)
	})
}

func (s *naive) request(i int) {
	s.serial++
	h := &handler{client: i, serial: s.serial}
	if times := s.c.Times; len(times) > 0 {
		h.todo = units(times[s.drawn[i].Below(uint64(len(times)))], fullSpeed)
	}
	s.waiting[i] = h
	s.in(s.group[i].Timeout, 1, i, h, func() {
		if s.waiting[i] != h {
			return
		}
		s.waiting[i] = nil
		s.log = append(s.log, fmt.Sprintf("%d %d timeout", s.now, i))
		h.left = true
		if s.c.Cancel && h.in && !s.stopped {
			h.in = false
			s.inside--
		}
		st := &s.states[i]
		st.Attempt++
		st.Elapsed = float64(s.now-s.began[i]) / float64(phy.Second)
		wait, stop := s.group[i].Policy.Next(st, &s.streams[i])
		if stop {
			s.think(i)
			return
		}
		s.in(phy.Time(math.Round(wait*float64(phy.Second))), 3, i, nil, func() { s.request(i) })
	})
	if s.stopped {
		s.kept = append(s.kept, h)
		return
	}
	s.handle(h)
}

func (s *naive) handle(h *handler) {
	h.came, h.in = s.now, true
	s.inside++
	s.peak = max(s.peak, s.inside)
	if len(s.c.Times) > 0 {
		s.present = append(s.present, h)
		return
	}
	s.in(s.c.Poll, 4, 0, h, func() { s.look(h) })
}

func (s *naive) look(h *handler) {
	if s.c.Cancel && h.left {
		return
	}
	if elapsed := time((s.now - h.came) / phy.Nanosecond); elapsed < s.getDelay() {
		s.in(s.c.Poll, 4, 0, h, func() { s.look(h) })
		return
	}
	s.respond(h)
}

func (s *naive) respond(h *handler) {
	h.in = false
	s.inside--
	s.log = append(s.log, fmt.Sprintf("%d %d response %v", s.now, h.client, !h.left))
	if !h.left {
		s.waiting[h.client] = nil
		s.think(h.client)
	}
}

func (s *naive) run(until phy.Time) {
	for _, stop := range s.c.Stops {
		s.in(stop.At, 0, 0, nil, func() { s.stopped = true })
		s.in(stop.At+stop.For, 0, 0, nil, func() {
			s.stopped = false
			if s.c.Cancel {
				for _, h := range s.present {
					if h.left && h.in {
						s.inside--
						h.in = false
					}
				}
				for _, e := range slices.Concat(s.events, s.late) {
					if e.phase == 4 && e.h.left && e.h.in {
						s.inside--
						e.h.in = false
					}
				}
			}
			for _, e := range s.late {
				e.at = s.now
				heap.Push(&s.events, e)
			}
			s.late = nil
			for _, h := range s.kept {
				if !s.c.Cancel || !h.left {
					s.handle(h)
				}
			}
			s.kept = nil
		})
	}
	for {
		end := s.nextEnd()
		if s.events.Len() > 0 && s.events[0].at <= end {
			end = s.events[0].at
		}
		if end >= until {
			return
		}
		s.work(end)
		if s.events.Len() == 0 || s.events[0].at > end {
			s.finish()
			continue
		}
		e := heap.Pop(&s.events).(naiveEvent)
		if e.phase == 4 && s.stopped {
			s.late = append(s.late, e)
			continue
		}
		e.do()
	}
}

func newNaive(c Config) *naive {
	s := &naive{c: c}
	for g := range c.Groups {
		for _, name := range c.Groups[g].Names {
			s.group = append(s.group, &c.Groups[g])
			s.thought = append(s.thought, backoff.NewRand(c.Seed, name, "think"))
			s.drawn = append(s.drawn, backoff.NewRand(c.Seed, name, "service"))
			s.streams = append(s.streams, backoff.NewRand(c.Seed, name, "backoff"))
			s.states = append(s.states, backoff.State{})
			s.began = append(s.began, 0)
			s.waiting = append(s.waiting, nil)
		}
	}
	for i := range s.group {
		s.think(i)
	}
	return s
}

// outcomes records what the log of a naive run contains.
type outcomes struct{ log []string }

func (*outcomes) Interest() medium.Interest {
	return medium.Interest{Kinds: medium.Of(medium.Timeout, medium.Response)}
}

func (o *outcomes) Observe(e *medium.Event) {
	if e.Kind == medium.Timeout {
		o.log = append(o.log, fmt.Sprintf("%d %d timeout", e.At, e.Station))
		return
	}
	o.log = append(o.log, fmt.Sprintf("%d %d response %v", e.At, e.Station, e.OK))
}

// The engine, which looks only when it has to, and sleeps, agrees with a program that looks every
// time.
func TestSameAsEveryLook(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { sameAsNaive(t, anyServer(t), 2*phy.Second) })
}

// anyServer describes any small server and its clients.
func anyServer(t *rapid.T) Config {
	ms := func(name string, least, most int) phy.Time {
		return phy.Time(rapid.IntRange(least, most).Draw(t, name)) * phy.Millisecond
	}
	c := Config{
		Seed: rapid.Uint64().Draw(t, "seed"),
		Rule: Rule{
			Delay: ms("delay", 0, 300), Limit: rapid.IntRange(0, 6).Draw(t, "limit"), Poll: ms("poll", 5, 60),
			Factor: rapid.SampledFrom([]float64{1, 1.05, 1.5, 3, 1e4}).Draw(t, "factor"),
			K:      rapid.SampledFrom([]float64{0.5, 1, 3.3}).Draw(t, "k"),
		},
		Cancel: rapid.Bool().Draw(t, "cancel"),
	}
	if rapid.Bool().Draw(t, "wrap") {
		c.Overflow = Wrap
	}
	at := phy.Time(0)
	for range rapid.IntRange(0, 3).Draw(t, "stops") {
		s := Stop{at + ms("at", 1, 1500), ms("for", 1, 900)}
		c.Stops = append(c.Stops, s)
		at = s.At + s.For
	}
	policies := []backoff.Policy{
		backoff.Fixed(.1), backoff.Fixed(0), backoff.NormVariateCode(backoff.NormVariateDefault, 1),
		backoff.FullJitter(backoff.Growth{Base: .05, Factor: 2, Cap: 2}), backoff.Limit(backoff.Fixed(.07), 3, 0),
	}
	for g := range rapid.IntRange(1, 2).Draw(t, "groups") {
		c.Groups = append(c.Groups, Group{
			Group:   medium.Group{Name: fmt.Sprint(g), Names: names(fmt.Sprint("g", g, "."), rapid.IntRange(1, 9).Draw(t, "clients")), Policy: rapid.SampledFrom(policies).Draw(t, "policy")},
			Think:   ms("think", 0, 800),
			Timeout: ms("timeout", 20, 400),
		})
	}
	return c
}

// sameAsNaive compares a run with that of the naive model. If the clients do not think, nearly
// everything happens at whole milliseconds.
func sameAsNaive(t *rapid.T, c Config, until phy.Time) {
	want := newNaive(c)
	want.run(until)

	if c.Delay == 0 { // which would be the original's
		c.Delay = -1
	}
	if c.Limit == 0 {
		c.Limit = -1
	}
	n, err := New(c)
	require.NoError(t, err)
	seen := &outcomes{}
	n.Observe(seen)
	for _, part := range []phy.Time{until / 7, until / 3, until} {
		require.NoError(t, n.Run(part))
	}
	for i := range min(len(want.log), len(seen.log)) {
		require.Equal(t, want.log[i], seen.log[i], "outcome %d", i)
	}
	require.Len(t, seen.log, len(want.log))
	require.Equal(t, want.inside, n.server.inside)
	require.Equal(t, want.peak, n.server.peak)
}
