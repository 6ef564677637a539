package main

import (
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/exercise"
	"github.com/csmacd/csmacd/internal/usage"
)

func labShowCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "print a lab's sheet for students, or its scenario",
		ArgsUsage: "NAME",
		UsageText: commandline.Examples(
			"csmacd lab show capture-effect",
			"csmacd lab show capture-effect --language de # in German",
			"csmacd lab show capture-effect --scenario > lab.scenario.yaml # then: csmacd run lab.scenario.yaml",
		),
		Description: commandline.Guide("", "docs/howto/labs.md"),
		Flags: append(labFlags(),
			&cli.BoolFlag{Name: "scenario", Usage: "print only the scenario, for csmacd run"},
			&cli.StringFlag{Name: "language", Value: "en", Usage: "print the sheet in `LANGUAGE`: en, or de for German"}),
		OnUsageError: usageError,
		BashComplete: completeLabs,
		Action: func(c *cli.Context) error {
			l, err := namedLab(c)
			if err != nil {
				return err
			}
			if c.Bool("scenario") {
				_, err = io.WriteString(c.App.Writer, l.Scenario)
				return err
			}
			language := c.String("language")
			if !slices.Contains(exercise.Languages, language) {
				return usage.Errorf("--language %s: there are %s", language, strings.Join(exercise.Languages, " and "))
			}
			text, err := exercise.SheetIn(c.Context, l, language, labFolder(c))
			if err == nil {
				_, err = io.WriteString(c.App.Writer, text)
			}
			return err
		},
	}
}

func labSheetCommand() *cli.Command {
	return &cli.Command{
		Name:      "sheet",
		Usage:     "print a lecturer's sheet: each answer, and how it is computed",
		ArgsUsage: "NAME",
		UsageText: commandline.Examples(
			"csmacd lab sheet capture-effect",
			"csmacd lab sheet capture-effect > answers.md",
		),
		Description: commandline.Guide("Runs the lab's scenario, computes all answers and figures, and prints them as Markdown. No answer is "+
			"stored in csmacd.", "docs/howto/labs.md"),
		Flags:        labFlags(),
		OnUsageError: usageError,
		BashComplete: completeLabs,
		Action: func(c *cli.Context) error {
			l, err := namedLab(c)
			if err != nil {
				return err
			}
			text, err := exercise.Expected(c.Context, l, Version)
			if err == nil {
				_, err = io.WriteString(c.App.Writer, text)
			}
			return err
		},
	}
}

// namedLab reads the lab that a command names.
func namedLab(c *cli.Context) (*exercise.Lab, error) {
	if c.NArg() != 1 {
		return nil, usage.Errorf("lab %s takes one NAME; csmacd lab list lists them", c.Command.Name)
	}
	return oneLab(c, c.Args().First())
}
