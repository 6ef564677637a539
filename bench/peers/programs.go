package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// The scenes are embedded in the program, so that it runs from any folder.
var (
	//go:embed scenes/saturated.yaml
	saturated []byte
	//go:embed scenes/ns2.tcl
	ns2Scene []byte
	//go:embed scenes/ns3.cc
	ns3Scene []byte
	//go:embed scenes/slot_toy.c
	toyScene []byte
)

// finish runs a program and returns its output and its user time, including all its threads.
func finish(cmd *exec.Cmd) (out []byte, cpu float64, err error) {
	var said bytes.Buffer
	if cmd.Stderr == nil {
		cmd.Stderr = &said
	}
	if out, err = cmd.Output(); err != nil {
		return nil, 0, fmt.Errorf("%s: %w\n%s", filepath.Base(cmd.Path), err, &said)
	}
	return out, float64(cmd.ProcessState.UserTime().Nanoseconds()), nil
}

// compile compiles a scene to a program.
func compile(ctx context.Context, compiler, dir, source string, text []byte, flags ...string) (string, error) {
	from, to := filepath.Join(dir, source), filepath.Join(dir, strings.TrimSuffix(source, filepath.Ext(source)))
	if err := os.WriteFile(from, text, 0o666); err != nil {
		return "", err
	}
	_, _, err := finish(exec.CommandContext(ctx, compiler, append([]string{"-O3", from, "-o", to}, flags...)...))
	return to, err
}

func findNS2(_ context.Context, dir string) (string, error) {
	if _, err := exec.LookPath("ns"); err != nil {
		return "", errors.New("no ns in the path; Debian's package is ns2")
	}
	scene := filepath.Join(dir, "ns2.tcl")
	return scene, os.WriteFile(scene, ns2Scene, 0o666)
}

// lines counts the lines that are written to it.
type lines int

func (l *lines) Write(p []byte) (int, error) {
	*l += lines(bytes.Count(p, []byte("\n")))
	return len(p), nil
}

// ns2 returns the run of ns-2 with one of its schedulers and one of its channels.
func ns2(scheduler, channel string) func(ctx context.Context, program string, c cell, seed int, from, until float64) (counts, error) {
	return simulator(func(ctx context.Context, scene string, c cell, seed int, until float64) (counts, error) {
		cmd := ns2Command(ctx, scene, scheduler, channel, c, seed, until)
		dropped := lines(0)
		cmd.Stderr = &dropped
		out, cpu, err := finish(cmd)
		if err != nil {
			return counts{}, err
		}
		delivered, lost, err := ns2Counts(out)
		// The second number is that of attempts that collided, and frames that were given up.
		return counts{until, delivered, delivered + lost - float64(dropped), float64(dropped), cpu}, err
	})
}

func ns2Command(ctx context.Context, scene, scheduler, channel string, c cell, seed int, until float64) *exec.Cmd {
	const depth = 4000 // capacity of a queue in frames
	n := float64(c.Stations)
	fill := min(depth, 400_000/n) // frames that are queued at first
	rate := 1.5 + n/150           // relative to the station's share after that: with more stations, more frames are given up
	return exec.CommandContext(ctx, "ns", scene, scheduler, channel, fmt.Sprint(c.Stations), fmt.Sprint(c.Octets),
		fmt.Sprint(seed), fmt.Sprint(until), fmt.Sprint(depth), fmt.Sprint(fill), fmt.Sprint(rate), fmt.Sprintf("%.3fus", c.delay()))
}

func ns2Counts(out []byte) (delivered, lost float64, err error) {
	if _, err = fmt.Sscanf(string(out), "delivered %g lost %g", &delivered, &lost); err != nil {
		err = fmt.Errorf("ns: %w in %q", err, out)
	}
	return delivered, lost, err
}

// buildNS3 uses only the names of the libraries that pkg-config returns: the libraries of libraries
// that Debian adds need not be installed.
func buildNS3(ctx context.Context, dir string) (string, error) {
	out, err := exec.CommandContext(ctx, "pkg-config", "--libs-only-l", "ns3-csma").Output()
	if err != nil {
		return "", errors.New("pkg-config knows no ns3-csma; Debian's package is libns3-dev")
	}
	var libraries []string
	for _, word := range strings.Fields(string(out)) {
		if strings.HasPrefix(word, "-lns3") {
			libraries = append(libraries, word)
		}
	}
	return compile(ctx, "g++", dir, "ns3.cc", ns3Scene, libraries...)
}

