package main

import (
	"encoding/json"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/explain"
)

func explainCommand() *cli.Command {
	return &cli.Command{
		Name:      "explain",
		Usage:     "say what a name in a scenario, a result, an event or a table means",
		ArgsUsage: "[KEY]",
		UsageText: commandline.Examples(
			"csmacd explain stations.traffic.kind # a key of a scenario",
			"csmacd explain FramesAbortedDueToXSColls # a counter of a result",
			"csmacd explain slot # every use of a word",
			"csmacd explain 130 # an exit status",
			"csmacd explain # the kinds of names",
		),
		Description: commandline.Guide("KEY is a key of a scenario, a field or counter of a result, an event or one of its fields, "+
			"a column of a table, a backoff policy, a theory, an exit status, or a term of the glossary. The last part of a name is enough.", "docs/glossary.md"),
		Flags:        []cli.Flag{&cli.BoolFlag{Name: "json", Usage: "print the explanations as JSON"}},
		Action:       explainName,
		BashComplete: completeNames,
		OnUsageError: usageError,
	}
}

func explainName(c *cli.Context) error {
	name := strings.Join(c.Args().Slice(), " ")
	if name == "" && !c.Bool("json") {
		return explain.PrintKinds(c.App.Writer)
	}
	facts := explain.All()
	if name != "" {
		var err error
		if facts, err = explain.Find(name); err != nil {
			return err
		}
	}
	if c.Bool("json") {
		e := json.NewEncoder(c.App.Writer)
		e.SetEscapeHTML(false)
		e.SetIndent("", " ")
		return e.Encode(facts)
	}
	return explain.Print(c.App.Writer, facts)
}
