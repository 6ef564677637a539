package commandline

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/usage"
)

// UnknownCommand returns the error of a name that no command has. program is the command that
// it stands behind, "csmacd" or "csmacd lab".
func UnknownCommand(program, name string, commands []*cli.Command) error {
	what := strings.TrimSpace(strings.TrimPrefix(program, "csmacd") + " " + name)
	if best := document.Nearest(name, 2, namesOf(commands)); best != "" {
		return usage.Errorf("unknown command %q: did you mean %s %s?", what, program, best)
	}
	return usage.Errorf("unknown command %q: %s --help lists the commands", what, program)
}

// Slip returns the name of the command that a word is most likely a slip of, or "".
func Slip(word string, commands []*cli.Command) string {
	return document.Nearest(word, 1, namesOf(commands))
}

func namesOf(commands []*cli.Command) (names []string) {
	for _, c := range commands {
		names = append(names, c.Names()...)
	}
	return names
}

// The errors of the flag package and of cli, which write -seed for --seed. They are compiled where
// there is an error, and not by every command that starts.
const (
	notDefined = `^flag provided but not defined: -(\S+)$`
	noArgument = `^flag needs an argument: -(\S+)$`
	noBoolean  = `^invalid boolean (?:value|flag) ("?.*"?) for -?(\S+?): (.*)$`
	noValue    = `^invalid value ("(?:[^"\\]|\\.)*") for flag -(\S+?): (.*)$`
	twoForms   = `^Cannot use two forms of the same flag: (\S+) (\S+)$`
)

// Mistake returns the error of a wrong flag, as cli's OnUsageError gets it: with the flag as
// users write it, and what would be right.
func Mistake(c *cli.Context, err error) error {
	program, flags := "csmacd", c.App.Flags
	var others []*cli.Command // whose flags stand behind their names
	if c.Command != nil && c.Command.HelpName != "" {
		program, flags = c.Command.HelpName, c.Command.Flags // with the commands that it is under
	}
	if program == c.App.Name {
		others = c.App.Commands
	}
	list := ": " + program + " --help lists the flags"
	parts := func(pattern string) []string { return regexp.MustCompile(pattern).FindStringSubmatch(err.Error()) }
	if m := parts(notDefined); m != nil {
		if name, twice := strings.CutSuffix(m[1], again); twice {
			return usage.Errorf("%s is given twice: give it once", typed(name))
		}
		return usage.Errorf("unknown flag %s%s", typed(m[1]), meant(m[1], flags, others, list))
	}
	if m := parts(noArgument); m != nil {
		value := "VALUE"
		if f := flagOf(m[1], flags); f != nil {
			value = placeholder(f)
		}
		return usage.Errorf("%s needs a value: %[1]s %s", typed(m[1]), value)
	}
	if m := parts(noBoolean); m != nil {
		return usage.Errorf("%s=%s: write %[1]s alone, or =true or =false", typed(m[2]), unquoted(m[1]))
	}
	if m := parts(noValue); m != nil {
		return usage.Errorf("%s %s: %s%s", typed(m[2]), unquoted(m[1]), wanted(flagOf(m[2], flags), m[3]), list)
	}
	if m := parts(twoForms); m != nil {
		return usage.Errorf("%s and %s are the same flag: give one of them", typed(m[1]), typed(m[2]))
	}
	return usage.Errorf("%w%s", err, list)
}

// meant says which flag an unknown one may have been meant to be, or where it belongs.
func meant(name string, flags []cli.Flag, others []*cli.Command, list string) string {
	var names []string
	for _, f := range slices.Concat(flags, []cli.Flag{cli.HelpFlag}) {
		names = append(names, f.Names()...)
	}
	if best := document.Nearest(name, 1, names); best != "" {
		return ": did you mean " + dashed(best) + "?"
	}
	for _, c := range others {
		if flagOf(name, c.Flags) != nil && slices.Contains(os.Args, c.Name) {
			return ": it is a flag of " + c.Name + ", write it behind that word"
		}
	}
	return list
}

// dashed writes a flag as users do: -q, --seed.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// typed writes a flag as the command line does.
func typed(name string) string {
	for _, word := range os.Args[1:] {
		if flag, _, _ := strings.Cut(word, "="); flag == "-"+name || flag == "--"+name {
			return flag
		}
	}
	return dashed(name)
}

func unquoted(text string) string {
	if plain, err := strconv.Unquote(text); err == nil && plain != "" {
		return plain
	}
	return text
}

func flagOf(name string, flags []cli.Flag) cli.Flag {
	for _, f := range flags {
		if slices.Contains(f.Names(), name) {
			return f
		}
	}
	return nil
}

// wanted says what kind of value a flag takes.
func wanted(f cli.Flag, reason string) string {
	switch f.(type) {
	case *cli.Uint64Flag:
		return "a whole number from 0 is wanted"
	case *cli.IntFlag:
		return "a whole number is wanted"
	case *cli.Float64Flag:
		return "a number is wanted"
	case *cli.DurationFlag:
		return "a time such as 200us is wanted"
	}
	return reason
}
