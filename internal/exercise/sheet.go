package exercise

import (
	"context"
	"fmt"
	"strings"
)

// Sheet returns the student's sheet, to read or to print, as Markdown: the question, the
// scenario, the lab's text with its figures filled in, and the questions.
func Sheet(ctx context.Context, l *Lab) (string, error) {
	text, err := NewWork(l).Filled(ctx)
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
		fmt.Fprintf(&b, "%d. %s%s\n\n   Answer: ____________________\n\n", i+1, strings.Join(strings.Fields(q.Ask), " "), q.Form())
	}
	return strings.TrimRight(b.String(), "\n") + "\n", nil
}

// Form says what the answer to a question must look like.
func (q *Question) Form() string {
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

// Filled returns the lab's text with its figures.
func (w *Work) Filled(ctx context.Context) (string, error) {
	var b strings.Builder
	for _, p := range w.lab.Text {
		b.WriteString(p.Text)
		if p.Figure == nil {
			continue
		}
		v, err := w.mean(ctx, p.Figure, 1)
		if err != nil {
			return "", fmt.Errorf("%s.md: %w", w.lab.ID, err)
		}
		b.WriteString(plain(v))
	}
	return b.String(), nil
}

// Words returns the lab's text with ... in place of figures.
func (l *Lab) Words() string {
	var b strings.Builder
	for _, p := range l.Text {
		if b.WriteString(p.Text); p.Figure != nil {
			b.WriteString("...")
		}
	}
	return b.String()
}

// fenced writes a text as a block of code, whatever the text contains.
func fenced(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "yaml\n" + strings.TrimRight(text, "\n") + "\n" + fence + "\n"
}
