package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"

	"github.com/csmacd/csmacd/internal/published"
)

// amount is the amount of work.
type amount struct {
	networks int              // number of networks that are run on the engine and on the reference
	checks   int              // number of random networks for each property
	effort   published.Effort // for statistical figures
}

func main() {
	var run amount
	flag.IntVar(&run.networks, "networks", 20000, "random networks on the engine and on the reference")
	flag.IntVar(&run.checks, "checks", 1000, "random networks for each property")
	effort := flag.Float64("effort", 1, "amount of work for statistical figures; their intervals are chosen for 1")
	flag.Parse()
	run.effort = published.Effort(*effort)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	failed, err := write(ctx, os.Stdout, run)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "conformance:", err)
	case failed > 0:
		fmt.Fprintf(os.Stderr, "conformance: FAILS appears %d times in the page\n", failed)
	default:
		return
	}
	stop()
	os.Exit(1)
}

// write runs the checks and writes the page. It returns the number of failures on the page.
func write(ctx context.Context, to *os.File, run amount) (failed int, err error) {
	if err := root(); err != nil {
		return 0, err
	}
	began := time.Now()
	progress := func(what string) {
		fmt.Fprintf(os.Stderr, "%s: %v\n", what, time.Since(began).Round(time.Second))
		began = time.Now()
	}
	tests, err := runTests(ctx, run)
	if err != nil {
		return 0, err
	}
	progress("rules, properties and the reference")
	platforms, err := runPlatforms(ctx)
	if err != nil {
		return 0, err
	}
	progress("platforms")
	answers, err := runAnswers(ctx, run.effort)
	if err != nil {
		return 0, err
	}
	progress("answers of others")
	var body page
	body.rules(tests, answers)
	body.peers()
	body.properties(tests, platforms)
	body.differences(tests)
	body.networks(tests)
	body.plca(tests)
	body.answers(answers)
	body.limits()
	body.stories(tests)
	body.figures(answers)

	var head page
	head.summary(run, tests, answers, body.failed)
	for _, p := range []*page{&head, &body} {
		if _, err := to.Write(p.Bytes()); err != nil {
			return 0, err
		}
	}
	return body.failed, nil
}
