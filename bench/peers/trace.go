package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// tracer is a way of running a network that writes a file, or none. CPU is user and system time
// here, because writing is the system's work.
type tracer struct {
	name    string
	of      string // the tracer that does the same without the file
	command func(ctx context.Context, c cell, seed int, until float64, file string) *exec.Cmd
	count   func(out []byte) (delivered float64, err error)
	longer  float64 // factor by which it runs longer than the others, because it finishes too soon to be timed
}

// written holds the results of a run, the size of its file, and its cost.
type written struct {
	delivered, octets, lines, cpu float64
}

func (w written) minus(v written) written {
	return written{w.delivered - v.delivered, w.octets - v.octets, w.lines - v.lines, w.cpu - v.cpu}
}

// tracers returns those that are available: csmacd's, and ns-2's if it is installed.
func tracers(ctx context.Context, dir, program string) ([]tracer, error) {
	program, err := buildCsmacd(program)(ctx, dir)
	if err != nil {
		return nil, err
	}
	var list []tracer
	scene, err := findNS2(ctx, dir)
	if err != nil {
		fmt.Fprintf(os.Stderr, "ns-2 is left out: %v\n", err)
	} else {
		of := func(channel string, trace bool) func(context.Context, cell, int, float64, string) *exec.Cmd {
			return func(ctx context.Context, c cell, seed int, until float64, file string) *exec.Cmd {
				cmd := ns2Command(ctx, scene, "Splay", channel, c, seed, until)
				if trace {
					cmd.Args = append(cmd.Args, file)
				}
				return cmd
			}
		}
		count := func(out []byte) (float64, error) {
			delivered, _, err := ns2Counts(out)
			return delivered, err
		}
		list = append(list,
			tracer{"ns-2", "", of("Channel", false), count, 1}, tracer{"ns-2, trace", "ns-2", of("Channel", true), count, 1},
			tracer{"ns-2 NoDup", "", of("Channel/NoDup", false), count, 1},
			tracer{"ns-2 NoDup, trace", "ns-2 NoDup", of("Channel/NoDup", true), count, 1})
	}
	for _, option := range []string{"", "--pcap", "--events"} {
		t := tracer{name: "csmacd", command: func(ctx context.Context, c cell, seed int, until float64, file string) *exec.Cmd {
			if option == "" {
				return csmacdCommand(ctx, program, "standard", c, seed, until)
			}
			return csmacdCommand(ctx, program, "standard", c, seed, until, option, file)
		}, count: func(out []byte) (float64, error) {
			got, err := csmacdCounts(out)
			return got.Delivered, err
		}, longer: 50}
		if option != "" {
			t.name, t.of, t.longer = "csmacd, "+option, "csmacd", 1
		}
		list = append(list, t)
	}
	return list, nil
}

// run counts what happens between two instants: the difference of two runs.
func (t *tracer) run(ctx context.Context, dir string, c cell, seed int, from, until float64) (written, error) {
	short, err := t.until(ctx, dir, c, seed, from)
	if err != nil {
		return short, err
	}
	long, err := t.until(ctx, dir, c, seed, until)
	return long.minus(short), err
}

func (t *tracer) until(ctx context.Context, dir string, c cell, seed int, until float64) (w written, err error) {
	file := filepath.Join(dir, "trace")
	cmd := t.command(ctx, c, seed, until, file)
	cmd.Stderr = new(lines)
	out, user, err := finish(cmd)
	if err != nil {
		return w, err
	}
	w.cpu = user + float64(cmd.ProcessState.SystemTime().Nanoseconds())
	if w.delivered, err = t.count(out); err != nil || t.of == "" {
		return w, err
	}
	defer os.Remove(file)
	w.octets, w.lines, err = measureFile(file)
	return w, err
}

// measureFile counts the octets and lines of a file. It does not read files of hundreds of
// megabytes into memory.
func measureFile(name string) (octets, ends float64, err error) {
	f, err := os.Open(name)
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	n := lines(0)
	size, err := f.WriteTo(&n)
	return float64(size), float64(n), err
}

// traces measures all tracers in each cell in turn, and prints a table for each cell.
func traces(ctx context.Context, dir, program string, e effort, grid []cell) error {
	list, err := tracers(ctx, dir, program)
	if err != nil {
		return err
	}
	for _, c := range grid {
		// The number of frames that a saturated line carries in that many seconds of ns-2's.
		until := e.seconds * 60_000 / (10e6 / float64(8*c.Octets+160))
		runs := make([][]written, len(list))
		for seed := 1; seed <= e.seeds; seed++ {
			for i := range list {
				w, err := list[i].run(ctx, dir, c, seed, until/5, until*list[i].longer)
				if err != nil {
					return fmt.Errorf("%s: %w", list[i].name, err)
				}
				runs[i] = append(runs[i], w)
			}
		}
		printTraces(c, until, list, runs)
	}
	return nil
}

func printTraces(c cell, until float64, list []tracer, runs [][]written) {
	fmt.Printf("%d stations, %d octets, %s to %s s: ns of user and system time\n\n", c.Stations, c.Octets, three(until/5), three(until))
	cost := map[string]float64{}
	table := [][]string{{"", "lines per frame", "octets per frame", "ns per frame", "ns per line", "the trace's part per line"}}
	for i, t := range list {
		middle := func(of func(w written) float64) float64 {
			var all []float64
			for _, w := range runs[i] {
				all = append(all, of(w))
			}
			slices.Sort(all)
			return all[len(all)/2]
		}
		frame := middle(func(w written) float64 { return w.cpu / w.delivered })
		cost[t.name] = frame
		perFrame := middle(func(w written) float64 { return w.lines / w.delivered })
		octets := middle(func(w written) float64 { return w.octets / w.delivered })
		if strings.HasSuffix(t.name, "--pcap") || t.of == "" {
			perFrame = math.NaN() // a capture has packets, not lines
		}
		table = append(table, []string{t.name, three(perFrame), three(octets), three(frame), three(frame / perFrame), three((frame - cost[t.of]) / perFrame)})
	}
	printTable(os.Stdout, table)
	fmt.Println()
}
