package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/usage"
)

func htmlFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "html", Usage: "write a report to `FILE`: one page with the scenario, figures, a diagram, and the command that repeats the run"},
	}
}

// changes lists what the command line changed of a scenario.
func changes(c *cli.Context) (list []string) {
	for _, set := range c.StringSlice("set") {
		path, value, _ := strings.Cut(set, "=")
		list = append(list, path+" = "+value)
	}
	if c.IsSet("seed") {
		list = append(list, fmt.Sprint("seed = ", c.Uint64("seed")))
	}
	if c.IsSet("duration") {
		list = append(list, "duration = "+c.String("duration"))
	}
	return list
}

// again is the command line that repeats a run.
func again(c *cli.Context, file string) string {
	words := []string{"csmacd", "run", file}
	if c.IsSet("seed") {
		words = append(words, "--seed", fmt.Sprint(c.Uint64("seed")))
	}
	if c.IsSet("duration") {
		words = append(words, "--duration", c.String("duration"))
	}
	for _, set := range c.StringSlice("set") {
		words = append(words, "--set", set)
	}
	return usage.Shell(words)
}
