package exercise

import (
	"context"
	"fmt"
	"strings"
)

// ScenarioEnding is what the name of the file ends with that sheets tell students to write a lab's scenario to. It is not
// NAME.yaml: in the lab's own folder that is the lab.
const ScenarioEnding = ".scenario.yaml"

// Sheet returns the student's sheet, to read or to print, as Markdown: the question, the
// scenario, the lab's text with its figures filled in, and the questions.
func Sheet(ctx context.Context, l *Lab) (string, error) { return SheetIn(ctx, l, "en", "") }

// SheetIn is [Sheet] in a language, en or de, of a lab in a folder, which is "" for a lab of csmacd. What the lab does not
// have in that language stands in English.
func SheetIn(ctx context.Context, l *Lab, language, folder string) (string, error) {
	of, frame := l.in(language), frames[language]
	text, err := NewWork(l).Filled(ctx, of.Text)
	if err != nil {
		return "", err
	}
	command := Command(folder)
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n**%s**\n", of.Title, strings.Join(strings.Fields(of.Question), " "))
	if l.Source != "" {
		fmt.Fprintf(&b, "\n%s: %s\n", frame.source, strings.Join(strings.Fields(l.Source), " "))
	}
	fmt.Fprintf(&b, "\n%s\n", strings.TrimSpace(text))
	fmt.Fprintf(&b, "\n## %s\n\n"+frame.commands+"\n\n%[5]s", frame.scenario, command, Quoted(l.ID), Quoted(l.ID+ScenarioEnding), fenced(l.Scenario))
	if len(l.Runs) > 1 {
		fmt.Fprintf(&b, "\n%s:\n\n| %s | %s |\n|---|---|\n", frame.variants, frame.run, frame.command)
		for i := range l.Runs[1:] {
			r := &l.Runs[1+i]
			fmt.Fprintf(&b, "| %s | `%s` |\n", r.Name, strings.ReplaceAll(l.command(r), "|", `\|`))
		}
	}
	fmt.Fprintf(&b, "\n## %s\n\n"+frame.check+"\n\n", frame.questions, command, Quoted(l.ID))
	for i := range l.Questions {
		q := &l.Questions[i]
		fmt.Fprintf(&b, "%d. %s%s\n\n   %s: ____________________\n\n", i+1, strings.Join(strings.Fields(q.askIn(language)), " "), q.FormIn(language), frame.answer)
	}
	return strings.TrimRight(b.String(), "\n") + "\n", nil
}

// Command returns the command line that commands about the labs in a folder begin with; the folder "" has those of csmacd.
func Command(folder string) string {
	if folder == "" {
		return "csmacd lab"
	}
	return "csmacd lab --dir " + Quoted(folder)
}

// Languages are those in which a sheet can be written.
var Languages = []string{"en", "de"}

// frames are the words of a sheet that are not its lab's, by language. The arguments of
// commands and check are the command that has the lab, the lab's name, and the file of the scenario.
var frames = map[string]struct{ source, scenario, commands, variants, run, command, questions, check, answer string }{
	"en": {"Source", "The scenario", "`%[2]s show %[3]s --scenario > %[4]s` writes this file, and\n`csmacd run %[4]s` runs it.", "Variants", "run", "command",
		"Questions", "`%[2]s check %[3]s NUMBER ANSWER` checks an answer.", "Answer"},
	"de": {"Quelle", "Das Szenario", "`%[2]s show %[3]s --scenario > %[4]s` schreibt diese Datei, und\n`csmacd run %[4]s` führt sie aus.", "Varianten", "Lauf", "Befehl",
		"Fragen", "`%[2]s check %[3]s NUMMER ANTWORT` prüft eine Antwort.", "Antwort"},
}

// in returns the texts of the lab in a language, as far as it has them.
func (l *Lab) in(language string) Words {
	of := Words{Title: l.Title, Question: l.Question, Text: l.Text}
	w := l.In[language]
	if w == nil {
		return of
	}
	if w.Title != "" {
		of.Title = w.Title
	}
	if w.Question != "" {
		of.Question = w.Question
	}
	if w.Text != nil {
		of.Text = w.Text
	}
	return of
}

// askIn returns the question in a language.
func (q *Question) askIn(language string) string {
	if w := q.In[language]; w != nil && w.Ask != "" {
		return w.Ask
	}
	return q.Ask
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
		parts = append(parts, "auf "+decimalIn(100*q.Tolerance.Relative, language)+" % genau")
	case q.Tolerance.Absolute > 0:
		parts = append(parts, strings.TrimSpace("bis auf "+decimalIn(q.Tolerance.Absolute, language)+" "+unit))
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
