package main

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// arrange moves a command's flags before its files, so that `csmacd run FILE --json
// -` means what it says: the flag package stops at the first word that is no flag. What
// stands between a command and one below it (lab --dir DIR list) stays there.
func arrange(app *cli.App, args []string) []string {
	if len(args) < 2 {
		return args
	}
	var command *cli.Command
	words := 1 // the program's name, and those of the command
	for among := app.Commands; len(among) > 0; among = command.Subcommands {
		if words == len(args) {
			return args
		}
		i := slices.IndexFunc(among, func(c *cli.Command) bool { return c.HasName(args[words]) })
		if i < 0 && command != nil && !strings.HasPrefix(args[words], "-") {
			break // a file: lab FILE
		}
		if i < 0 {
			return args
		}
		command = among[i]
		words++
	}
	takesValue := map[string]bool{}
	for _, f := range command.Flags {
		v, ok := f.(cli.DocGenerationFlag)
		for _, name := range f.Names() {
			takesValue[name] = ok && v.TakesValue()
		}
	}
	var flags, files []string
	rest := args[words:]
	for k := 0; k < len(rest); k++ {
		word := rest[k]
		name, _, assigned := strings.Cut(strings.TrimLeft(word, "-"), "=")
		switch {
		case word == "--":
			files = append(files, rest[k+1:]...)
			k = len(rest)
		case word == "--generate-bash-completion" || word == "-" || !strings.HasPrefix(word, "-"):
			files = append(files, word)
		case takesValue[name] && !assigned && k+1 == len(rest):
			return append(slices.Clone(args[:words]), word) // the value is missing: let it be told
		case takesValue[name] && !assigned:
			k++
			flags = append(flags, word, rest[k])
		default:
			flags = append(flags, word)
		}
	}
	arranged := append(slices.Clone(args[:words]), flags...)
	if len(files) > 0 && files[len(files)-1] != "--generate-bash-completion" {
		arranged = append(arranged, "--")
	}
	return append(arranged, files...)
}
