package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/explain"
	"github.com/csmacd/csmacd/internal/host"
	"github.com/csmacd/csmacd/internal/lab"
	"github.com/csmacd/csmacd/internal/plan"
	"github.com/csmacd/csmacd/internal/run"
)

// filesToo is the line that asks the scripts of completion to offer files, which shells find themselves.
const filesToo = "<files>"

// describe is the variable with which a script asks for what each word is, after a tab.
const describe = "CSMACD_DESCRIBE"

// completeAll completes all commands that do not say how. Left alone, cli offers its own command help after each
// command that has none below it.
func completeAll(commands []*cli.Command) {
	for _, c := range commands {
		if c.BashComplete == nil {
			c.BashComplete = completeWords
		}
		completeAll(c.Subcommands)
	}
}

// completeWords completes the commands below a command, and its flags.
func completeWords(c *cli.Context) { complete(c, false) }

// completeFiles completes a command that takes files.
func completeFiles(c *cli.Context) { complete(c, true) }

// completeFirst completes a command whose first argument is one of some names, and that takes files or not.
func completeFirst(files bool, names ...string) cli.BashCompleteFunc {
	return func(c *cli.Context) {
		if c.NArg() == 0 {
			complete(c, files, names...)
		} else {
			complete(c, files)
		}
	}
}

// completeHosts completes a command that takes hosts of live runs.
func completeHosts(c *cli.Context) {
	var names []string
	runs, _ := host.Runs() // without runs there are flags
	for _, r := range runs {
		for _, h := range r.Hosts {
			names = append(names, h.Station)
		}
	}
	complete(c, false, names...)
}

// completeLabs completes a command that takes the name of a lab first.
func completeLabs(c *cli.Context) {
	if c.Bool("hand-in") {
		complete(c, true)
		return
	}
	completeFirst(false, labNames(c)...)(c)
}

// completePage completes the command that opens the page with a scenario or a lab.
func completePage(c *cli.Context) { completeFirst(true, labNames(c)...)(c) }

func labNames(c *cli.Context) (names []string) {
	if from, err := labs(c); err == nil {
		names, _ = lab.Names(from) // without labs there are flags
	}
	return names
}

// completePolicies completes a command that takes policies.
func completePolicies(c *cli.Context) { complete(c, false, explain.Names(explain.Policy)...) }

// completeNames completes a command that takes the name of anything, those of several words apart.
func completeNames(c *cli.Context) {
	var names []string
	for _, f := range explain.All() {
		if !strings.Contains(f.Key, " ") {
			names = append(names, f.Key)
		}
	}
	slices.Sort(names)
	completeFirst(false, slices.Compact(names)...)(c)
}

// valuesOf returns the words that a flag takes, where there is a list of them.
func valuesOf(flag string) []string {
	switch flag {
	case "events-of":
		return append(run.KindNames(), "senders")
	case "keep":
		return plan.Kept
	case "theory":
		return explain.Names(explain.Theory)
	}
	return nil
}

// complete prints what can follow on a command line: names and the commands below the command, if no argument is
// there yet, and flags. For the value of a flag it prints the words that the flag takes, or asks for files, as it does where the command takes them.
func complete(c *cli.Context, files bool, names ...string) {
	if flag, ok := wantsValue(c); ok {
		values := valuesOf(flag)
		if values == nil {
			values = []string{filesToo}
		}
		for _, v := range values {
			fmt.Fprintln(c.App.Writer, v)
		}
		return
	}
	for _, name := range names {
		fmt.Fprintln(c.App.Writer, name)
	}
	if c.NArg() == 0 {
		for _, below := range commandline.Visible(c.Command.Subcommands) {
			offer(c, below.Name, below.Usage)
		}
	}
	flags := map[string]string{}
	for _, f := range c.Command.Flags {
		for i, name := range f.Names() {
			if i == 0 || len(name) > 1 { // no short names beside long ones
				flags["--"+name] = usageOf(f)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(flags)) {
		offer(c, name, flags[name])
	}
	if files {
		fmt.Fprintln(c.App.Writer, filesToo)
	}
}

func offer(c *cli.Context, word, what string) {
	if os.Getenv(describe) != "" {
		word += "\t" + what
	}
	fmt.Fprintln(c.App.Writer, word)
}

func usageOf(f cli.Flag) string {
	if f, ok := f.(cli.DocGenerationFlag); ok {
		return strings.ReplaceAll(f.GetUsage(), "`", "")
	}
	return ""
}

// wantsValue reports whether the command line ends with a flag whose value is missing, and which.
func wantsValue(c *cli.Context) (flag string, ok bool) {
	var words []string
	for _, above := range slices.Backward(c.Lineage()) {
		if words = above.Args().Slice(); len(words) > 0 {
			break // all words of the command line: the program's own flags take no values
		}
	}
	if len(words) == 0 || !strings.HasPrefix(words[len(words)-1], "-") {
		return "", false
	}
	last := strings.TrimLeft(words[len(words)-1], "-")
	for _, f := range c.Command.Flags {
		if v, ok := f.(cli.DocGenerationFlag); ok && v.TakesValue() && slices.Contains(f.Names(), last) {
			return f.Names()[0], true
		}
	}
	return "", false
}
