package main

import (
	"math"
	"slices"
)

// figure is one number of a run.
type figure func(c cell, run counts) float64

// utilisation counts the octets of delivered frames from DA to FCS. It does not count a preamble,
// which ns-2 does not have.
func utilisation(c cell, run counts) float64 {
	return run.Delivered * float64(c.Octets) * 8 / (run.Seconds * 10e6)
}

func attempts(_ cell, run counts) float64 { return run.Attempts / run.Delivered }
func drops(_ cell, run counts) float64    { return 1000 * run.Dropped / run.Delivered }

// of returns the values of a figure in a peer's runs.
func (f figure) of(c cell, s *sample) (list []float64) {
	for _, run := range s.Runs {
		list = append(list, f(c, run))
	}
	return list
}

// find returns the sample of a peer, or nil if the peer was not measured.
func (r *row) find(name string) *sample {
	for i := range r.Peers {
		if r.Peers[i].Peer == name {
			return &r.Peers[i]
		}
	}
	return nil
}

func (r *row) runs() (n int) {
	for _, s := range r.Peers {
		n += len(s.Runs)
	}
	return n
}

// frame returns the nanoseconds of user time per delivered frame, and attempt those per attempt:
// the median of the runs, in groups as long as one run of a peer that does not have to run often.
func (s *sample) frame() float64 {
	return s.cost(func(c counts) float64 { return c.Delivered })
}

func (s *sample) attempt() float64 {
	return s.cost(func(c counts) float64 { return c.Attempts })
}

func (s *sample) cost(per func(counts) float64) float64 {
	const groups = 4 // short runs cannot be timed well one by one
	size := max(1, len(s.Runs)/groups)
	var list []float64
	for group := range slices.Chunk(s.Runs, size) {
		cpu, n := 0.0, 0.0
		for _, c := range group {
			cpu += c.CPU
			n += per(c)
		}
		if len(group) == size {
			list = append(list, cpu/n)
		}
	}
	slices.Sort(list)
	return (list[(len(list)-1)/2] + list[len(list)/2]) / 2
}

func mean(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum / float64(len(list))
}

// apart returns the difference between the means of a and b, as a share of b's, and whether it is
// more than chance causes once in a hundred times (Welch's test).
func apart(a, b []float64) (share float64, sure bool) {
	difference := mean(a) - mean(b)
	va, vb := variance(a)/float64(len(a)), variance(b)/float64(len(b))
	freedom := (va + vb) * (va + vb) / (va*va/float64(len(a)-1) + vb*vb/float64(len(b)-1))
	return difference / mean(b), math.Abs(difference) > student(freedom)*math.Sqrt(va+vb)
}

func variance(list []float64) float64 {
	m, sum := mean(list), 0.0
	for _, x := range list {
		sum += (x - m) * (x - m)
	}
	return sum / float64(len(list)-1)
}

// student returns the value that a variable of Student's distribution exceeds, on either side, once
// in a hundred times (Cornish and Fisher's expansion; Abramowitz and Stegun 26.7.5).
func student(freedom float64) float64 {
	const z = 2.5758
	const z2 = z * z
	g1 := z * (z2 + 1) / 4
	g2 := z * ((5*z2+16)*z2 + 3) / 96
	g3 := z * (((3*z2+19)*z2+17)*z2 - 15) / 384
	g4 := z * ((((79*z2+776)*z2+1482)*z2-1920)*z2 - 945) / 92160
	v := 1 / freedom
	return z + v*(g1+v*(g2+v*(g3+v*g4)))
}