var ns3 = simulator(func(ctx context.Context, program string, c cell, seed int, until float64) (counts, error) {
	out, cpu, err := finish(exec.CommandContext(ctx, program,
		fmt.Sprint(c.Stations), fmt.Sprint(c.Octets), fmt.Sprint(seed), fmt.Sprint(until), fmt.Sprintf("%.0f", 1000*c.delay())))
	if err != nil {
		return counts{}, err
	}
	var delivered, sent, polls, dropped float64
	_, err = fmt.Sscanf(string(out), "delivered %g sent %g polls %g dropped %g", &delivered, &sent, &polls, &dropped)
	return counts{until, delivered, sent, dropped, cpu}, err
})

func buildToy(ctx context.Context, dir string) (string, error) {
	return compile(ctx, "cc", dir, "slot_toy.c", toyScene, "-march=native")
}

// toy measures its own time, because it takes less time than a process takes to start.
func toy(ctx context.Context, program string, c cell, seed int, from, until float64) (counts, error) {
	const slot, again = 51.2e-6, 100
	length := max(2, (c.Octets+20)*8/512) // of a frame with its header and gap, in slots
	out, _, err := finish(exec.CommandContext(ctx, program, fmt.Sprint(c.Stations), fmt.Sprint(length),
		fmt.Sprint(seed), fmt.Sprint(int64(from/slot)), fmt.Sprint(int64(until/slot)), fmt.Sprint(again)))
	if err != nil {
		return counts{}, err
	}
	var slots, delivered, attempts, dropped, cpu float64
	_, err = fmt.Sscanf(string(out), "slots %g delivered %g attempts %g dropped %g ns %g", &slots, &delivered, &attempts, &dropped, &cpu)
	return counts{slots * slot, delivered, attempts, dropped, cpu}, err
}

// buildCsmacd returns the named program, or builds one.
func buildCsmacd(named string) func(ctx context.Context, dir string) (string, error) {
	return func(ctx context.Context, dir string) (string, error) {
		if named != "" {
			return filepath.Abs(named)
		}
		program := filepath.Join(dir, "csmacd")
		_, _, err := finish(exec.CommandContext(ctx, "go", "build", "-o", program, "github.com/csmacd/csmacd/cmd/csmacd"))
		return program, err
	}
}

// csmacd returns the run of csmacd with the rules of some MAC.
func csmacd(rules string) func(ctx context.Context, program string, c cell, seed int, from, until float64) (counts, error) {
	return simulator(func(ctx context.Context, program string, c cell, seed int, until float64) (counts, error) {
		out, cpu, err := finish(csmacdCommand(ctx, program, rules, c, seed, until))
		if err != nil {
			return counts{}, err
		}
		got, err := csmacdCounts(out)
		got.Seconds, got.CPU = until, cpu
		return got, err
	})
}

func csmacdCommand(ctx context.Context, program, rules string, c cell, seed int, until float64, more ...string) *exec.Cmd {
	args := []string{"run", "--quiet", "--json", "-",
		"--set", fmt.Sprintf("stations[0].count=%d", c.Stations), "--set", fmt.Sprintf("stations[0].traffic.size=%d", c.Octets),
		"--set", "mac.as=" + rules, "--seed", fmt.Sprint(seed), "--duration", fmt.Sprintf("%dns", int64(until*1e9))}
	if c.Metres > 0 {
		args = append(args, "--set", fmt.Sprintf("medium={kind: bus, length: %dm}", c.Metres), "--set", "stations[0].from=0m",
			"--set", fmt.Sprintf("stations[0].spacing=%.3fm", math.Floor(1000*float64(c.Metres)/float64(c.Stations-1))/1000))
	}
	cmd := exec.CommandContext(ctx, program, append(append(args, more...), "-")...)
	cmd.Stdin = bytes.NewReader(saturated)
	return cmd
}

func csmacdCounts(out []byte) (counts, error) {
	var result struct {
		Medium struct {
			Delivered float64 `json:"frames_delivered"`
			Attempts  float64 `json:"attempts"`
			Dropped   float64 `json:"frames_dropped"`
		} `json:"medium"`
	}
	err := json.Unmarshal(out, &result)
	m := result.Medium
	return counts{Delivered: m.Delivered, Attempts: m.Attempts, Dropped: m.Dropped}, err
}
