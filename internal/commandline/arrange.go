package commandline

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// Arrange moves a command's flags before its files, so that `csmacd run FILE --json -` means
// what it says: the flag package stops at the first word that is not a flag. Words between a
// command and one below it (lab --dir DIR list) stay there. help COMMAND becomes COMMAND --help.
func Arrange(app *cli.App, args []string) []string {
	if len(args) > 2 && args[1] == "help" {
		args = slices.Concat(args[:1], args[2:])
		if args[len(args)-1] != completion { // after help there are commands to complete
			args = append(args, "--help")
		}
	}
	if len(args) < 2 {
		return args
	}
	command, words := named(app.Commands, args)
	if command == nil {
		return args
	}
	flags, files, ok := apart(command, args[words:])
	if !ok {
		return append(slices.Clone(args[:words]), flags...)
	}
	arranged := append(slices.Clone(args[:words]), flags...)
	if len(files) > 0 && files[len(files)-1] != completion {
		arranged = append(arranged, "--")
	}
	return append(arranged, files...)
}

// completion is the last word of a command line that a shell asks to be completed.
const completion = "--generate-bash-completion"

// named returns the command that a command line names, and how many words its name takes, the
// program's included; nil where the rest is in order as it is.
func named(among []*cli.Command, args []string) (command *cli.Command, words int) {
	for words = 1; len(among) > 0; among = command.Subcommands {
		if words += between(command, args[words:]); words >= len(args) {
			return nil, 0
		}
		i := slices.IndexFunc(among, func(c *cli.Command) bool { return c.HasName(args[words]) })
		if i < 0 && command != nil && !strings.HasPrefix(args[words], "-") {
			break // a file: lab FILE
		}
		if i < 0 {
			return nil, 0
		}
		command = among[i]
		words++
	}
	return command, words
}

// again ends the name of a flag that a command line has twice. No command has a flag of that name: cli reports it, and
// [Mistake] explains it.
const again = "+again"

// onlyOnce reports whether a flag names a file or a folder, and only one: of two outputs the first would be missing
// without a word. Of other flags the last value counts, so that a script can be given another one.
func onlyOnce(f cli.Flag) bool {
	list, ok := f.(cli.DocGenerationSliceFlag)
	word := placeholder(f)
	return (!ok || !list.IsSliceFlag()) && (strings.HasPrefix(word, "FILE") || strings.HasPrefix(word, "DIR"))
}

// between returns how many words at the beginning of rest are flags of a command, with their values. Commands below it may
// follow them.
func between(command *cli.Command, rest []string) (words int) {
	if command == nil {
		return 0
	}
	takesValue := takers(command)
	for words < len(rest) {
		name, _, assigned := strings.Cut(strings.TrimLeft(rest[words], "-"), "=")
		takes, known := takesValue[name]
		if !known || !strings.HasPrefix(rest[words], "-") {
			break
		}
		if words++; takes && !assigned {
			words++
		}
	}
	return words
}

// takers returns for each name of a command's flags whether it takes a value.
func takers(command *cli.Command) map[string]bool {
	takesValue := map[string]bool{}
	for _, f := range command.Flags {
		v, ok := f.(cli.DocGenerationFlag)
		for _, name := range f.Names() {
			takesValue[name] = ok && v.TakesValue()
		}
	}
	return takesValue
}

// apart tells flags, with their values, from files. If help is asked for, or the last flag's
// value is missing, or a flag that names a file is given twice, ok is false and only this flag is returned.
func apart(command *cli.Command, rest []string) (flags, files []string, ok bool) {
	takesValue, given, twice := takers(command), map[string]bool{}, ""
	defer func() {
		if ok && twice != "" {
			flags, files, ok = []string{"--" + twice + again}, nil, false
		}
	}()
	for k := 0; k < len(rest); k++ {
		word := rest[k]
		name, _, assigned := strings.Cut(strings.TrimLeft(word, "-"), "=")
		if strings.HasPrefix(word, "-") && takesValue[name] {
			if given[name] && onlyOnce(flagOf(name, command.Flags)) {
				twice = name
			}
			given[name] = true
		}
		switch {
		case word == "--":
			return flags, append(files, rest[k+1:]...), true
		case word == completion || word == "-" || !strings.HasPrefix(word, "-") || strings.Trim(word[1:], "0123456789.") == "": // a number
			files = append(files, word)
		case name == "help" || name == "h":
			return []string{"--help"}, nil, false // cli would look for help on the file
		case takesValue[name] && !assigned && k+1 == len(rest):
			return []string{word}, nil, false
		case takesValue[name] && !assigned && rest[k+1] == completion:
			files = append(files, word) // it stays last: its value is to be completed, and nothing is run
		case takesValue[name] && !assigned:
			k++
			flags = append(flags, word, rest[k])
		default:
			flags = append(flags, word)
		}
	}
	return flags, files, true
}
