package submit

import "github.com/csmacd/csmacd/medium"

// Restart implements [crowd.Resource].
func (n *schedd) Restart() {
	clear(n.sums)
	n.since = n.Now()
}

// Measure implements [crowd.Resource].
func (n *schedd) Measure(r *medium.Result) {
	all := new(medium.Submit)
	for g := range n.sums {
		s := n.sums[g]
		r.Groups[g].Submit = &s
		all.Submitted += s.Submitted
		all.Refused += s.Refused
		all.Crashes += s.Crashes
		all.Aborted += s.Aborted
		all.Deferred += s.Deferred
	}
	m := &r.Medium
	m.Submit = all
	if r.SimulatedPs <= 0 {
		return
	}
	// The current activity of the queue counts up to now.
	success, collision, doing := n.Success, n.Collision, n.Now()-n.since
	switch {
	case n.down:
		collision += doing
	case n.queue.count > 0:
		success += doing
	}
	measured := float64(r.SimulatedPs)
	m.ShareSuccess, m.ShareCollision = float64(success)/measured, float64(collision)/measured
	m.ShareIdle = float64(r.SimulatedPs-int64(success)-int64(collision)) / measured
}
