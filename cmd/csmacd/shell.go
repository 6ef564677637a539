package main

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/explain"
	"github.com/csmacd/csmacd/internal/usage"
)

//go:embed complete.bash
var completeBash string

//go:embed complete.zsh
var completeZsh string

//go:embed complete.fish
var completeFish string

func completionCommand() *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "print the completion script of a shell",
		ArgsUsage: "bash|zsh|fish",
		UsageText: commandline.Examples(
			"source <(csmacd completion bash) # or zsh; in the start-up file of your shell",
			"csmacd completion fish | source",
		),
		OnUsageError: usageError,
		BashComplete: completeFirst(false, "bash", "zsh", "fish"),
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				return usage.Errorf("completion takes one shell: bash, zsh or fish")
			}
			var script string
			switch shell := c.Args().First(); shell {
			case "bash":
				script = completeBash
			case "zsh":
				script = completeZsh
			case "fish":
				script = completeFish
			default:
				return usage.Errorf("no completion for %q: the shells are bash, zsh and fish", shell)
			}
			_, err := fmt.Fprint(c.App.Writer, script)
			return err
		},
	}
}

// manEnd returns the sections that end the manual page, as Markdown.
func manEnd() string {
	var b strings.Builder
	b.WriteString("# EXIT STATUS\n")
	for _, f := range explain.All() {
		if f.Kind == explain.Status {
			fmt.Fprintf(&b, "\n**%s**\n: %s\n", f.Key, f.Text)
		}
	}
	b.WriteString(`
# SEE ALSO

**csmacd explain** explains each key of a scenario, each figure of a result and each word of the documentation. The documentation is in
docs/README.md of the sources.`)
	return b.String()
}

func manCommand() *cli.Command {
	return &cli.Command{
		Name:  "man",
		Usage: "print the manual page",
		UsageText: commandline.Examples(
			"csmacd man | man -l -",
			"csmacd man > csmacd.1",
		),
		Before:       alone,
		OnUsageError: usageError,
		Action: func(c *cli.Context) error {
			_, err := c.App.Writer.Write(commandline.Man(c.App, manEnd()))
			return err
		},
	}
}
