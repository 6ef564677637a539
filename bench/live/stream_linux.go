package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
)

const iperfPort = 5201

// received is what an iperf3 at the receiving end has counted.
type received struct {
	Octets  float64 `json:"bytes"`
	Seconds float64 `json:"seconds"`
}

func (r received) mbps() float64 { return r.Octets * 8 / r.Seconds / 1e6 }

// iperf sends a TCP stream from one host to another.
func (c *cable) iperf(ctx context.Context, from, to int, d time.Duration) (received, error) {
	limit := d + 30*time.Second
	server, stop := c.at(ctx, limit, to, "iperf3", "-s", "-1", "--forceflush")
	defer stop()
	said, err := server.StdoutPipe()
	if err != nil {
		return received{}, err
	}
	if err := server.Start(); err != nil {
		return received{}, err
	}
	defer func() {
		stop()
		_ = server.Wait() // killed, or done
	}()
	for lines := bufio.NewScanner(said); ; {
		if !lines.Scan() {
			return received{}, errors.New("iperf3 -s did not begin to listen")
		}
		if strings.Contains(lines.Text(), "listening") {
			break
		}
	}
	go io.Copy(io.Discard, said) // it must not block; Wait closes the pipe
	args := []string{"iperf3", "-c", address(to), "-t", fmt.Sprint(d.Seconds()), "-J"}
	if known, _ := os.ReadFile("/proc/sys/net/ipv4/tcp_available_congestion_control"); strings.Contains(string(known), "cubic") {
		args = append(args, "-C", "cubic") // the default of most machines, whatever the default of this one is
	}
	out, err := c.in(ctx, limit, from, args...)
	if err != nil {
		return received{}, err
	}
	var report struct {
		End struct {
			Received received `json:"sum_received"`
		} `json:"end"`
	}
	if err := json.Unmarshal(out, &report); err != nil {
		return received{}, fmt.Errorf("iperf3 -J: %w", err)
	}
	if report.End.Received.Octets == 0 {
		return received{}, fmt.Errorf("iperf3 received nothing:\n%s", tail(out))
	}
	return report.End.Received, nil
}

// stream measures one TCP stream between two hosts, and the medium's part in it.
func stream(ctx context.Context, l *lab, e effort) ([]figure, error) {
	var got received
	var share float64
	c, live, err := l.with(ctx, 2, true, func(c *cable) (err error) {
		share, err = c.load(func() error {
			got, err = c.iperf(ctx, 1, 2, e.tcp)
			return err
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	// The live run is replayed, to find what the medium delivered, and what happened on it between
	// the stream's first segment and its last.
	segments := newSegments(iperfPort)
	if _, err := l.simulate(ctx, c.recording, segments.add); err != nil {
		return nil, err
	}
	list := segments.largest()
	if len(list) == 0 {
		return nil, errors.New("the capture of the replay has no segment of the stream")
	}
	first := list[0].at
	for i, s := range list {
		if s.at > first+time.Duration(got.Seconds*1e9) {
			list = list[:i]
			break
		}
	}
	span := list[len(list)-1].at - first
	medium := float64(unique(list)) * 8 / span.Seconds() / 1e6
	during, err := l.simulate(ctx, c.recording, nil, window(first, first+span)...)
	if err != nil {
		return nil, err
	}
	m, p := during.Medium, live.Live.Pacing
	one := fmt.Sprintf("iperf3 -C cubic -t %g between two hosts", e.tcp.Seconds())
	return []figure{
		{Name: "TCP, one stream: goodput", Values: []float64{got.mbps()}, Unit: "Mb/s", NS3: "9.13 Mb/s", How: one + ", at the receiver"},
		{Name: "TCP: what the medium delivered", Values: []float64{medium}, Unit: "Mb/s", How: "the run's frames, replayed by `csmacd run`: payload, each octet once, over the same time"},
		figure{Name: "TCP: goodput relative to that", Values: []float64{100 * got.mbps() / medium}, Unit: "%", How: "the two above"}.atLeast(97),
		{Name: "TCP: line busy, with frames, collisions", Values: []float64{100 * (m.ShareSuccess + m.ShareCollision), 100 * m.ShareSuccess, 100 * m.ShareCollision}, Unit: "% of time", How: "the replay, from the first segment to the last"},
		{Name: "TCP: frames, collisions, dropped after 16", Values: []float64{m.Sent, m.Collisions, m.Dropped}, How: "the same"},
		{Name: "TCP: ms behind, on occasions", Values: []float64{1000 * live.Live.Behind, live.Live.Stalls}, Unit: "", How: "`live.behind_s` and `live.stalls`"},
		{Name: "TCP: pacing error: median, 99 %, most", Values: []float64{p.P50, p.P99, p.Max}, Unit: "us", How: "`live.pacing_error_us`"},
		figure{Name: "TCP: processor", Values: []float64{100 * share}, Unit: "% of a core", How: fmt.Sprintf("csmacd's user and system time while iperf3 ran, recording; %.0f %% of it is the kernel's, including the reception of both hosts", 100*c.inKernel())}.atMost(25),
		{Name: "TCP: processor, per frame", Values: []float64{1e6 * share * span.Seconds() / m.Sent}, Unit: "us", NS3: "about 70 us", How: "the same"},
	}, nil
}

// pairs measures two TCP streams at the same time.
func pairs(ctx context.Context, l *lab, e effort) ([]figure, error) {
	var got [2]received
	var share float64
	_, live, err := l.with(ctx, 4, false, func(c *cable) (err error) {
		share, err = c.load(func() error {
			var errs [2]error
			var both sync.WaitGroup
			for i := range got {
				both.Go(func() { got[i], errs[i] = c.iperf(ctx, 2*i+1, 2*i+2, e.pairs) })
			}
			both.Wait()
			return errors.Join(errs[:]...)
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	a, b := got[0].mbps(), got[1].mbps()
	m := live.Medium
	how := fmt.Sprintf("two iperf3 -C cubic -t %g at the same time, h1 to h2 and h3 to h4", e.pairs.Seconds())
	return []figure{
		{Name: "two TCP streams: goodput", Values: []float64{a, b}, Unit: "Mb/s", How: how},
		{Name: "two TCP streams: Jain", Values: []float64{jain([]float64{a, b})}, How: "the index of fairness of these two"},
		{Name: "two TCP streams: frames, collisions, dropped after 16", Values: []float64{m.Sent, m.Collisions, m.Dropped}, How: "the whole run"},
		figure{Name: "two TCP streams: processor", Values: []float64{100 * share}, Unit: "% of a core", How: "while both ran, without recording"}.atMost(25),
	}, nil
}
