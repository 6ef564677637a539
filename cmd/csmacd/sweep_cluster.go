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
		&cli.StringFlag{Name: "engine", Usage: "what `ENGINE` the plan is for: slurm (submit) or kubernetes (manifest)"},
		&cli.IntFlag{Name: "tasks", Value: 16, Usage: "share the runs out to `N` tasks (submit, manifest)"},
		&cli.StringFlag{Name: "image", Value: "csmacd:" + Version, Usage: "the container `IMAGE` that has csmacd (manifest)"},
		&cli.StringFlag{Name: "claim", Value: "csmacd", Usage: "the persistent volume `CLAIM` that campaigns are kept on (manifest)"},
	}
}

// sweepElsewhere has a plan run by a cluster, once it has been checked here.
func sweepElsewhere(c *cli.Context, what, file string) error {
	engine := map[string]string{"submit": "slurm", "manifest": "kubernetes"}[what]
	if got := c.String("engine"); got != "" && got != engine {
		return usage.Errorf("sweep %s --engine %s: it is for %s (submit for slurm, manifest for kubernetes)", what, got, engine)
	}
	if n := c.Int("tasks"); n < 1 || n > 100_000 {
		return usage.Errorf("--tasks %d: write how many tasks share the runs out, from 1 to 100000", n)
	}
	if c.IsSet("shard") || c.IsSet("shards") {
		return usage.Errorf("the shards are those of the tasks: leave --shard and --shards out")
	}
	if file == "-" {
		return usage.Errorf("sweep %s takes a FILE, not standard input: the tasks read it, too", what)
	}
	s, _, err := planned(c, file)
	if err != nil {
		return err
	}
	if validatePlan(file, s) != nil {
		return exit.Error{Status: exit.Failure}
	}
	o := cluster.Options{Tasks: c.Int("tasks"), Out: c.String("out"), Jobs: c.Int("jobs"), Image: c.String("image"), Claim: c.String("claim"), Flags: passedOn(c)}
	if what == "manifest" {
		return o.Manifest(c.App.Writer, s.Sweep)
	}
	return o.Submit(c.App.Writer, file, s.Sweep)
}

// passedOn gives the flags that tasks are run with, too.
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
