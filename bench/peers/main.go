// Peers runs the same saturated networks on csmacd, on ns-2, on ns-3 and on a slot-level toy, in
// turn, and prints their results and their cost:
//
//	go run ./bench/peers -cells 24,1518 -seconds 2 -peers ns2,ns3,toy
//
// A peer that is not installed is left out. The program imports nothing of csmacd: it measures the
// program that its users run. bench/README.md explains the tables.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	cells := flag.String("cells", "all", "`LIST` of cells, such as '24,1518 256,64 24,64,2500m', or all")
	names := flag.String("peers", "ns2,ns3,toy", "`LIST` of peers to compare with csmacd; nodup is ns2 without its usual channel")
	effort := effort{}
	flag.Float64Var(&effort.seconds, "seconds", 1, "processor time of a run")
	flag.Float64Var(&effort.most, "most", 12, "longest processor time of a run with few frames")
	flag.IntVar(&effort.seeds, "seeds", 4, "runs of each peer in each cell")
	program := flag.String("csmacd", "", "`PROGRAM` to measure, instead of one built from this source")
	raw := flag.String("json", "", "write all figures to `FILE`, as JSON")
	tracing := flag.Bool("trace", false, "measure the cost of writing a trace in ns-2 and csmacd instead (with -cells, -seconds and -seeds)")
	tcp := flag.Bool("tcp", false, "compare two bulk transfers by TCP on csmacd and ns-2 instead (with -seeds)")
	flag.Parse()

	grid, err := parseCells(*cells)
	if err != nil {
		return err
	}
	if effort.seeds < 2 {
		return fmt.Errorf("-seeds %d: an interval needs at least two", effort.seeds)
	}
	dir, err := os.MkdirTemp("", "peers")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if *tcp {
		return tcps(ctx, dir, *program, effort)
	}
	if *tracing {
		return traces(ctx, dir, *program, effort, grid)
	}
	peers, err := assemble(ctx, dir, *program, strings.Split(*names, ","))
	if err != nil {
		return err
	}

	var rows []row
	for _, c := range grid {
		fmt.Fprintf(os.Stderr, "%d stations, %d octets: ", c.Stations, c.Octets)
		r, err := measure(ctx, effort, peers, c)
		if ctx.Err() != nil {
			fmt.Fprintln(os.Stderr, "interrupted; these are the figures so far")
			break
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "%d runs, from %s\n", r.runs(), r.window())
		rows = append(rows, r)
	}
	printTables(os.Stdout, rows)
	if *raw == "" {
		return nil
	}
	text, err := json.MarshalIndent(rows, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(*raw, append(text, '\n'), 0o666)
}

// assemble prepares the peers: csmacd, which is required, and those of the others that are
// available.
func assemble(ctx context.Context, dir, program string, names []string) ([]peer, error) {
	all := []peer{
		{name: "ns-2 Calendar", of: "ns2", prepare: findNS2, run: ns2("Calendar", "Channel")},
		{name: "ns-2 Splay", of: "ns2", prepare: findNS2, run: ns2("Splay", "Channel")},
		{name: "ns-2 NoDup", of: "ns2", prepare: findNS2, run: ns2("Splay", "Channel/NoDup")},
		{name: "ns-3", of: "ns3", prepare: buildNS3, run: ns3},
		{name: "csmacd as ns2", prepare: buildCsmacd(program), run: csmacd("ns2")},
		{name: "csmacd", prepare: buildCsmacd(program), run: csmacd("standard"), often: true},
		{name: "toy", of: "toy", prepare: buildToy, run: toy, often: true},
	}
	for _, name := range names {
		if name != "" && !slices.ContainsFunc(all, func(p peer) bool { return p.wanted(name) }) {
			return nil, fmt.Errorf("-peers: no %q; there are ns2, nodup, ns3 and toy", name)
		}
	}
	var ready []peer
	for _, p := range all {
		if p.of != "" && !slices.ContainsFunc(names, p.wanted) {
			continue
		}
		program, err := p.prepare(ctx, dir)
		switch {
		case err == nil:
			p.program = program
			ready = append(ready, p)
		case p.of == "":
			return nil, fmt.Errorf("%s: %w", p.name, err)
		default:
			fmt.Fprintf(os.Stderr, "%s is left out: %v\n", p.name, err)
		}
	}
	return ready, nil
}

// wanted reports whether a name on the command line means the peer.
func (p peer) wanted(name string) bool {
	return p.of != "" && (name == p.of || name == "nodup" && p.name == "ns-2 NoDup")
}

// cell is one network of the grid.
type cell struct {
	Stations int `json:"stations"`
	Octets   int `json:"octets"`           // of a frame, DA to FCS
	Metres   int `json:"metres,omitempty"` // of cable, along which the stations are spread; 0: all are 4 us apart
}

// delay returns the longest time between two stations, in microseconds.
func (c cell) delay() float64 {
	const velocity = 0.77 * 299.792458 // of 10BASE5, in metres per microsecond
	if c.Metres == 0 {
		return 4
	}
	return float64(c.Metres) / velocity
}

func parseCells(list string) (grid []cell, err error) {
	if list == "all" {
		for _, n := range []int{2, 10, 24, 64, 256, 1024} {
			for _, octets := range []int{64, 512, 1518} {
				grid = append(grid, cell{Stations: n, Octets: octets})
			}
		}
		return grid, nil
	}
	for _, word := range strings.Fields(list) {
		n, rest, _ := strings.Cut(word, ",")
		octets, metres, cable := strings.Cut(rest, ",")
		c := cell{}
		if c.Stations, err = strconv.Atoi(n); err == nil {
			c.Octets, err = strconv.Atoi(octets)
		}
		if length, ok := strings.CutSuffix(metres, "m"); cable && err == nil {
			if c.Metres, err = strconv.Atoi(length); !ok || c.Metres < 1 {
				err = strconv.ErrSyntax
			}
		}
		if err != nil || c.Stations < 2 || c.Octets < 64 || c.Octets > 1518 {
			return nil, fmt.Errorf("-cells: %q is not STATIONS,OCTETS or STATIONS,OCTETS,METRES, such as 24,1518 or 24,1518,2500m", word)
		}
		grid = append(grid, c)
	}
	return grid, nil
}
