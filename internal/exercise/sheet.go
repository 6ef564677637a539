package exercise

import (
	"context"
	"fmt"
	"strings"
)

// Sheet returns the student's sheet, to read or to print, as Markdown: the question, the
// scenario, the lab's text with its figures filled in, and the questions.
func Sheet(ctx context.Context, l *Lab) (string, error) {
	text, err := NewWork(l).Filled(ctx, l.Text)
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

// FormIn is [Question.Form] in another language.
func (q *Question) FormIn(language string) string {
	if language != "de" {
		return q.Form()
	}
	var parts []string
	unit := unitIn(q, language)
	if unit != "" {
		parts = append(parts, "Einheit: "+unit)
	}
	switch {
	case q.Tolerance.Relative > 0:
		parts = append(parts, "auf "+decimal(100*q.Tolerance.Relative)+" % genau")
	case q.Tolerance.Absolute > 0:
		parts = append(parts, strings.TrimSpace("bis auf "+decimal(q.Tolerance.Absolute)+" "+unit))
	}
	if q.Seeds > 1 {
		parts = append(parts, fmt.Sprintf("Mittelwert über %d Seeds", q.Seeds))
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// unitIn returns the word for a question's unit.
func unitIn(q *Question, language string) string {
	switch w := q.In[language]; {
	case w != nil && w.Unit != "":
		return w.Unit
	case q.Unit == "bt":
		return "Bitzeiten"
	}
	return q.Unit
}

// Filled returns a text of the lab with its figures.
func (w *Work) Filled(ctx context.Context, text []Part) (string, error) {
	var b strings.Builder
	for _, p := range text {
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

// Unfilled returns a text of a lab with ... in place of figures.
func Unfilled(text []Part) string {
	var b strings.Builder
	for _, p := range text {
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
