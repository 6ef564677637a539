package theory

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/csmacd/csmacd/mac/backoff"
)

// Lam is the Markov chain of slotted ALOHA with a finite population. Each of Users is
// thinking or backlogged. A thinking user makes a frame with probability S in each slot
// and sends it in that slot. A backlogged user, whose frame has collided, sends it again with
// probability P in each slot. The state is the number n of backlogged users.
//
// Sources: S. S. Lam, Packet switching in a multi-access broadcast channel, thesis,
// UCLA 1974; L. Kleinrock and S. S. Lam, Packet switching in a multiaccess broadcast channel:
// performance evaluation, IEEE Transactions on Communications 23 (1975) 410-423.
type Lam struct {
	Users int
	S, P  float64 // P includes the wait for R: a run whose backoff begins R after the collision retries with 1/(1/P - R)
	R     float64 // slots from the end of a frame until its outcome is known
}

// MostUsers limits the size of the chain, whose transitions are held in memory.
const MostUsers = 2000

// OverWindow returns the P for retransmission in one of the K slots after the
// feedback, chosen uniformly: the mean delay is the same.
func OverWindow(k, r float64) (p float64) { return 1 / (r + (k+1)/2) }

// Check returns an error if a parameter is wrong.
func (l *Lam) Check() error {
	switch {
	case l.Users < 1 || l.Users > MostUsers:
		return fmt.Errorf("%d users: the chain is solved for 1 to %d", l.Users, MostUsers)
	case !(l.S > 0 && l.S <= 1):
		return fmt.Errorf("the probability that a user makes a frame in a slot is above 0 and at most 1, not %v", l.S)
	case !(l.P > 0 && l.P <= 1):
		return fmt.Errorf("the probability that a backlogged user sends in a slot is above 0 and at most 1, not %v", l.P)
	case !(l.R >= 0) || math.IsInf(l.R, 0):
		return errors.New("the feedback takes a finite number of slots, 0 or more")
	}
	return nil
}

// Out returns the throughput in state n, in frames for each slot, for any n from 0 to Users. A frame gets through if it
// is the only new one and no backlogged user sends, or the only one of the backlog and there is no new one.
func (l *Lam) Out(n float64) float64 {
	thinking := float64(l.Users) - n
	return float64(thinking*l.S*power(1-l.S, thinking-1)*power(1-l.P, n)) + float64(n*l.P*power(1-l.P, n-1)*power(1-l.S, thinking))
}

// In returns the mean number of new frames for each slot in state n.
func (l *Lam) In(n float64) float64 { return float64((float64(l.Users) - n) * l.S) }

// power returns x^y, and 0 for 0 to a negative power, which is always multiplied by
// 0.
func power(x, y float64) float64 {
	if x == 0 && y < 0 {
		return 0
	}
	return backoff.Pow(x, y)
}

// row holds the transitions from a state: down is the probability of one user less, and
// up[k] that of k more. With the remaining probability the state stays.
type row struct {
	down float64
	up   []float64 // [0] is unused
}

// rows returns the transitions of all states. The state stays after a slot in which a single new frame meets
// no other, and after a collision of backlogged users only.
func (l *Lam) rows() []row {
	list := make([]row, l.Users+1)
	for n := range list {
		r := &list[n]
		new := binomial(l.Users-n, l.S)
		none := power(1-l.P, float64(n)) // no backlogged user sends
		r.down = float64(new[0] * float64(n) * l.P * power(1-l.P, float64(n-1)))
		r.up = new
		if len(new) > 1 {
			r.up[1] = float64(r.up[1] * (1 - none))
		}
	}
	return list
}

// binomial returns the probabilities of 0, 1, ... successes in n trials, up to the last that is
// above 0. They are computed from the most probable number upwards and downwards, each
// from its neighbour. All terms are positive, so that nothing cancels.
func binomial(n int, p float64) []float64 {
	list := make([]float64, n+1)
	top := min(n, int(float64(float64(n+1)*p)))
	list[top] = 1
	for k := top; k > 0; k-- {
		list[k-1] = list[k] * float64(k) / float64(n-k+1) * (1 - p) / p
	}
	end := n + 1
	for k := top; k < n; k++ {
		if list[k+1] = list[k] * float64(n-k) / float64(k+1) * p / (1 - p); list[k+1] == 0 {
			end = k + 1
			break
		}
	}
	sum := 0.0
	for _, v := range list[:end] {
		sum += v
	}
	for k := range list {
		list[k] /= sum
	}
	return slices.Clip(list[:end])
}
