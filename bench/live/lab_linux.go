package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// lab is where cables are set up: a program, and a folder for their files.
type lab struct {
	csmacd, self, dir string
	env               []string
	cables            int
}

func newLab(ctx context.Context, program string) (l *lab, err error) {
	for _, tool := range []string{"ping", "iperf3", "ip", "timeout"} {
		if _, err := exec.LookPath(tool); err != nil {
			return nil, fmt.Errorf("%s is not installed", tool)
		}
	}
	if os.Geteuid() != 0 {
		return nil, errors.New("network namespaces for other programs need root")
	}
	l = &lab{csmacd: program}
	if l.self, err = os.Executable(); err != nil {
		return nil, err
	}
	if l.dir, err = os.MkdirTemp("", "csb"); err != nil {
		return nil, err
	}
	l.env = append(os.Environ(), "CSMACD_RUN_DIR="+filepath.Join(l.dir, "run"))
	if program == "" {
		l.csmacd = filepath.Join(l.dir, "csmacd")
		c, cancel := command(ctx, 2*time.Minute, l.env, "go", "build", "-o", l.csmacd, "github.com/csmacd/csmacd/cmd/csmacd")
		defer cancel()
		_, err = output(c)
	} else {
		l.csmacd, err = filepath.Abs(program)
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(l.dir))
	}
	return l, nil
}

// close removes what a cable that was killed has left.
func (l *lab) close() error {
	c, cancel := command(context.Background(), 20*time.Second, l.env, l.csmacd, "down")
	defer cancel()
	out, err := output(c)
	if err == nil && strings.Contains(string(out), "alive") {
		err = fmt.Errorf("csmacd down: %s", out)
	}
	return errors.Join(err, os.RemoveAll(l.dir))
}

// simulate runs a scenario with csmacd and returns its result. frames, if not nil, is called for
// each frame that was whole on the medium.
func (l *lab) simulate(ctx context.Context, scenario string, frames func(frame), more ...string) (*result, error) {
	file := filepath.Join(l.dir, "result.json")
	args := append([]string{"run", "--quiet", "--json", file}, more...)
	if frames != nil {
		args = append(args, "--pcap", "-")
	}
	c, cancel := command(ctx, time.Minute, l.env, l.csmacd, append(args, scenario)...)
	defer cancel()
	var said strings.Builder
	c.Stderr = &said
	capture, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	if frames != nil {
		if err = readFrames(capture, frames); err != nil {
			cancel()
		}
	}
	if e := c.Wait(); e != nil {
		return nil, fmt.Errorf("csmacd %s: %w\n%s", strings.Join(c.Args[1:], " "), errors.Join(err, e), said.String())
	}
	if err != nil {
		return nil, err
	}
	return readResult(file)
}

// window limits the figures of a result to a part of the run.
func window(from, until time.Duration) []string {
	return []string{"--set", fmt.Sprintf("warmup=%dns", from.Nanoseconds()), "--duration", fmt.Sprintf("%dns", until.Nanoseconds())}
}
