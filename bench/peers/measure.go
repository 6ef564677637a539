package main

import (
	"context"
	"fmt"
	"math"
)

// effort is how long and how often to measure.
type effort struct {
	seconds, most float64 // of processor time for a run
	seeds         int
}

// enough is the number of frames that a run should have, if the longest processor time allows it.
const enough = 3000

// oftenest is the maximum number of repetitions of a run to make its time long enough.
const oftenest = 50

// settled is the number of stations up to which a network quickly reaches its steady state, so that
// csmacd may be timed over a longer time than ns-2: csmacd finishes ns-2's window in less than the
// few milliseconds by which the start of a process varies.
const settled = 64

// counts are the results of a run, and its cost.
type counts struct {
	Seconds   float64 `json:"seconds"` // simulated
	Delivered float64 `json:"delivered"`
	Attempts  float64 `json:"attempts"` // transmissions begun
	Dropped   float64 `json:"dropped"`  // given up after 16 collisions
	CPU       float64 `json:"cpu_ns"`   // user time
}

func (c counts) minus(d counts) counts {
	return counts{c.Seconds - d.Seconds, c.Delivered - d.Delivered, c.Attempts - d.Attempts, c.Dropped - d.Dropped, c.CPU - d.CPU}
}

// peer is a program that is measured.
type peer struct {
	name    string
	of      string // its name on the command line; "": it is always measured
	prepare func(ctx context.Context, dir string) (program string, err error)
	program string

	// run counts what happens between two instants of a simulation.
	run func(ctx context.Context, program string, c cell, seed int, from, until float64) (counts, error)

	// often is set for a peer that finishes ns-2's window too soon to be timed: it runs again, with
	// other seeds, until there is enough time to measure.
	often bool
}

// simulator makes a function that returns the counts of a window, from one that runs a program from
// the start: the difference of two runs that are identical up to the first instant. The setup, and
// the start, at which all stations collide, are therefore left out.
func simulator(run func(ctx context.Context, program string, c cell, seed int, until float64) (counts, error)) func(ctx context.Context, program string, c cell, seed int, from, until float64) (counts, error) {
	return func(ctx context.Context, program string, c cell, seed int, from, until float64) (counts, error) {
		short, err := run(ctx, program, c, seed, from)
		if err != nil {
			return short, err
		}
		long, err := run(ctx, program, c, seed, until)
		return long.minus(short), err
	}
}

// sample is a peer's runs in a cell.
type sample struct {
	Peer string   `json:"peer"`
	Runs []counts `json:"runs"`
}

// row holds the measurements of a cell.
type row struct {
	cell
	From  float64  `json:"from"` // the window, in simulated seconds
	Until float64  `json:"until"`
	Peers []sample `json:"peers"`
}

// window returns the beginning and the end of the window as text.
func (r row) window() string { return three(r.From) + " to " + three(r.Until) + " s" }

// measure runs a cell: every peer once, and again, so that other load on the machine affects all of
// them. All peers have the same window of simulated time, because a network of many stations
// changes during its first ten seconds. ns-3 has its own, because its task differs.
func measure(ctx context.Context, e effort, peers []peer, c cell) (row, error) {
	r := row{cell: c, Peers: make([]sample, len(peers))}
	pace := peers[0] // the faster scheduler, if there is an ns-2
	for _, p := range peers {
		if p.name == "ns-2 Splay" || p.name == "ns-2 NoDup" && pace.name != "ns-2 Splay" {
			pace = p
		}
	}
	var err error
	if r.Until, err = e.length(ctx, pace, c); err != nil {
		return r, err
	}
	r.From = r.Until / 5
	other := r.Until // ns-3's
	for _, p := range peers {
		if p.of == "ns3" {
			if other, err = e.length(ctx, p, c); err != nil {
				return r, err
			}
		}
	}
	for seed := 1; seed <= e.seeds; seed++ {
		for i, p := range peers {
			from, until := r.From, r.Until
			if p.of == "ns3" {
				from, until = other/5, other
			}
			r.Peers[i].Peer = p.name
			if p.of == "" && p.often && c.Stations <= settled {
				until = from + 20*(until-from)
			}
			used := 0.0
			for k := 0; k == 0 || p.often && k < oftenest && used < e.seconds*1e9; k++ {
				got, err := p.run(ctx, p.program, c, seed+1000*k, from, until)
				if err != nil {
					return r, fmt.Errorf("%s: %w", p.name, err)
				}
				r.Peers[i].Runs = append(r.Peers[i].Runs, got)
				used += got.CPU
			}
		}
	}
	return r, nil
}

// length returns the simulated time that takes a peer the wanted processor time.
func (e effort) length(ctx context.Context, p peer, c cell) (float64, error) {
	for until := 0.02; ; until *= 3 {
		got, err := p.run(ctx, p.program, c, 1, until/5, until)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", p.name, err)
		}
		if until > 1e4 {
			return 0, fmt.Errorf("%s: delivers %g frames in %g s", p.name, got.Delivered, until)
		}
		if got.CPU < 0.25e9*e.seconds || got.Delivered < 10 {
			continue
		}
		want := e.seconds * 1e9
		if few := got.CPU * enough / got.Delivered; few > want {
			want = min(few, e.most*1e9)
		}
		return round(until * max(0.2, want/got.CPU)), nil
	}
}

// round rounds a figure to two digits.
func round(x float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(x))-1)
	return math.Round(x/unit) * unit
}
