package commandline

import (
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/terminal"
)

// width is that of help: lines of at most 80 columns.
const width = 80

// A Group is a heading of the list of commands, and the commands under it.
type Group struct {
	Name     string
	Commands []*cli.Command
}

// Grouped returns the commands of all groups, in order, each with its group as its category.
func Grouped(groups ...Group) (all []*cli.Command) {
	for _, g := range groups {
		for _, c := range g.Commands {
			c.Category = g.Name
			all = append(all, c)
		}
	}
	return all
}

// Examples is the text of two or more examples, for a command's UsageText: command lines that
// work as typed, each with a comment behind it.
func Examples(lines ...string) string { return strings.Join(lines, "\n") }

// Guide ends a command's description with the page that says more, a path in the tree.
func Guide(description, page string) string { return description + "\n\n" + More + page }

// More begins the line of a description that names the page which says more.
const More = "More: "

// Help prints the help of an app or a command: a sentence, examples, usage, a short
// description, commands, flags, and the page that says more. It takes the place of
// [cli.HelpPrinter].
func Help(w io.Writer, _ string, of any) {
	var b strings.Builder
	switch c := of.(type) {
	case *cli.App:
		helpOfApp(&b, c)
	case *cli.Command:
		helpOfCommand(&b, c)
	}
	_, _ = io.WriteString(w, b.String()) // the writer remembers its error
}

func helpOfApp(b *strings.Builder, a *cli.App) {
	fmt.Fprintf(b, "%s: %s\n\nUsage: %[1]s COMMAND [FLAG...] [ARGUMENT...]\n", a.Name, a.Usage)
	group, list := "", []*cli.Command(nil)
	flush := func() {
		if len(list) > 0 {
			fmt.Fprintf(b, "\n%s:\n", group)
			listCommands(b, list)
		}
		list = nil
	}
	for _, c := range Visible(a.Commands) {
		if c.Category != group {
			flush()
			group = c.Category
		}
		list = append(list, c)
	}
	flush()
	listFlags(b, a.Flags)
	describe(b, a.Description)
}

func helpOfCommand(b *strings.Builder, c *cli.Command) {
	fmt.Fprintf(b, "%s: %s\n", c.HelpName, c.Usage)
	if c.UsageText != "" {
		b.WriteString("\nExamples:\n")
		columns(b, c.UsageText)
	}
	fmt.Fprintf(b, "\nUsage: %s\n", UsageLine(c.HelpName, c))
	text, page, _ := strings.Cut(c.Description, More)
	describe(b, text)
	if below := Visible(c.Subcommands); len(below) > 0 {
		b.WriteString("\nCommands:\n")
		listCommands(b, below)
	}
	listFlags(b, c.Flags)
	if page != "" {
		describe(b, More+page)
	}
}

// describe writes paragraphs.
func describe(b *strings.Builder, text string) {
	for paragraph := range Paragraphs(text) {
		fmt.Fprintf(b, "\n%s\n", wrapped(paragraph, ""))
	}
}

// Paragraphs returns the paragraphs of a description, which empty lines separate.
func Paragraphs(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for paragraph := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
			if paragraph != "" && !yield(paragraph) {
				return
			}
		}
	}
}

// UsageLine returns how a command is called: its name, [FLAG...] if it has flags of its own, and its arguments.
func UsageLine(name string, c *cli.Command) string {
	if len(Flags(c)) > 0 {
		name += " [FLAG...]"
	}
	return strings.TrimSpace(name + " " + c.ArgsUsage)
}

// Flags returns the flags of a command without --help, which cli adds to every command.
func Flags(c *cli.Command) (list []cli.Flag) {
	for _, f := range c.Flags {
		if f.Names()[0] != "help" {
			list = append(list, f)
		}
	}
	return list
}

// Capital begins a text with a capital letter.
func Capital(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// Visible leaves out what is hidden, and the command help that cli adds to every command.
func Visible(commands []*cli.Command) (list []*cli.Command) {
	for _, c := range commands {
		if !c.Hidden && c.Name != "help" {
			list = append(list, c)
		}
	}
	return list
}

func listCommands(b *strings.Builder, commands []*cli.Command) {
	var rows [][2]string
	for _, c := range commands {
		rows = append(rows, [2]string{strings.Join(c.Names(), ", "), c.Usage})
	}
	table(b, rows)
}

func listFlags(b *strings.Builder, flags []cli.Flag) {
	var rows [][2]string
	for _, f := range flags {
		rows = append(rows, [2]string{synopsis(f), about(f)})
	}
	if len(rows) > 0 {
		b.WriteString("\nFlags:\n")
		table(b, rows)
	}
}

// synopsis writes a flag's names and its value: --json FILE, --quiet, -q.
func synopsis(f cli.Flag) string {
	value := ""
	if v, ok := f.(cli.DocGenerationFlag); ok && v.TakesValue() {
		value = " " + placeholder(f)
	}
	var names []string
	for i, name := range f.Names() {
		if i == 0 {
			names = append(names, "--"+name+value)
			continue
		}
		names = append(names, dashed(name))
	}
	return strings.Join(names, ", ")
}

// placeholder is the word in backquotes in the text of a flag that takes a value.
func placeholder(f cli.Flag) string {
	if v, ok := f.(cli.DocGenerationFlag); ok {
		if _, rest, ok := strings.Cut(v.GetUsage(), "`"); ok {
			word, _, _ := strings.Cut(rest, "`")
			return word
		}
	}
	return "VALUE"
}

// about is the text of a flag, and its default if it has one that says anything.
func about(f cli.Flag) string {
	v, ok := f.(cli.DocGenerationFlag)
	if !ok {
		return ""
	}
	text := strings.ReplaceAll(v.GetUsage(), "`", "")
	if standard := strings.Trim(v.GetDefaultText(), `"`); v.TakesValue() && standard != "" && standard != "0" && standard != "0s" {
		text += " (default: " + standard + ")"
	}
	return text
}

// table writes rows of two columns. What is too long for the first column has a line of its own.
func table(b *strings.Builder, rows [][2]string) {
	const most = 20
	first := 0
	for _, r := range rows {
		if n := len(r[0]); n <= most {
			first = max(first, n)
		}
	}
	indent := strings.Repeat(" ", first+4)
	for _, r := range rows {
		text := wrapped(r[1], indent)
		if len(r[0]) > first {
			fmt.Fprintf(b, "  %s\n%s%s\n", r[0], indent, text)
			continue
		}
		fmt.Fprintf(b, "  %-*s  %s\n", first, r[0], text)
	}
}

// columns writes command lines with their comments: behind them, below each other, or if that
// is too wide, each comment above its line.
func columns(b *strings.Builder, lines string) {
	command, comment := 0, 0
	for line := range strings.SplitSeq(lines, "\n") {
		before, after, _ := strings.Cut(line, " # ")
		command, comment = max(command, len(before)), max(comment, len(after))
	}
	for line := range strings.SplitSeq(lines, "\n") {
		before, after, ok := strings.Cut(line, " # ")
		switch {
		case !ok:
			fmt.Fprintf(b, "  %s\n", before)
		case len("    # ")+command+comment > width:
			fmt.Fprintf(b, "  # %s\n  %s\n", after, before)
		default:
			fmt.Fprintf(b, "  %-*s  # %s\n", command, before, after)
		}
	}
}

// wrapped breaks text into lines that fit beside an indent, the later ones indented.
func wrapped(text, indent string) string { return terminal.Wrap(text, width-len(indent), indent) }
