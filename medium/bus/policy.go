package bus

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/phy"
)

// draw is what a policy has returned for the next backoff of a station.
type draw struct {
	known bool // it has not been used yet
	stop  bool
	delay float64
}

// askPolicy asks the policy of a station for the delay after the k-th collision of its frame.
func (n *Network) askPolicy(i int32, k int, now phy.Time) (delay float64, stop bool) {
	if n.foreseen != nil && n.foreseen[i].known {
		d := &n.foreseen[i]
		d.known = false
		return d.delay, d.stop
	}
	st, memory := &n.stations[i], &n.memories[i]
	if memory.Attempt = k; k == 1 {
		memory.Previous = 0
	}
	memory.Elapsed = float64(now-st.headAt) / float64(st.rules.SlotTime)
	return st.rules.policy.Next(memory, &st.rng)
}

// failed returns the error at which the policy of a station has stopped, or nil.
func (n *Network) failed(i int32) error {
	if f, ok := n.stations[i].rules.policy.(backoff.Err); ok {
		return f.Err(&n.memories[i])
	}
	return nil
}

// foresee asks the policies that may fail for the delays after the collisions of the next
// contention round. If one fails it returns false, and nothing has been asked: the run ends at the
// very instant of the failure, which contention rounds do not know.
func (n *Network) foresee() bool {
	v := &n.rounds
	v.asked = v.asked[:0]
	for k := range v.next {
		s := &v.next[k]
		i := s.station
		st := &n.stations[i]
		collisions := int(st.collisions) + 1
		if st.rules.table != nil || st.rules.After(collisions, false) != mac.Retry {
			continue
		}
		v.asked = append(v.asked, asked{i, n.memories[i], st.rng})
		delay, stop := n.askPolicy(i, collisions, s.end)
		if stop && n.failed(i) != nil {
			for _, a := range v.asked {
				n.memories[a.station], n.stations[a.station].rng = a.memory, a.rng
				n.foreseen[a.station].known = false
			}
			return false
		}
		n.foreseen[i] = draw{true, stop, delay}
	}
	return true
}

// asked is a station whose policy has been asked, and its state before.
type asked struct {
	station int32
	memory  backoff.State
	rng     backoff.Rand
}
