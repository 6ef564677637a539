package soft

import (
	"fmt"
	"math"
	"sync"
	"time"

	"gvisor.dev/gvisor/pkg/waiter"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Player is the applications of flows between stations of a live run, by the wall clock.
type Player struct {
	flows  []*course
	clock  clock
	heard  overheard
	delays delays
	wake   chan struct{}
	stop   chan struct{}
	once   sync.Once
	ended  sync.WaitGroup
	done   chan struct{}

	mu      sync.Mutex // of the flows
	watched watched
}

// Play begins flows between stations, by their numbers in the network. The flows'
// times count from now, at speed times the wall clock; a speed of 0 is 1. A speed that is negative, infinite or
// NaN is an error.
func Play(flows []Flow, stations map[int]*Station, seed uint64, speed float64) (*Player, error) {
	if speed == 0 {
		speed = 1
	}
	if !(speed > 0) || math.IsInf(speed, 1) {
		return nil, fmt.Errorf("soft: a speed of %v: it must be a number above 0, or 0 for 1", speed)
	}
	p := &Player{heard: overheard{began: time.Now(), speed: speed}, wake: make(chan struct{}, 1), stop: make(chan struct{}), done: make(chan struct{})}
	hosts := map[int]*host{}
	for i, s := range stations {
		hosts[i] = &host{station: i, config: s.config, stack: s.stack}
	}
	for i := range flows {
		c, err := newCourse(&flows[i], i, hosts[flows[i].From], hosts[flows[i].To], seed, &p.clock, p.watch)
		if err != nil {
			p.close()
			return nil, fmt.Errorf("soft: flow %s: %w", flows[i].Name, err)
		}
		p.flows = append(p.flows, c)
		if c.DelayedACK {
			p.delays.flows = append(p.delays.flows, c)
		}
		c.start()
	}
	for i, s := range stations {
		p.heard.listen(s, hosts[i])
		p.delays.listen(s, hosts[i])
	}
	p.ended.Go(p.play)
	return p, nil
}

// watch makes whatever happens to a socket wake the player.
func (p *Player) watch(q *waiter.Queue) {
	e := waiter.NewFunctionEntry(waiter.EventMask(^waiter.EventMask(0)), func(waiter.EventMask) {
		select {
		case p.wake <- struct{}{}:
		default:
		}
	})
	q.EventRegister(&e)
}

// look is how often the player looks at its flows when nothing wakes it: the end of a connection
// wakes nobody.
const look = 50 * time.Millisecond

func (p *Player) play() {
	defer p.heard.stop()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		now := p.heard.now()
		if p.turn(now) {
			close(p.done)
			return
		}
		timer.Reset(p.rest(now))
		select {
		case <-p.stop:
			return
		case <-p.wake:
		case <-timer.C:
		}
	}
}

// rest returns how long the player may wait.
func (p *Player) rest(now phy.Time) time.Duration {
	next := p.clock.next()
	if float64(next-now) > p.heard.speed*float64(phy.Time(look)*phy.Nanosecond) {
		return look
	}
	return time.Duration(float64((next-now)/phy.Nanosecond) / p.heard.speed)
}

// turn does what the applications can do now. It reports whether all flows are over.
func (p *Player) turn(now phy.Time) (over bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clock.reach(now)
	p.overhear()
	for moved := true; moved; {
		moved = false
		for a := p.clock.due(); a != nil; a = p.clock.due() {
			a.call()
		}
		for _, c := range p.flows {
			if c.begun && !c.over() {
				moved = c.step(c.to) || moved
				moved = c.step(c.from) || moved
			}
		}
	}
	over = true
	for _, c := range p.flows {
		if p.watched.tell != nil && c.begun {
			p.watched.look(c, c.from)
			p.watched.look(c, c.to)
		}
		over = over && c.over()
	}
	return over
}

// OnState arranges for f to be called with the states of flows, as [Virtual.OnState] does, by the player's goroutine. A state is that at which the
// player has looked.
func (p *Player) OnState(f func(*medium.FlowState)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.watched.watch(f, len(p.flows))
}

// overhear tells flows of their segments.
func (p *Player) overhear() {
	for _, x := range p.heard.taken() {
		concerned(p.flows, x.host, x.segment, x.left, func(c *course, _ uint16) { c.seen(x.host, x.segment, x.left, x.at) })
	}
}

// Done is closed when all flows are over.
func (p *Player) Done() <-chan struct{} { return p.done }

// Results returns the figures of the flows so far.
func (p *Player) Results() (list []medium.Flow) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.overhear()
	for _, c := range p.flows {
		list = append(list, c.figures())
	}
	return list
}

// Close ends the applications, and their connections.
func (p *Player) Close() {
	p.once.Do(func() { close(p.stop) })
	p.ended.Wait()
	p.close()
}

func (p *Player) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.flows {
		if !c.over() {
			c.stop()
		}
	}
}
