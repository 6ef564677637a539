package main

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// arrange moves a command's flags before its files, so that `csmacd run FILE --json
// -` means what it says: the flag package stops at the first word that is no flag.
func arrange(app *cli.App, args []string) []string {
	if len(args) < 2 {
		return args
	}
	i := slices.IndexFunc(app.Commands, func(c *cli.Command) bool { return c.HasName(args[1]) })
	if i < 0 {
		return args
	}
	takesValue := map[string]bool{}
	for _, f := range app.Commands[i].Flags {
		v, ok := f.(cli.DocGenerationFlag)
		for _, name := range f.Names() {
			takesValue[name] = ok && v.TakesValue()
		}
	}
	var flags, files []string
	rest := args[2:]
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
			return append(slices.Clone(args[:2]), word) // the value is missing: let it be told
		case takesValue[name] && !assigned:
			k++
			flags = append(flags, word, rest[k])
		default:
			flags = append(flags, word)
		}
	}
	arranged := append(slices.Clone(args[:2]), flags...)
	if len(files) > 0 && files[len(files)-1] != "--generate-bash-completion" {
		arranged = append(arranged, "--")
	}
	return append(arranged, files...)
}
