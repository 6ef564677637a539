package reference

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/commandline"
)

const commandsHead = `# Commands

This page lists every command of csmacd with its usage, examples and flags. It is generated from the text that
` + "`csmacd COMMAND --help`" + ` prints; ` + "`make docs`" + ` writes it anew. [Exit statuses](exit.md) are the same for all commands.

A flag can be before or after files. A flag that names a file or a folder can be given once. Of other flags the last value counts, unless their text says ` + "`repeatable`. `-`" + ` stands for standard input or output wherever a file is named.

`

// Commands returns the page of the commands of an app, as Markdown.
func Commands(app *cli.App) []byte {
	var p strings.Builder
	p.WriteString(commandsHead)
	group := ""
	for i, c := range commandline.Visible(app.Commands) {
		switch {
		case i == 0 || c.Category != group:
			if i > 0 {
				p.WriteString("\n")
			}
			p.WriteString("- ")
			if group = c.Category; group != "" {
				p.WriteString(link(group, group) + ": ")
			}
		default:
			p.WriteString(", ")
		}
		p.WriteString(link("`"+c.Name+"`", app.Name+" "+c.Name))
	}
	p.WriteString("\n")
	group = ""
	for _, c := range commandline.Visible(app.Commands) {
		if c.Category != group {
			group = c.Category
			fmt.Fprintf(&p, "\n## %s\n", group)
		}
		command(&p, app.Name+" "+c.Name, c, "###")
	}
	return []byte(p.String())
}

// command writes a command, and those below it under headings of their own.
func command(p *strings.Builder, name string, c *cli.Command, heading string) {
	fmt.Fprintf(p, "\n%s %s\n\n%s.\n", heading, name, prose(commandline.Capital(c.Usage)))
	fmt.Fprintf(p, "\n```text\n%s\n```\n", commandline.UsageLine(name, c))
	if c.UsageText != "" {
		fmt.Fprintf(p, "\nExamples:\n\n```sh\n%s\n```\n", c.UsageText)
	}
	text, more, _ := strings.Cut(c.Description, commandline.More)
	for paragraph := range commandline.Paragraphs(text) {
		fmt.Fprintf(p, "\n%s\n", prose(paragraph))
	}
	flags := 0
	for _, f := range commandline.Flags(c) {
		text, ok := f.(cli.DocGenerationFlag)
		if !ok {
			continue
		}
		if flags++; flags == 1 {
			p.WriteString("\n| flag | meaning | default |\n|---|---|---|\n")
		}
		flag(p, f.Names(), text)
	}
	if more != "" {
		fmt.Fprintf(p, "\nMore: %s\n", prose(more))
	}
	for _, below := range commandline.Visible(c.Subcommands) {
		command(p, name+" "+below.Name, below, heading+"#")
	}
}

// flag writes a flag's row: its names, the word in backquotes that stands for its value, its text and its default.
func flag(p *strings.Builder, names []string, f cli.DocGenerationFlag) {
	var forms []string
	for i, name := range names {
		dashes := "--"
		if i > 0 && len(name) == 1 { // as the help prints it: the first form is the name
			dashes = "-"
		}
		form := dashes + name
		if parts := strings.SplitN(f.GetUsage(), "`", 3); f.TakesValue() && len(parts) == 3 {
			form += " " + parts[1]
		}
		forms = append(forms, "`"+form+"`")
	}
	standard := strings.Trim(f.GetDefaultText(), `"`)
	if standard == "" {
		standard = strings.Trim(f.GetValue(), `"`)
	}
	if !f.TakesValue() || standard == "0" || standard == "0s" || standard == "[]" {
		standard = ""
	}
	fmt.Fprintf(p, "| %s | %s | %s |\n", strings.Join(forms, ", "), prose(strings.ReplaceAll(f.GetUsage(), "`", "")), cell(standard))
}

// guide is a page of docs that a text names.
var guide = regexp.MustCompile(`\bdocs/[\w/-]+\.md\b`)

// prose makes a text safe as Markdown, and a link of each page of docs that it names.
func prose(text string) string {
	return guide.ReplaceAllStringFunc(cell(text), func(page string) string {
		to, err := filepath.Rel("docs/reference", page)
		if err != nil {
			return page
		}
		return "[" + page + "](" + filepath.ToSlash(to) + ")"
	})
}
