package backoff

import "math"

type sip struct {
	t1, t2    float64
	doublings int // doublings after which the interval stays the same
}

// SIPInvite returns the policy of retransmission of an INVITE request over UDP (RFC 3261 17.1.1.2):
// timer A of T1, doubled each time, until timer B at 64*T1. There is no draw and no other cap. t1
// is in units; RFC 3261 has 500 ms. The policy keeps no state. It stops if the next request, by its
// own schedule or by State.Elapsed, would not be before 64*T1.
func SIPInvite(t1 float64) Policy { return newSIP(t1, math.Inf(1)) }

// SIPNonInvite returns the policy of retransmission of any other request (RFC 3261 17.1.2.2): timer
// E of min(T1*2^n, T2), until timer F at 64*T1. RFC 3261 has a T2 of 4 s.
func SIPNonInvite(t1, t2 float64) Policy { return newSIP(t1, t2) }

func newSIP(t1, t2 float64) Policy {
	if p := refuse("sip", parameter{"t1", t1}, parameter{"t2", t2}); p != nil {
		return p
	}
	p := sip{t1: within(t1), t2: t2}
	for v := p.t1; v < t2 && p.doublings < 64; v *= 2 {
		p.doublings++
	}
	return p
}

func (sip) Name() string { return "sip" }

func (p sip) Next(s *State, _ *Rand) (delay float64, stop bool) {
	n := max(s.Attempt, 1) - 1 // number of requests sent again so far
	d := p.interval(n)
	if last := 64 * p.t1; max(p.sent(n), within(s.Elapsed))+d >= last {
		return 0, true
	}
	return s.wait(d)
}

// interval returns the time from request n, counted from 0, to the next.
func (p sip) interval(n int) float64 {
	return min(math.Ldexp(p.t1, min(n, 64)), p.t2)
}

// sent returns the time at which request n is sent.
func (p sip) sent(n int) float64 {
	k := min(n, p.doublings)
	doubled := math.Ldexp(p.t1, k) - p.t1
	if n == k {
		return doubled
	}
	return doubled + float64(float64(n-k)*p.t2)
}
