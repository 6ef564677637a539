package commandline

import (
	"fmt"
	"strings"

	"github.com/cpuguy83/go-md2man/v2/md2man"
	"github.com/urfave/cli/v2"
)

// Man returns the manual page of an app, in section 1, as roff: for each command what its help says. After its description come the sections of
// text, as Markdown.
func Man(a *cli.App, text string) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "%% %s 1\n\n# NAME\n\n%[1]s - %s\n\n# SYNOPSIS\n\n**%[1]s** *COMMAND* [*FLAG*...] [*ARGUMENT*...]\n\n# DESCRIPTION\n", a.Name, literal(a.Usage))
	paragraphs(&b, a.Description)
	b.WriteString("\nA flag can be before or after files. A flag that names a file or a folder can be given once. Of other flags the last value counts, unless their text says repeatable. - stands for standard input or output wherever a file is named.\n\n# COMMANDS\n")
	for _, c := range Visible(a.Commands) {
		manOfCommand(&b, a.Name+" "+c.Name, c)
	}
	fmt.Fprintf(&b, "\n%s\n", text)
	return md2man.Render([]byte(b.String()))
}

// manOfCommand writes a command, and those below it.
func manOfCommand(b *strings.Builder, name string, c *cli.Command) {
	fmt.Fprintf(b, "\n### %s\n\n%s.\n", literal(UsageLine(name, c)), literal(Capital(c.Usage)))
	text, page, _ := strings.Cut(c.Description, More)
	paragraphs(b, text)
	for _, f := range Flags(c) {
		fmt.Fprintf(b, "\n**%s**\n: %s\n", literal(synopsis(f)), literal(about(f)))
	}
	if c.UsageText != "" {
		fmt.Fprintf(b, "\nExamples:\n\n```\n%s\n```\n", c.UsageText)
	}
	if page != "" {
		fmt.Fprintf(b, "\n%s\n", literal(More+page))
	}
	for _, below := range Visible(c.Subcommands) {
		manOfCommand(b, name+" "+below.Name, below)
	}
}

// paragraphs writes those of a description.
func paragraphs(b *strings.Builder, text string) {
	for paragraph := range Paragraphs(text) {
		fmt.Fprintf(b, "\n%s\n", literal(paragraph))
	}
}

// literal is a text in Markdown in which nothing has a meaning of its own.
func literal(text string) string { return special.Replace(text) }

var special = func() *strings.Replacer {
	var pairs []string
	for _, c := range strings.Split("\\`*_{}[]<>#|~", "") {
		pairs = append(pairs, c, "\\"+c)
	}
	return strings.NewReplacer(pairs...)
}()
