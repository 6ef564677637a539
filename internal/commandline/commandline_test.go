package commandline_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/usage"
)

// newApp returns an app with a command of every type of flag.
func newApp(w *strings.Builder, ran *[]string) *cli.App {
	cli.HelpPrinter = commandline.Help
	wrong := func(c *cli.Context, err error, _ bool) error { return commandline.Mistake(c, err) }
	run := &cli.Command{
		Name: "run", Usage: "run it", ArgsUsage: "FILE", OnUsageError: wrong,
		UsageText:   commandline.Examples("csmacd run a.yaml # once", "csmacd run a.yaml --seed 7"),
		Description: commandline.Guide("A text.", "docs/run.md"),
		Flags: []cli.Flag{
			&cli.Uint64Flag{Name: "seed", Usage: "the seed `N`"},
			&cli.IntFlag{Name: "jobs", Aliases: []string{"j"}, Value: 3, Usage: "`N` jobs"},
			&cli.Float64Flag{Name: "precision", Usage: "a `SHARE`"},
			&cli.DurationFlag{Name: "spin", Value: time.Second, Usage: "a `TIME`"},
			&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print nothing"},
			&cli.StringSliceFlag{Name: "set", Usage: "set a `VALUE`; repeatable"},
			&cli.StringFlag{Name: "json", Usage: strings.Repeat("a long text ", 8) + "to `FILE`"},
		},
		Action: func(c *cli.Context) error {
			*ran = append(c.Args().Slice(), c.String("json"))
			return nil
		},
	}
	list := &cli.Command{Name: "list", Usage: "list them", OnUsageError: wrong}
	lab := &cli.Command{Name: "lab", Usage: "the labs", OnUsageError: wrong, Subcommands: []*cli.Command{list}, Action: func(c *cli.Context) error {
		return commandline.UnknownCommand("csmacd lab", c.Args().First(), c.Command.Subcommands)
	}}
	return &cli.App{
		Name: "csmacd", Usage: "test", Writer: w, OnUsageError: wrong, HideHelpCommand: true,
		Commands: commandline.Grouped(commandline.Group{Name: "One", Commands: []*cli.Command{run}}, commandline.Group{Name: "Two", Commands: []*cli.Command{lab}}),
		Action: func(c *cli.Context) error {
			return commandline.UnknownCommand("csmacd", c.Args().First(), c.App.Commands)
		},
	}
}

// Errors name a flag as users write it, say what would be right, and are errors of the command line.
func TestMistakes(t *testing.T) {
	for line, want := range map[string]string{
		"rnu a.yaml":                  `unknown command "rnu": did you mean csmacd run?`,
		"nothing-like-it":             `unknown command "nothing-like-it": csmacd --help lists the commands`,
		"lab lst":                     `unknown command "lab lst": did you mean csmacd lab list?`,
		"run a.yaml --sed 7":          "unknown flag --sed: did you mean --seed?",
		"run a.yaml --halp":           "unknown flag --halp: did you mean --help?",
		"run a.yaml --nothing":        "unknown flag --nothing: csmacd run --help lists the flags",
		"run a.yaml --seed":           "--seed needs a value: --seed N",
		"run a.yaml -j":               "-j needs a value: -j N",
		"run a.yaml --seed -1":        "--seed -1: a whole number from 0 is wanted: csmacd run --help lists the flags",
		"run a.yaml --jobs 1.5":       "--jobs 1.5: a whole number is wanted: csmacd run --help lists the flags",
		"run a.yaml --precision x:y":  "--precision x:y: a number is wanted: csmacd run --help lists the flags",
		"run a.yaml --spin 3":         "--spin 3: a time such as 200us is wanted: csmacd run --help lists the flags",
		"run a.yaml --quiet=maybe":    "--quiet=maybe: write --quiet alone, or =true or =false",
		"run a.yaml -q --quiet":       "-q and --quiet are the same flag: give one of them",
		"run --json a --json b":       "--json is given twice: give it once",
		"run --json a a.yaml --json=": "--json is given twice: give it once",
		"run -j 1 a.yaml --jobs 2":    "-j and --jobs are the same flag: give one of them",
		"lab list --x":                "unknown flag -x: csmacd lab list --help lists the flags",
	} {
		var w strings.Builder
		app := newApp(&w, new([]string))
		err := app.Run(commandline.Arrange(app, append([]string{"csmacd"}, strings.Fields(line)...)))
		require.EqualError(t, err, want, line)
		assert.True(t, errors.As(err, new(usage.Error)), line)
		assert.Empty(t, w.String(), line)
	}
}

