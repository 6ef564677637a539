package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// cable is a live cable, with hosts h1 to hN evenly along its 500 m.
type cable struct {
	*lab
	up        *exec.Cmd
	log       string // its log: a file, so that the program can write to it even if this one has ended
	over      chan error
	json      string
	recording string // "" if nothing is recorded
}

const metres = 500

// scenario returns a scenario with that many stations. each returns the attachment of the i-th,
// from 0.
func scenario(hosts int, each func(i int) string) string {
	s := new(strings.Builder)
	fmt.Fprintf(s, "name: bench\nphy: 10base5\nmedium: {kind: bus, length: %dm}\nstations:\n", metres)
	for i := range hosts {
		fmt.Fprintf(s, "  - {name: h%d, at: %dm, queue: 50, %s}\n", i+1, i*metres/max(hosts-1, 1), each(i))
	}
	return s.String()
}

func address(host int) string { return fmt.Sprintf("10.83.0.%d", host) }

// lay sets a cable up, and waits until its hosts are there.
func (l *lab) lay(ctx context.Context, hosts int, record bool, more ...string) (*cable, error) {
	l.cables++
	base := filepath.Join(l.dir, fmt.Sprintf("cable%d", l.cables))
	text := scenario(hosts, func(i int) string {
		return fmt.Sprintf("attach: {netns: csb%dc%dh%d, address: %s/24}", os.Getpid(), l.cables, i+1, address(i+1))
	})
	if err := os.WriteFile(base+".yaml", []byte(text), 0o666); err != nil {
		return nil, err
	}
	c := &cable{lab: l, log: base + ".log", json: base + ".json", over: make(chan error, 1)}
	args := []string{"up", "--json", c.json}
	args = append(args, more...)
	if record {
		c.recording = base + "-record.yaml"
		args = append(args, "--record", c.recording)
	}
	// It does not depend on the context: it has to remove its hosts when everything else has ended.
	c.up = exec.Command(l.csmacd, append(args, "--duration", fmt.Sprintf("%gs", longest.Seconds()), base+".yaml")...)
	log, err := os.Create(c.log)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	c.up.Env, c.up.Stdout, c.up.Stderr = l.env, log, log
	c.up.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGHUP}
	if err := c.up.Start(); err != nil {
		return nil, err
	}
	go func() { c.over <- c.up.Wait() }()
	if err := c.ready(ctx, hosts); err != nil {
		_, e := c.takeUp()
		return nil, errors.Join(err, e)
	}
	return c, nil
}

// ready waits until each host has answered the first, which then knows their addresses.
func (c *cable) ready(ctx context.Context, hosts int) error {
	for host := 2; host <= hosts; host++ {
		for until := time.Now().Add(20 * time.Second); ; {
			_, err := c.in(ctx, 5*time.Second, 1, "ping", "-c", "1", "-W", "1", address(host))
			if err == nil {
				break
			}
			select {
			case why := <-c.over:
				c.over <- why
				return fmt.Errorf("csmacd up: %w\n%s", errors.Join(why, err), c.said())
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(50 * time.Millisecond):
			}
			if time.Now().After(until) {
				return err
			}
		}
	}
	return nil
}

// said returns the end of the log of csmacd up.
func (c *cable) said() []byte {
	text, err := os.ReadFile(c.log)
	if err != nil {
		return []byte(err.Error())
	}
	return tail(text)
}

// at makes a command that runs in a host with a time limit. timeout ends it even if nobody is left
// to end it.
func (c *cable) at(ctx context.Context, limit time.Duration, host int, argv ...string) (*exec.Cmd, context.CancelFunc) {
	words := []string{"exec", fmt.Sprintf("h%d", host), "--", "timeout", "-s", "KILL", fmt.Sprint(limit.Seconds() + 5)}
	return command(ctx, limit, c.env, c.csmacd, append(words, argv...)...)
}

// in runs a program in a host and returns its output.
func (c *cable) in(ctx context.Context, limit time.Duration, host int, argv ...string) ([]byte, error) {
	cmd, cancel := c.at(ctx, limit, host, argv...)
	defer cancel()
	return output(cmd)
}

// load measures the share of a processor that csmacd uses while during runs.
func (c *cable) load(during func() error) (share float64, err error) {
	before, err := cpuOf(c.up.Process.Pid)
	if err != nil {
		return 0, err
	}
	began := time.Now()
	if err := during(); err != nil {
		return 0, err
	}
	passed := time.Since(began)
	after, err := cpuOf(c.up.Process.Pid)
	return (after - before).Seconds() / passed.Seconds(), err
}

// takeUp ends the run, and returns its result.
func (c *cable) takeUp() (*result, error) {
	_ = c.up.Process.Signal(os.Interrupt) // it may have ended already
	var err error
	select {
	case err = <-c.over:
	case <-time.After(15 * time.Second):
		_ = syscall.Kill(-c.up.Process.Pid, syscall.SIGKILL)
		err = errors.Join(errors.New("it did not end after an interrupt"), <-c.over)
	}
	if err != nil {
		return nil, fmt.Errorf("csmacd up: %w\n%s", err, c.said())
	}
	for line := range strings.Lines(string(c.said())) {
		if strings.Contains(line, "did not keep up") { // the result does not say when
			fmt.Fprintln(os.Stderr, " ", strings.TrimSpace(line))
		}
	}
	return readResult(c.json)
}

// inKernel returns the kernel's share of the run's processor time.
func (c *cable) inKernel() float64 {
	s := c.up.ProcessState
	return s.SystemTime().Seconds() / (s.SystemTime() + s.UserTime()).Seconds()
}

// with lays a cable, calls do with it, and takes it up in any case.
func (l *lab) with(ctx context.Context, hosts int, record bool, do func(*cable) error, more ...string) (*cable, *result, error) {
	c, err := l.lay(ctx, hosts, record, more...)
	if err != nil {
		return nil, nil, err
	}
	err = do(c)
	r, e := c.takeUp()
	return c, r, errors.Join(err, e)
}
