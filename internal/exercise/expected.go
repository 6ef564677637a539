package exercise

import (
	"context"
	"fmt"
	"strings"
)

// Expected returns the teacher's sheet of a lab, as Markdown: the answer to each question,
// where it comes from, and the runs that it was computed from. All of it is computed when it is
// called.
func Expected(ctx context.Context, l *Lab, version string) (string, error) {
	w := NewWork(l)
	var b strings.Builder
	fmt.Fprintf(&b, "# %s: expected figures\n\nLab `%s`, csmacd %s.\n", l.Title, l.ID, version)
	for i := range l.Questions {
		q := &l.Questions[i]
		v, err := w.Answer(ctx, q)
		if err != nil {
			return "", fmt.Errorf("lab %s, question %d: %w", l.ID, i+1, err)
		}
		fmt.Fprintf(&b, "\n%d. %s\n\n   **%s**, %s: `%s`%s\n", i+1, strings.Join(strings.Fields(q.Ask), " "), q.written(v), q.Leeway(), q.Answer.Code, q.from())
		fmt.Fprintf(&b, "\n   After a wrong answer: %s\n", strings.Join(strings.Fields(q.Hint), " "))
	}
	if len(l.Figures) > 0 {
		fmt.Fprint(&b, "\n| figure | value | from |\n|---|---|---|\n")
		for i := range l.Figures {
			f := &l.Figures[i]
			v, err := w.mean(ctx, &f.Formula, 1)
			if err != nil {
				return "", fmt.Errorf("lab %s, figure %s: %w", l.ID, f.Name, err)
			}
			fmt.Fprintf(&b, "| %s | %s | `%s` |\n", f.Name, plain(v), strings.ReplaceAll(f.Formula.Code, "|", `\|`))
		}
	}
	fmt.Fprint(&b, "\n| run | command | digest |\n|---|---|---|\n")
	for i := range l.Runs {
		r := &l.Runs[i]
		o, err := w.run(ctx, ranKey{run: i, seed: l.seed()})
		if err != nil {
			return "", fmt.Errorf("lab %s: %w", l.ID, err)
		}
		fmt.Fprintf(&b, "| %s | `%s` | %v |\n", r.Name, strings.ReplaceAll(l.command(r), "|", `\|`), o.result.Digest)
	}
	return b.String(), nil
}

// from says what an answer was computed from.
func (q *Question) from() string {
	switch {
	case q.Answer.Arithmetic():
		return ", by arithmetic alone"
	case q.Seeds > 1:
		return fmt.Sprintf(", the mean over %d seeds", q.Seeds)
	}
	return ""
}
