package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
)

// effort is how long to measure.
type effort struct {
	pings, own, seeds          int
	tcp, pairs, udp, all, idle time.Duration
}

var (
	thorough = effort{pings: 500, own: 200, seeds: 100, tcp: 20 * time.Second, pairs: 10 * time.Second,
		udp: 5 * time.Second, all: 12 * time.Second, idle: 5 * time.Second}
	quick = effort{pings: 100, own: 50, seeds: 40, tcp: 4 * time.Second, pairs: 3 * time.Second,
		udp: 2 * time.Second, all: 4 * time.Second, idle: 2 * time.Second}
)

// longest is the limit of the whole program's time, in case something hangs.
const longest = 5 * time.Minute

// measurement is one run of a cable, or several.
type measurement struct {
	name string
	run  func(ctx context.Context, l *lab, e effort) ([]figure, error)
}

var measurements = []measurement{
	{"echo", echoes}, {"tcp", stream}, {"pairs", pairs}, {"udp", flood}, {"16", crowd}, {"idle", idle},
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == sendWord {
		if err := send(os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, "send:", err)
			os.Exit(1)
		}
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	ctx, cancel := context.WithTimeout(ctx, longest)
	err := run(ctx)
	cancel()
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "live:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) (err error) {
	var names []string
	for _, m := range measurements {
		names = append(names, m.name)
	}
	only := flag.String("only", strings.Join(names, ","), "`LIST` of what to measure")
	short := flag.Bool("quick", false, "half a minute instead of two, and less precise")
	program := flag.String("csmacd", "", "`PROGRAM` to measure, instead of one built from this source")
	raw := flag.String("json", "", "write all figures to `FILE`, as JSON")
	flag.Parse()
	wanted := strings.Split(*only, ",")
	for _, name := range wanted {
		if !slices.Contains(names, name) {
			return fmt.Errorf("-only: no %q; there are %s", name, strings.Join(names, ", "))
		}
	}
	e := thorough
	if *short {
		e = quick
	}
	l, err := newLab(ctx, *program)
	if err != nil {
		return err
	}
	defer func() {
		if e := l.close(); err == nil {
			err = e
		}
	}()
	all, err := measureAll(ctx, l, e, wanted)
	printTable(os.Stdout, all)
	if err != nil || *raw == "" {
		return err
	}
	text, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(*raw, append(text, '\n'), 0o666)
}

// measureAll makes the wanted measurements. If one fails, it returns the figures so far.
func measureAll(ctx context.Context, l *lab, e effort, wanted []string) (all []figure, err error) {
	for _, m := range measurements {
		if !slices.Contains(wanted, m.name) {
			continue
		}
		fmt.Fprintf(os.Stderr, "%s\n", m.name)
		list, err := m.run(ctx, l, e)
		if ctx.Err() != nil {
			fmt.Fprintln(os.Stderr, "interrupted; these are the figures so far")
			break
		}
		if err != nil {
			return all, fmt.Errorf("%s: %w", m.name, err)
		}
		all = append(all, list...)
	}
	return all, nil
}
