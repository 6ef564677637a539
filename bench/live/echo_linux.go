package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"time"
)

// modelUs returns the time of an echo on the medium itself, in microseconds: preamble and frame in
// both directions along the whole cable. It does not include the gap before the reply.
func modelUs(octets int) float64 {
	const preamble, headers, fcs, metreUs = 8, 14 + 20 + 8, 4, 1 / (0.77 * 299.792458) // Table 8-1's 0.77 c
	frame := max(octets+headers+fcs, 64)
	return 2 * (float64(preamble+frame)*0.8 + metres*metreUs)
}

var ns3Echo = map[int]string{
	56:   "at best 0.365 ms, mean 0.523; 0.17 by its model",
	1472: "at best 2.70 ms, mean 2.88; 2.44 by its model",
}

// echoes measures pings on a cable without other traffic.
func echoes(ctx context.Context, l *lab, e effort) (list []figure, err error) {
	_, _, err = l.with(ctx, 2, false, func(c *cable) error {
		for _, octets := range []int{56, 1472} {
			us, err := c.ping(ctx, 2, octets, e.pings)
			if err != nil {
				return err
			}
			list = append(list, echoFigures(fmt.Sprintf("echo of %d octets", octets), octets, us,
				fmt.Sprintf("ping -i 0.01, %d replies of %d, idle cable of %d m", len(us), e.pings, metres))...)
		}
		own, err := c.ping(ctx, 1, 56, e.own)
		if err == nil {
			list = append(list, figure{Name: "echo of 56 octets to itself: least, median, 99 %", Values: ends(own), Unit: "us",
				How: fmt.Sprintf("a host pings its own address %d times: the time of ping and the kernel without a cable", len(own))})
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	const spin = "100us"
	_, _, err = l.with(ctx, 2, false, func(c *cable) error {
		var us []float64
		share, err := c.load(func() (err error) {
			us, err = c.ping(ctx, 2, 1472, e.own)
			return err
		})
		if err == nil {
			spun := echoFigures("echo of 1472 octets, --spin "+spin, 1472, us, fmt.Sprintf("%d replies; %s %% of a core", len(us), plain(100*share)))
			list = append(list, spun[0], spun[2])
		}
		return err
	}, "--spin", spin)
	return list, err
}

// ends returns the minimum of a sorted list, its median, and the value that 99 % of it do not
// exceed.
func ends(sorted []float64) []float64 {
	return []float64{quantile(sorted, 0), quantile(sorted, 0.5), quantile(sorted, 0.99)}
}

func echoFigures(name string, octets int, us []float64, how string) []figure {
	model := modelUs(octets)
	return []figure{
		{Name: name + ": least, median, 99 %", Values: ends(us), Unit: "us", NS3: ns3Echo[octets], How: how},
		{Name: name + ": the medium's own time", Values: []float64{model}, Unit: "us", How: "preamble and frame, both ways, and the cable"},
		figure{Name: name + ": median above that", Values: []float64{quantile(us, 0.5) - model}, Unit: "us", How: "includes both hosts' kernels and ping itself"}.atMost(300),
	}
}

var echoTime = regexp.MustCompile(`icmp_seq=\d+ .*time=([0-9.]+) ms`)

// ping returns the times of the replies to the first host, in microseconds, sorted.
func (c *cable) ping(ctx context.Context, host, octets, count int) (us []float64, err error) {
	const interval = 10 * time.Millisecond
	out, err := c.in(ctx, time.Duration(count)*interval+20*time.Second, 1, "ping", "-n", "-i", fmt.Sprint(interval.Seconds()), "-W", "2",
		"-c", fmt.Sprint(count), "-s", fmt.Sprint(octets), address(host))
	if err != nil {
		return nil, err
	}
	if us, err = echoTimes(out); err == nil && len(us) == 0 {
		err = errors.New("ping wrote no times")
	}
	return us, err
}

func echoTimes(out []byte) (us []float64, err error) {
	for _, m := range echoTime.FindAllSubmatch(out, -1) {
		ms, err := strconv.ParseFloat(string(m[1]), 64)
		if err != nil {
			return nil, err
		}
		us = append(us, 1000*ms)
	}
	slices.Sort(us)
	return us, nil
}

// idle measures the cost of a cable on which nothing happens.
func idle(ctx context.Context, l *lab, e effort) ([]figure, error) {
	var share float64
	_, _, err := l.with(ctx, 4, false, func(c *cable) (err error) {
		if err = pause(ctx, time.Second); err != nil { // it has just started
			return err
		}
		share, err = c.load(func() error { return pause(ctx, e.idle) })
		return err
	})
	return []figure{{Name: "idle cable, 4 hosts: processor", Values: []float64{100 * share}, Unit: "% of a core", How: fmt.Sprintf("over %v; most of it is the display", e.idle)}}, err
}
