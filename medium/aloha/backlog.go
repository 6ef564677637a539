package aloha

import (
	"math/bits"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// backlog is the number of users with a frame that has collided and is not sent yet, and the sum of
// that number over time, in picoseconds.
type backlog struct {
	now    int
	last   phy.Time // the sum is complete up to here
	hi, lo uint64
}

// upTo adds to the sum up to an instant.
func (b *backlog) upTo(t phy.Time) {
	hi, lo := bits.Mul64(uint64(b.now), uint64(t-b.last))
	var carry uint64
	b.lo, carry = bits.Add64(b.lo, lo, 0)
	b.hi += hi + carry
	b.last = t
}

// mean returns the mean backlog since an instant.
func (b backlog) mean(since, now phy.Time) float64 {
	if now <= since {
		return 0
	}
	b.upTo(now)
	return (float64(float64(b.hi)*(1<<64)) + float64(b.lo)) / float64(now-since)
}

// backlogged adds a user of a group to the backlog, or removes one.
func (n *channel) backlogged(group, change int) {
	for _, b := range [...]*backlog{&n.all, &n.counts[group]} {
		b.upTo(n.Now())
		b.now += change
	}
	if limit := n.config.Limit; limit > 0 && n.all.now > limit && n.exit == 0 {
		n.exit = n.Now()
		n.Stop()
	}
}

// transmitted counts a transmission, and ends the run if too many in a row have failed.
func (n *channel) transmitted(ok bool) {
	if n.vain++; ok {
		n.vain = 0
	}
	if n.most > 0 && n.vain >= n.most && n.exit == 0 && n.lost == 0 {
		n.lost = n.Now()
		n.Stop()
	}
}

// Restart implements [crowd.Resource].
func (n *channel) Restart() {
	restart := func(b *backlog) { *b = backlog{now: b.now, last: n.Now()} }
	restart(&n.all)
	for i := range n.counts {
		restart(&n.counts[i])
	}
}

// Measure implements [crowd.Resource].
func (n *channel) Measure(r *medium.Result) {
	m := &r.Medium
	m.Aloha = &medium.Aloha{BacklogMean: n.all.mean(n.Since(), n.Now())}
	if n.exit > 0 {
		m.FirstExitUs, m.BacklogLimit = n.exit.Microseconds(), n.config.Limit
	}
	m.LostUs = n.lost.Microseconds()
	for g := range r.Groups {
		endless := n.groups[g].endless
		r.Groups[g].Aloha = &medium.Aloha{BacklogMean: n.counts[g].mean(n.Since(), n.Now()), Endless: endless}
		m.Endless = m.Endless || endless
	}
	for i := range r.Stations {
		if g := n.Client(int32(i)).Group(); n.groups[g].endless {
			held := n.users[i].held
			r.Stations[i].FramesQueued = held
			r.Groups[g].FramesQueued += held
			m.FramesQueued += held
		}
	}
	if r.SimulatedPs > 0 {
		measured := float64(r.SimulatedPs)
		success, collision := n.taken()
		m.ShareSuccess, m.ShareCollision = float64(success)/measured, float64(collision)/measured
		m.ShareIdle = float64(r.SimulatedPs-int64(success)-int64(collision)) / measured
	}
}
