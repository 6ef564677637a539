package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

var (
	//go:embed scenes/tcp.yaml
	tcpScene []byte
	//go:embed scenes/ns2_tcp.tcl
	ns2TCPScene []byte
)

// transfers is the result of a run of two bulk transfers by TCP.
type transfers struct {
	octets   float64 // delivered
	again    float64 // segments sent again
	timeouts float64
	cpu      float64 // user time in ns
}

// tcpPeer is a program that runs the two transfers for some simulated seconds.
type tcpPeer struct {
	name string
	run  func(ctx context.Context, seed int, seconds float64) (transfers, error)
	all  []transfers
}

// tcps compares two bulk transfers by TCP on csmacd, whose hosts are real stacks, and on ns-2, whose hosts
// are a model. csmacd runs with one processor and with two.
func tcps(ctx context.Context, dir, program string, e effort) error {
	csmacd, err := buildCsmacd(program)(ctx, dir)
	if err != nil {
		return err
	}
	scene := filepath.Join(dir, "tcp.yaml")
	if err := os.WriteFile(scene, tcpScene, 0o666); err != nil {
		return err
	}
	peers := []*tcpPeer{
		{name: "csmacd, GOMAXPROCS=1", run: csmacdTCP(csmacd, scene, "1")},
		{name: "csmacd, GOMAXPROCS=2", run: csmacdTCP(csmacd, scene, "2")},
	}
	if _, err := exec.LookPath("ns"); err == nil {
		scene := filepath.Join(dir, "ns2_tcp.tcl")
		if err := os.WriteFile(scene, ns2TCPScene, 0o666); err != nil {
			return err
		}
		peers = append(peers, &tcpPeer{name: "ns-2 Splay", run: ns2TCP(scene, "Splay")}, &tcpPeer{name: "ns-2 Calendar", run: ns2TCP(scene, "Calendar")})
	}
	const short, long = 10, 50 // simulated seconds
	for seed := range e.seeds {
		for _, p := range peers {
			a, err := p.run(ctx, seed+1, short)
			if err != nil {
				return err
			}
			b, err := p.run(ctx, seed+1, long)
			if err != nil {
				return err
			}
			p.all = append(p.all, transfers{b.octets - a.octets, b.again - a.again, b.timeouts - a.timeouts, b.cpu - a.cpu})
		}
	}
	return printTCP(os.Stdout, peers, long-short)
}

// printTCP writes the table.
func printTCP(w io.Writer, peers []*tcpPeer, seconds float64) error {
	table := [][]string{{"two bulk TCP flows", "goodput Mb/s", "sent again per s", "timeouts per s", "simulated s per s of user time"}}
	for _, p := range peers {
		var sum transfers
		for _, t := range p.all {
			sum = transfers{sum.octets + t.octets, sum.again + t.again, sum.timeouts + t.timeouts, sum.cpu + t.cpu}
		}
		all := seconds * float64(len(p.all))
		table = append(table, []string{p.name, three(8 * sum.octets / all / 1e6), three(sum.again / all), three(sum.timeouts / all), three(all / (sum.cpu / 1e9))})
	}
	printTable(w, table)
	return nil
}

func csmacdTCP(program, scene, processors string) func(context.Context, int, float64) (transfers, error) {
	return func(ctx context.Context, seed int, seconds float64) (t transfers, err error) {
		cmd := exec.CommandContext(ctx, program, "run", scene, "--quiet", "--json", "-", "--seed", fmt.Sprint(seed), "--duration", fmt.Sprintf("%gs", seconds))
		cmd.Env = append(os.Environ(), "GOMAXPROCS="+processors)
		out, cpu, err := finish(cmd)
		if err != nil {
			return t, err
		}
		var r struct {
			Flows []struct{ Delivered, Retransmissions, Timeouts float64 }
		}
		if err := json.Unmarshal(out, &r); err != nil {
			return t, err
		}
		for _, f := range r.Flows {
			t.octets, t.again, t.timeouts = t.octets+f.Delivered, t.again+f.Retransmissions, t.timeouts+f.Timeouts
		}
		t.cpu = cpu
		return t, nil
	}
}

func ns2TCP(scene, scheduler string) func(context.Context, int, float64) (transfers, error) {
	return func(ctx context.Context, seed int, seconds float64) (t transfers, err error) {
		out, cpu, err := finish(exec.CommandContext(ctx, "ns", scene, scheduler, "Channel", fmt.Sprint(seed), fmt.Sprint(seconds), "0.5us"))
		if err != nil {
			return t, err
		}
		for line := range strings.Lines(string(out)) {
			var segments, again, timeouts float64
			if _, err := fmt.Sscanf(line, "segments %g again %g timeouts %g", &segments, &again, &timeouts); err != nil {
				return t, fmt.Errorf("ns: %w in %q", err, line)
			}
			t.octets, t.again, t.timeouts = t.octets+1420*segments, t.again+again, t.timeouts+timeouts
		}
		t.cpu = cpu
		return t, nil
	}
}
