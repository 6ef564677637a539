package main

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// command makes a command that is killed, with everything that it started, when its time or the
// context ends: a program in a namespace that no longer exists would spin for ever.
func command(ctx context.Context, limit time.Duration, env []string, name string, args ...string) (*exec.Cmd, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	c := exec.CommandContext(ctx, name, args...)
	c.Env = env
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	c.WaitDelay = 2 * time.Second
	return c, cancel
}

// output runs a program, and returns its output.
func output(c *exec.Cmd) ([]byte, error) {
	var out, said bytes.Buffer
	c.Stdout, c.Stderr = &out, &said
	if err := c.Run(); err != nil {
		return out.Bytes(), fmt.Errorf("%s %s: %w\n%s%s", filepath.Base(c.Path), strings.Join(c.Args[1:], " "), err, said.Bytes(), tail(out.Bytes()))
	}
	return out.Bytes(), nil
}

// tail returns the end of a program's output, enough to see what was wrong.
func tail(b []byte) []byte { return b[max(0, len(b)-4000):] }

// pause waits, or until the context ends.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// cpuOf returns the processor time that a process has used, to the nanosecond, including all its
// threads and those that have ended.
func cpuOf(pid int) (time.Duration, error) {
	const scheduler = 2 // CPUCLOCK_SCHED of the kernel's posix-timers.h
	var t unix.Timespec
	if err := unix.ClockGettime(int32(^pid<<3|scheduler), &t); err != nil {
		return 0, fmt.Errorf("the processor time of process %d: %w", pid, err)
	}
	return time.Duration(t.Nano()), nil
}
