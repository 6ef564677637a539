package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/cluster"
	"github.com/csmacd/csmacd/internal/exit"
	"github.com/csmacd/csmacd/internal/usage"
)

func clusterFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "engine", Usage: "the `ENGINE`: slurm (submit) or kubernetes (manifest)"},
		&cli.IntFlag{Name: "tasks", Value: 16, Usage: "divide the runs among `N` tasks (submit, manifest)"},
		&cli.StringFlag{Name: "image", Value: "csmacd:" + Version, Usage: "the container `IMAGE` with csmacd (manifest)"},
		&cli.StringFlag{Name: "claim", Value: "csmacd", Usage: "the persistent volume `CLAIM` for the campaign (manifest)"},
	}
}

// sweepElsewhere checks a plan, and submits it to a cluster or prints its manifest.
func sweepElsewhere(c *cli.Context, what, file string) error {
	engine := map[string]string{"submit": "slurm", "manifest": "kubernetes"}[what]
	if got := c.String("engine"); got != "" && got != engine {
		return usage.Errorf("sweep %s --engine %s: this one is %s (submit for slurm, manifest for kubernetes)", what, got, engine)
	}
	if n := c.Int("tasks"); n < 1 || n > 100_000 {
		return usage.Errorf("--tasks %d: a number of tasks from 1 to 100000 is wanted", n)
	}
	if c.IsSet("shard") || c.IsSet("shards") {
		return usage.Errorf("each task runs a shard of its own: leave out --shard and --shards")
	}
	if file == "-" {
		return usage.Errorf("sweep %s takes a FILE, not standard input: the tasks read it as well", what)
	}
	s, _, err := planned(c, file)
	if err != nil {
		return err
	}
	named, err := validatePlan(file, s)
	if err != nil {
		return exit.Error{Status: exit.Failure}
	}
	o := cluster.Options{Tasks: c.Int("tasks"), Out: c.String("out"), Jobs: c.Int("jobs"), Image: c.String("image"), Claim: c.String("claim"), Flags: passedOn(c), Files: named}
	if what == "manifest" {
		return o.Manifest(c.App.Writer, s.Sweep)
	}
	return o.Submit(c.App.Writer, file, s.Sweep)
}

// passedOn returns the flags that the tasks are run with as well.
func passedOn(c *cli.Context) (args []string) {
	for _, name := range []string{"seed", "duration", "precision", "metric", "max-replications", "confidence"} {
		if c.IsSet(name) {
			args = append(args, "--"+name, fmt.Sprint(c.Value(name)))
		}
	}
	for _, set := range c.StringSlice("set") {
		args = append(args, "--set", set)
	}
	return args
}
