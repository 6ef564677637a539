package crowd

import (
	"errors"
	"math"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Client is one of the clients that contend. It has at most one piece of work at a time; a client
// that stands for many has several, see [Crowd.Swap].
type Client struct {
	Work

	policy backoff.Policy
	stream backoff.Rand
	unit   phy.Time
	group  int32

	offered, sent, dropped uint64
	total, most            phy.Time // of its delays
	after                  []uint64 // [k]: work done after exactly k failures
}

// mostAfter is the largest number of failures of a piece of work that is counted separately. More
// failures count as this number.
const mostAfter = 1023

// Client returns a client.
func (c *Crowd) Client(i int32) *Client { return &c.clients[i] }

// Group returns the number of a client's group.
func (k *Client) Group() int { return int(k.group) }

// Waited records the client's wait before its work, which some policies use.
func (k *Client) Waited(t phy.Time) { k.State.Previous = float64(t) / float64(k.unit) }

// Trying returns the number of the client's work, and of its attempt at it.
func (k *Client) Trying() (work uint32, attempt uint8) {
	return k.number, uint8(min(k.State.Attempt+1, math.MaxUint8))
}

// Working reports whether the client has work.
func (k *Client) Working() bool { return k.works }

// count calls f for each of the sums to which a client's figures are added.
func (c *Crowd) count(k *Client, f func(*Counts)) {
	f(&c.Sums)
	if len(c.Groups) > 1 {
		f(&c.Groups[k.group])
	}
}

// frame returns a client's work in the form that events show.
func (c *Crowd) frame(i int32) medium.Frame {
	return medium.Frame{Source: i, Destination: medium.Broadcast, Number: c.clients[i].number, Size: c.options.Octets}
}

// Offer starts a client on a piece of work. It must have none.
func (c *Crowd) Offer(i int32) {
	k := &c.clients[i]
	k.number++
	k.since, k.works = c.now, true
	k.State.Reset(0)
	k.offered++
	c.count(k, func(s *Counts) { s.Offered++ })
	c.Emit(medium.Event{Kind: medium.Queued, Station: i})
}

// Attempt begins an attempt at a client's work.
func (c *Crowd) Attempt(i int32) {
	k := &c.clients[i]
	k.began = c.now
	c.count(k, func(s *Counts) { s.Attempts++ })
	c.Emit(medium.Event{Kind: medium.TxStart, Station: i})
}

// End ends the current attempt. The client may learn its outcome only later.
func (c *Crowd) End(i int32, ok bool) {
	k := &c.clients[i]
	outcome := uint64(1)
	if ok {
		outcome = 0
	}
	c.digest.Add(&c.marks[i], k.began, c.now, outcome)
	c.Emit(medium.Event{Kind: medium.TxEnd, Station: i, OK: ok})
}

// Succeed records that a client's work is done.
func (c *Crowd) Succeed(i int32) {
	k := &c.clients[i]
	delay := c.now - k.since
	k.sent++
	k.total += delay
	k.most = max(k.most, delay)
	failures := min(k.State.Attempt, mostAfter)
	for len(k.after) <= failures {
		k.after = append(k.after, 0)
	}
	k.after[failures]++
	c.count(k, func(s *Counts) {
		s.Sent++
		s.Delay.Add(delay, 1)
	})
	c.place()
	c.Emit(medium.Event{Kind: medium.Sent, Station: i})
	k.works = false
}

// Fail records that a client's attempt failed, and asks its policy how long to wait before the next
// one. again is false if the policy gives up; the work is then dropped.
func (c *Crowd) Fail(i int32) (wait phy.Time, again bool) {
	c.count(&c.clients[i], func(s *Counts) { s.Failures++ })
	return c.backOff(i)
}

// Defer records that a client did not begin an attempt because it saw that the attempt would fail.
// Its policy is asked as after a failure.
func (c *Crowd) Defer(i int32) (wait phy.Time, again bool) {
	c.Emit(medium.Event{Kind: medium.Defer, Station: i})
	return c.backOff(i)
}

func (c *Crowd) backOff(i int32) (wait phy.Time, again bool) {
	k := &c.clients[i]
	attempt := c.attempt(k)
	if k.State.Attempt < math.MaxInt32 {
		k.State.Attempt++
	}
	k.State.Elapsed = float64(c.now-k.since) / float64(k.unit)
	delay, stop := k.policy.Next(&k.State, &k.stream)
	if p, ok := k.policy.(backoff.Err); ok {
		if err := p.Err(&k.State); err != nil {
			c.Failed(&clientError{c.names[i], err})
			return 0, false
		}
	}
	if c.draws() != nil {
		c.Undrawn(i)
		return 0, false
	}
	if stop || math.IsNaN(delay) {
		c.Drop(i, medium.GivenUp)
		return 0, false
	}
	k.wait = max(0, float64(delay*float64(k.unit)))
	wait = Times(delay, k.unit)
	slots := int32(-1)
	if whole := int32(min(delay, math.MaxInt32)); float64(whole) == delay {
		slots = whole
	}
	if c.Wants(medium.Backoff) {
		e := medium.Event{Kind: medium.Backoff, Station: i, Slots: slots, Until: c.At(wait)}
		e.Attempt = attempt
		if t, ok := k.policy.(interface{ Window(int) backoff.Window }); ok {
			if w := t.Window(k.State.Attempt); w.Size > 1 {
				e.Range = int32(min(uint64(w.Size), math.MaxInt32))
			}
		}
		c.Emit(e)
	}
	return wait, true
}

// Wait returns the last delay of a client's policy, in picoseconds, not rounded.
func (k *Client) Wait() float64 { return k.wait }

// Undrawn records that the draws that replace all streams had no number for a client.
func (c *Crowd) Undrawn(i int32) {
	err := c.draws()
	if err == nil {
		err = errNoDraw
	}
	c.Failed(&clientError{c.names[i], err})
}

// draws returns the error of the draws that replace all streams.
func (c *Crowd) draws() error {
	if d, ok := c.options.Draws.(interface{ Err() error }); ok {
		return d.Err()
	}
	return nil
}

var errNoDraw = errors.New("a draw is not a number")

// Drop records that a client's work will never be done.
func (c *Crowd) Drop(i int32, why medium.Why) {
	k := &c.clients[i]
	k.dropped++
	c.count(k, func(s *Counts) { s.Dropped++ })
	c.Emit(medium.Event{Kind: medium.Dropped, Station: i, Why: why})
	k.works = false
}

// attempt returns the number of the current or last attempt.
func (c *Crowd) attempt(k *Client) uint8 { return uint8(min(k.State.Attempt+1, math.MaxUint8)) }

// Times returns delay units as a time, rounded to the nearest picosecond, and at most
// [phy.Forever].
func Times(delay float64, unit phy.Time) phy.Time {
	ps := float64(delay * float64(unit))
	switch {
	case !(ps > 0):
		return 0
	case ps >= float64(phy.Forever):
		return phy.Forever
	}
	return phy.Time(math.Round(ps))
}

// clientError is an error that concerns a client.
type clientError struct {
	name string
	err  error
}

func (e *clientError) Error() string { return e.name + ": " + e.err.Error() }
func (e *clientError) Unwrap() error { return e.err }
