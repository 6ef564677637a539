package lab

import (
	"context"
	"fmt"
	"strings"
)

// Sheet returns the student's sheet, to read or to print, as Markdown: the question, the
// scenario, the lab's text with its figures filled in, and the questions.
func Sheet(ctx context.Context, l *Lab) (string, error) {
	text, err := l.filled(ctx)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n**%s**\n", l.Title, strings.Join(strings.Fields(l.Question), " "))
	if l.Source != "" {
		fmt.Fprintf(&b, "\nSource: %s\n", strings.Join(strings.Fields(l.Source), " "))
	}
	fmt.Fprintf(&b, "\n%s\n", strings.TrimSpace(text))
	fmt.Fprintf(&b, "\n## The scenario\n\n`csmacd lab show %s --scenario > %[1]s.yaml` writes this file, and\n`csmacd run %[1]s.yaml` runs it.\n\n%s", l.ID, fenced(l.Scenario))
	if len(l.Runs) > 1 {
		fmt.Fprint(&b, "\nVariants:\n\n| run | command |\n|---|---|\n")
		for i := range l.Runs[1:] {
			r := &l.Runs[1+i]
			fmt.Fprintf(&b, "| %s | `%s` |\n", r.Name, strings.ReplaceAll(l.command(r), "|", `\|`))
		}
	}
	fmt.Fprintf(&b, "\n## Questions\n\n`csmacd lab check %s NUMBER ANSWER` checks an answer.\n\n", l.ID)
	for i := range l.Questions {
		q := &l.Questions[i]
		fmt.Fprintf(&b, "%d. %s%s\n\n   Answer: ____________________\n\n", i+1, strings.Join(strings.Fields(q.Ask), " "), q.form())
	}
	return strings.TrimRight(b.String(), "\n") + "\n", nil
}

// form says what the answer to a question must look like.
func (q *Question) form() string {
	var parts []string
	if q.Unit != "" {
		parts = append(parts, "in "+unitName(q.Unit))
	}
	if q.Tolerance != (Tolerance{}) {
		parts = append(parts, q.Leeway())
	}
	if q.Seeds > 1 {
		parts = append(parts, fmt.Sprintf("the mean of %d seeds", q.Seeds))
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// filled is the lab's text with its figures.
func (l *Lab) filled(ctx context.Context) (string, error) {
	var b strings.Builder
	w := NewWork(l)
	for _, p := range l.parts {
		b.WriteString(p.text)
		if p.formula == nil {
			continue
		}
		v, err := w.mean(ctx, p.formula, 1)
		if err != nil {
			return "", fmt.Errorf("%s.md: %w", l.ID, err)
		}
		b.WriteString(plain(v))
	}
	return b.String(), nil
}

// fenced writes a text as a block of code, whatever the text contains.
func fenced(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "yaml\n" + strings.TrimRight(text, "\n") + "\n" + fence + "\n"
}
