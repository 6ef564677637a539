package plot

import (
	"errors"
	"math"
)

// inBits turns the share of time of good transmissions into the metric that is drawn:
// itself, or what of it are delivered bits, which a header is not.
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
// probability 1/Q in a slot, as if it knew Q; the gap between frames is not in it.
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

// lam is Lam's M/G/1 queue: frames come by a Poisson process to no end of stations, and
// contend in slots of 2 tau that succeed with probability 1/e. Its capacity is
//
//	1 / (1 + (2e + 1) a), a = tau/T,
//
// with T a transmission and tau the propagation between the stations furthest apart.
// Below it all that comes gets through; where stations always have a frame, as much as the
// capacity does. The mean delay, from being queued to the last bit heard, is
// [lamDelay].
func lam(metric string, s *setting) (float64, error) {
	if !s.listens || !s.detects {
		return 0, errors.New("it is about stations that sense carrier and detect collisions")
	}
	load := math.Inf(1)
	if !s.saturated {
		load = s.rate * s.send()
	}
	capacity := 1 / (1 + (2*math.E+1)*s.reach/s.send())
	if metric == "delay_us_mean" {
		switch {
		case s.saturated:
			return 0, errors.New("its delay is for Poisson traffic; stations that always have a frame queue without end")
		case !s.fixed:
			return 0, errors.New("its delay is computed for frames of one size")
		case load >= capacity:
			return 0, errors.New("all loads are beyond its capacity, where delays grow without end")
		}
		return lamDelay(s.rate, s.send(), s.reach) * s.us, nil
	}
	return inBits(metric, min(load, capacity), s)
}

// lamDelay is the mean delay in frames of one size, in the unit of its arguments:
//
//	D = lambda (m2 + (4e+2) tau m + 5 tau^2 + 4e(2e-1) tau^2) / (2 (1 - lambda (m + tau + 2e tau)))
//	    + m + 2 tau e + tau/2
//	    - (1 - e^(-2 lambda tau)) (2/lambda + 2 tau/e - 6 tau) / (2 (B(lambda) e^(-lambda tau - 1) - 1 + e^(-2 lambda tau)))
//
// with m a transmission, m2 its square's mean, and B its Laplace transform, here
// e^(-lambda m).
//
// Source: S. S. Lam, A carrier sense multiple access protocol for local networks,
// Computer Networks 4 (1980) 21-32, in the form of W. Bux, Local-area subnetworks: a
// performance comparison, IEEE Trans. Comm. 29 (1981) 1465-1473.
func lamDelay(lambda, m, tau float64) float64 {
	const e = math.E
	if tau == 0 {
		return lambda*m*m/(2*(1-lambda*m)) + m // Pollaczek and Khinchine
	}
	queue := lambda * (m*m + (4*e+2)*tau*m + 5*tau*tau + 4*e*(2*e-1)*tau*tau) / (2 * (1 - lambda*(m+tau+2*e*tau)))
	idle := -math.Expm1(-2 * lambda * tau)
	alone := idle * (2/lambda + 2*tau/e - 6*tau) / (2 * (math.Exp(-lambda*m-lambda*tau-1) - idle))
	return queue + m + 2*tau*e + tau/2 - alone
}

// aloha is the throughput of stations that just send: of G transmissions begun in the
// time that one takes, those survive that no other overlaps,
//
//	S = G e^(-2G), or S = G e^(-G) where all begin with a slot,
//
// for Poisson traffic of frames of one size from no end of stations, each frame sent
// once.
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
		return 0, errors.New("its slots hold a whole transmission, and those of align are shorter")
	}
	if metric != "throughput" {
		return 0, errMetric // nobody detects a collision, so every transmission is a success to its sender
	}
	if s.align > 0 {
		g := s.rate * s.align
		return g * math.Exp(-g) * s.frame / s.align, nil
	}
	g := s.rate * s.send()
	return g * math.Exp(-2*g) * s.frame / s.send(), nil
}
