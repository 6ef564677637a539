package commandline

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/usage"
)

// Twice returns an error if a flag of a single value is given twice in arranged arguments (see [Arrange]): the flag
// package would take the last value and say nothing, and an output would be missing.
func Twice(app *cli.App, args []string) error {
	if len(args) == 0 || args[len(args)-1] == completion {
		return nil
	}
	commands, flags, given := app.Commands, app.Flags, map[cli.Flag]bool{}
	for k := 1; k < len(args) && args[k] != "--"; k++ {
		if !strings.HasPrefix(args[k], "-") {
			if i := slices.IndexFunc(commands, func(c *cli.Command) bool { return c.HasName(args[k]) }); i >= 0 {
				commands, flags, given = commands[i].Subcommands, commands[i].Flags, map[cli.Flag]bool{}
				continue
			}
			break // a file
		}
		name, _, assigned := strings.Cut(strings.TrimLeft(args[k], "-"), "=")
		f, once := single(name, flags)
		if once && given[f] {
			return usage.Errorf("%s is given twice", dashed(name))
		}
		given[f] = true
		if takes, ok := f.(cli.DocGenerationFlag); ok && takes.TakesValue() && !assigned {
			k++
		}
	}
	return nil
}

// single returns the flag of a name, and whether it has a single value.
func single(name string, flags []cli.Flag) (f cli.Flag, once bool) {
	if f = flagOf(name, flags); f == nil {
		return nil, false
	}
	takes, ok := f.(cli.DocGenerationFlag)
	several, slice := f.(cli.DocGenerationSliceFlag)
	return f, ok && takes.TakesValue() && !(slice && several.IsSliceFlag())
}