// Flags may stand behind files, and a file may look like a flag behind --.
func TestArrange(t *testing.T) {
	for line, want := range map[string]string{
		"run a.yaml --json - b.yaml":             "a.yaml b.yaml -",
		"run --json=x a.yaml -q":                 "a.yaml x",
		"run a.yaml -- --json":                   "a.yaml --json ",
		"run -- a.yaml":                          "a.yaml ",
		"run -q -- a.yaml":                       "a.yaml ",
		"run -q -q --set a --set b":              "",
		"run -j 1 -j 2 --seed 1 --seed=2 a.yaml": "a.yaml ",
		"run --json x -- --json y":               "--json y x",
	} {
		var ran []string
		app := newApp(new(strings.Builder), &ran)
		require.NoError(t, app.Run(commandline.Arrange(app, append([]string{"csmacd"}, strings.Fields(line)...))), line)
		assert.Equal(t, want, strings.Join(ran, " "), line)
	}
	app := newApp(new(strings.Builder), new([]string))
	for _, words := range [][]string{{"csmacd"}, {"csmacd", "unknown", "--x"}, {"csmacd", "lab"}, {"csmacd", "lab", "--dir", "d", "list"}} {
		assert.Equal(t, words, commandline.Arrange(app, slices.Clone(words)))
	}
}

// The help of a command: examples first, then flags, in 80 columns.
func TestHelp(t *testing.T) {
	for _, line := range []string{"help run", "run --help", "run a.yaml -h"} {
		var w strings.Builder
		app := newApp(&w, new([]string))
		require.NoError(t, app.Run(commandline.Arrange(app, append([]string{"csmacd"}, strings.Fields(line)...))))
		require.Equal(t, `csmacd run: run it

Examples:
  csmacd run a.yaml           # once
  csmacd run a.yaml --seed 7

Usage: csmacd run [FLAG...] FILE

A text.

Flags:
  --seed N           the seed N
  --jobs N, -j       N jobs (default: 3)
  --precision SHARE  a SHARE
  --spin TIME        a TIME (default: 1s)
  --quiet, -q        print nothing
  --set VALUE        set a VALUE; repeatable
  --json FILE        a long text a long text a long text a long text a long text
                     a long text a long text a long text to FILE
  --help, -h         show help

More: docs/run.md
`, w.String())
	}
	var w strings.Builder
	require.NoError(t, newApp(&w, new([]string)).Run([]string{"csmacd", "--help"}))
	require.Contains(t, w.String(), "\nOne:\n  run  run it\n\nTwo:\n  lab  the labs\n")
	w.Reset()
	require.NoError(t, newApp(&w, new([]string)).Run([]string{"csmacd", "lab", "--help"}))
	require.Contains(t, w.String(), "\nCommands:\n  list  list them\n")
}

// The manual page has what the help of each command says: its arguments, description, flags with the words for their values, examples and guide.
func TestMan(t *testing.T) {
	page := string(commandline.Man(newApp(&strings.Builder{}, &[]string{}), "# SEE ALSO\n\nmore"))
	for _, says := range []string{".TH csmacd 1", "\\fICOMMAND\\fP [\\fIFLAG\\fP\\&...]", ".SS csmacd run [FLAG...] FILE\nRun it.", "A text.", "\\fB--jobs N, -j\\fP\nN jobs (default: 3)", "csmacd run a.yaml # once", "More: docs/run.md", ".SS csmacd lab list\n", ".SH SEE ALSO\nmore"} {
		assert.Contains(t, page, says)
	}
}
