package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"time"
)

// flood measures the highest rate of frames: the shortest frames, from one host to another.
func flood(ctx context.Context, l *lab, e effort) ([]figure, error) {
	const most = 10e6 / (64 + 512 + 96) // the number of frames per second that fit on the line
	var got []sent
	var share float64
	_, live, err := l.with(ctx, 2, false, func(c *cable) (err error) {
		if err := errors.Join(c.introduce(ctx, 1, 2), c.introduce(ctx, 2, 1)); err != nil {
			return err
		}
		from := time.Now().Add(700 * time.Millisecond)
		send := datagrams{address(2), 18, 2 * most, from, e.udp}
		hear := datagrams{address(1), 18, 0, from, e.udp}
		result := make(chan error, 1)
		go func() {
			var err error
			got, err = c.exchangeAll(ctx, []datagrams{send, hear})
			result <- err
		}()
		_ = pause(ctx, time.Until(from.Add(e.udp/10)))
		share, err = c.load(func() error { return pause(ctx, e.udp*8/10) })
		return errors.Join(err, <-result)
	})
	if err != nil {
		return nil, err
	}
	rate := got[1].Received / got[1].Seconds
	p := live.Live.Pacing
	return []figure{
		{Name: "UDP of 18 octets: frames per second", Values: []float64{rate}, How: fmt.Sprintf("received by the program in %v; %.0f were sent, %.0f passed to its host; the line carries at most %.0f per second", e.udp, got[0].Sent, live.Live.Hosts[1].Out, most)},
		{Name: "UDP of 18 octets: share of that maximum", Values: []float64{100 * rate / most}, Unit: "%", How: "the same"},
		{Name: "UDP of 18 octets: processor", Values: []float64{100 * share}, Unit: "% of a core", How: "during the middle of the run"},
		{Name: "UDP of 18 octets: processor, per frame", Values: []float64{1e6 * share / rate}, Unit: "us", NS3: "about 70 us", How: "the same"},
		{Name: "UDP of 18 octets: pacing error: median, 99 %, most", Values: []float64{p.P50, p.P99, p.Max}, Unit: "us", How: "behind on " + plain(live.Live.Stalls) + " occasions"},
	}, nil
}

const (
	many   = 16
	octets = 1470 // of a datagram
	size   = octets + 8 + 20 + 14 + 4
)

// crowd makes 16 hosts send to each other in pairs, each more than its share, and compares them
// with 16 simulated stations that always have a frame.
func crowd(ctx context.Context, l *lab, e effort) ([]figure, error) {
	const settle = 500 * time.Millisecond // at the start, while queues fill
	var share float64
	c, live, err := l.with(ctx, many, true, func(c *cable) (err error) {
		for i := range many {
			if err := c.introduce(ctx, i+1, (i^1)+1); err != nil {
				return err
			}
		}
		from := time.Now().Add(2 * time.Second)
		var all []datagrams
		for i := range many {
			all = append(all, datagrams{address((i ^ 1) + 1), octets, 300, from, e.all + 2*settle})
		}
		result := make(chan error, 1)
		go func() {
			_, err := c.exchangeAll(ctx, all)
			result <- err
		}()
		_ = pause(ctx, time.Until(from.Add(settle)))
		share, err = c.load(func() error { return pause(ctx, e.all) })
		return errors.Join(err, <-result)
	})
	if err != nil {
		return nil, err
	}
	// The measurement begins with the first frame of their size.
	began := time.Duration(math.MaxInt64)
	if _, err := l.simulate(ctx, c.recording, func(f frame) {
		if len(f.data) == size {
			began = min(began, f.at)
		}
	}); err != nil {
		return nil, err
	}
	lived, err := l.observe(ctx, c.recording, began+settle, began+settle+e.all)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(l.dir, "simulated.yaml")
	text := scenario(many, func(i int) string {
		return fmt.Sprintf("traffic: {kind: saturated, size: %d, to: h%d}", size, (i^1)+1)
	})
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		return nil, err
	}
	var simulated []observed
	for seed := range e.seeds {
		s, err := l.observe(ctx, file, settle, settle+e.all, "--seed", fmt.Sprint(seed+1))
		if err != nil {
			return nil, err
		}
		simulated = append(simulated, s)
	}
	list := crowdFigures(lived, simulated)
	never := 0 // hosts whose interface never overflowed, so that their station may have had no frame at times
	for _, h := range live.Live.Hosts {
		if h.Dropped == 0 {
			never++
		}
	}
	list[0].How = fmt.Sprintf("%d octets of UDP, each host to its partner, 6 times its share, for %v (the interfaces of %d hosts never overflowed); %s (%d runs of as many saturated stations)",
		octets, e.all, never, list[0].How, len(simulated))
	p := live.Live.Pacing
	return append(list,
		figure{Name: "16 hosts: processor", Values: []float64{100 * share}, Unit: "% of a core", How: "recording"},
		figure{Name: "16 hosts: pacing error: median, 99 %, most", Values: []float64{p.P50, p.P99, p.Max}, Unit: "us", How: "behind on " + plain(live.Live.Stalls) + " occasions"}), nil
}

// observed holds the figures of the hosts together.
type observed struct {
	success, collision, idle float64 // per cent of the time
	jain                     float64 // of the octets delivered
	worst                    float64 // per cent of all frames, of the station with the fewest
	silence                  float64 // ms, the longest of any station
}

// observe runs a scenario and measures it between two instants.
func (l *lab) observe(ctx context.Context, file string, from, until time.Duration, more ...string) (observed, error) {
	s := newSilences(many, from, until)
	r, err := l.simulate(ctx, file, s.add, append(window(from, until), more...)...)
	if err != nil {
		return observed{}, err
	}
	share, silence := s.worst()
	m := r.Medium
	return observed{100 * m.ShareSuccess, 100 * m.ShareCollision, 100 * m.ShareIdle, jain(s.octets), 100 * share, 1000 * silence.Seconds()}, nil
}

// crowdFigures compares live hosts with simulated ones: the medium must be as busy, and no host may
// have a smaller share, or wait longer, than the worst simulated one.
func crowdFigures(live observed, simulated []observed) []figure {
	row := func(name, unit string, value func(observed) float64) (figure, spread) {
		var list []float64
		for _, s := range simulated {
			list = append(list, value(s))
		}
		s := spreadOf(list)
		return figure{Name: "16 hosts: " + name, Values: []float64{value(live)}, Unit: unit, How: s.String()}, s
	}
	success, busy := row("time with frames", "%", func(o observed) float64 { return o.success })
	collision, _ := row("time with collisions", "%", func(o observed) float64 { return o.collision })
	idle, _ := row("time idle, gaps included", "%", func(o observed) float64 { return o.idle })
	fair, fairs := row("Jain", "", func(o observed) float64 { return o.jain })
	worst, worsts := row("share of the host with the fewest frames", "%", func(o observed) float64 { return o.worst })
	silence, silences := row("longest time without a frame, of any host", "ms", func(o observed) float64 { return o.silence })
	return []figure{
		success.atLeast(0.99 * busy.middle), collision, idle, // as busy as saturated stations, to a hundredth
		fair.atLeast(fairs.low), worst.atLeast(worsts.low), silence.atMost(silences.high),
	}
}
