package plot

import (
	"errors"
	"math"
)

// inBits converts the share of time of good transmissions to the metric that is drawn: to itself, or to
// the share of delivered bits, which exclude the header.
func inBits(metric string, share float64, s *setting) (float64, error) {
	switch metric {
	case "throughput":
		return share * s.frame / s.send(), nil
	case "share_success":
		return share, nil
	}
	return 0, errMetric
}

// metcalfeBoggs is the efficiency of Q stations that always have a frame to send:
//
//	E = P/C / (P/C + W T), A = (1 - 1/Q)^(Q-1), W = (1 - A)/A
//
// with P the bits of a packet, C the line's rate and T the slot, "the number of
// seconds it takes to detect a collision": here slot_time. Each station is taken to send with
// probability 1/Q in a slot, as if it knew Q. The formula ignores the gap between frames.
//
// Source: R. M. Metcalfe and D. R. Boggs, Ethernet: distributed packet switching for
// local computer networks, CACM 19 (1976) 395-404.
func metcalfeBoggs(metric string, s *setting) (float64, error) {
	switch {
	case !s.listens || !s.detects:
		return 0, errors.New("it is about stations that sense carrier and detect collisions")
	case !s.saturated:
		return 0, errors.New("it is about stations that always have a frame to send (traffic: saturated)")
	}
	return inBits(metric, efficiency(s.send(), s.slot, s.stations), s)
}

func efficiency(packet, slot, q float64) float64 {
	a := 1.0
	if q > 1 {
		a = math.Pow(1-1/q, q-1)
	}
	return packet / (packet + (1-a)/a*slot)
}

// lam is Lam's M/G/1 queue: frames arrive in a Poisson process at infinitely many stations, and
// contend in slots of 2 tau that succeed with probability 1/e. Its capacity is
//
//	1 / (1 + (2e + 1) a), a = tau/T,
//
// with T a transmission and tau the propagation between the stations furthest apart.
// Below the capacity everything offered gets through. Where stations always have a frame, the throughput
// is the capacity.
//
// Source: S. S. Lam, A carrier sense multiple access protocol for local networks,
// Computer Networks 4 (1980) 21-32.
func lam(metric string, s *setting) (float64, error) {
	if !s.listens || !s.detects {
		return 0, errors.New("it is about stations that sense carrier and detect collisions")
	}
	load := math.Inf(1)
	if !s.saturated {
		load = s.rate * s.send()
	}
	return inBits(metric, min(load, 1/(1+(2*math.E+1)*s.reach/s.send())), s)
}

// queue is the mean delay of a line that loses nothing: frames of one size arrive in a Poisson process,
// and each occupies the line for its transmission and the gap after it,
//
//	D = lambda s^2 / (2 (1 - lambda s)) + m, s = m + gap,
//
// with m a transmission and lambda their rate, from being queued to the last bit sent.
// The order of service does not matter. For one station the formula is exact. For more it is a lower
// bound for any medium, except that it leaves out propagation.
//
// Sources: F. Pollaczek, Mathematische Zeitschrift 32 (1930) 64-100; A. Khinchine,
// Matematicheskii Sbornik 39 (1932) 73-84.
func queue(metric string, s *setting) (float64, error) {
	taken := s.send() + s.gap
	switch {
	case metric != "delay_us_mean":
		return 0, errMetric
	case !s.listens:
		return 0, errors.New("it is about frames that wait for each other, and these are sent without carrier sense")
	case s.saturated:
		return 0, errors.New("it is about Poisson traffic; saturated stations have queues without end")
	case !s.fixed:
		return 0, errors.New("it is computed for frames of one size")
	case s.rate*taken >= 1:
		return 0, errors.New("the offered load exceeds the line's capacity, so delays grow without end")
	}
	return (s.rate*taken*taken/(2*(1-s.rate*taken)) + s.send()) * s.us, nil
}

// aloha is the throughput of stations that send without listening. Of G transmissions begun in the
// time that one takes, the ones survive that no other overlaps,
//
//	S = G e^(-2G), or S = G e^(-G) where all begin at the start of a slot,
//
// for Poisson traffic of frames of one size from infinitely many stations, each frame sent once.
//
// Sources: N. Abramson, The ALOHA system, AFIPS Conf. Proc. 37 (1970) 281-285; L. G.
// Roberts, ALOHA packet system with and without slots and capture (1972; Computer
// Communication Review 5, 1975).
func aloha(metric string, s *setting) (float64, error) {
	switch {
	case s.listens || s.detects:
		return 0, errors.New("it is about stations that neither sense carrier nor detect collisions (mac: {carrier_sense: off, collision_detect: off})")
	case s.saturated:
		return 0, errors.New("it is about Poisson traffic")
	case !s.fixed:
		return 0, errors.New("it is about frames of one size")
	case s.align > 0 && s.align < s.send():
		return 0, errors.New("a slot must hold a whole transmission, and the slots of align are shorter")
	}
	if metric != "throughput" {
		return 0, errMetric // no station detects collisions, so every transmission is a success to its sender
	}
	if s.align > 0 {
		g := s.rate * s.align
		return g * math.Exp(-g) * s.frame / s.align, nil
	}
	g := s.rate * s.send()
	return g * math.Exp(-2*g) * s.frame / s.send(), nil
}
