package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/usage"
)

func htmlFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "html", Usage: "write a report to `FILE`: one page with the scenario, figures, a space-time diagram, and how to repeat the run"},
	}
}

// loadWithText is load, for a report that shows the scenario's text.
func loadWithText(c *cli.Context, file string) (*scenario.Scenario, []byte, error) {
	if c.String("html") == "" {
		s, err := load(c, file)
		return s, nil, err
	}
	var text []byte
	s, err := loadBy(c, scenario.Options{}, func(o scenario.Options) (*scenario.Scenario, error) {
		if file != "-" {
			var err error
			if text, err = os.ReadFile(file); err != nil {
				return scenario.Load(file, o) // which says what is wrong with it
			}
			return scenario.Parse(file, text, o)
		}
		var err error
		if text, err = io.ReadAll(io.LimitReader(os.Stdin, document.MaxFileSize+1)); err != nil {
			return nil, files.Because("standard input", err)
		}
		return scenario.Parse("standard input", text, o)
	})
	return s, text, err
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
