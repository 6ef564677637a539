package lab

import (
	"context"
	"fmt"
	"strings"
)

// Verdict is the result of checking an answer.
type Verdict struct {
	Right bool
	Reply string // for the student; after a wrong answer it does not give the right one away
}

// Check reports whether an answer to a lab's n-th question, from 1, is right. An [AnswerError]
// means that the answer cannot be understood.
func Check(ctx context.Context, l *Lab, n int, answer string) (Verdict, error) {
	return NewWork(l).Check(ctx, n, answer)
}

// Check is [Check] for several answers. It runs nothing twice.
func (w *Work) Check(ctx context.Context, n int, answer string) (Verdict, error) {
	l := w.lab
	if n < 1 || n > len(l.Questions) {
		return Verdict{}, misunderstood("there is no question %d: the lab %s has the questions 1 to %d", n, l.ID, len(l.Questions))
	}
	q := &l.Questions[n-1]
	want, err := w.Answer(ctx, q)
	if err != nil {
		return Verdict{}, fmt.Errorf("lab %s, question %d: %w", l.ID, n, err)
	}
	return q.judge(want, answer, l)
}

func (q *Question) judge(want any, answer string, l *Lab) (v Verdict, err error) {
	note := ""
	switch want := want.(type) {
	case bool:
		given, err := readYes(answer)
		if err != nil {
			return v, err
		}
		v.Right = given == want
	case string:
		v.Right = strings.EqualFold(strings.TrimSpace(answer), want)
	case float64:
		given, err := readNumber(answer, q.Unit, l.bit)
		if err != nil {
			return v, err
		}
		if v.Right = q.near(given, want); !v.Right {
			note = q.unitNote(given, want, l)
		}
	}
	if v.Right {
		v.Reply = "right" + q.exactly(want)
		return v, nil
	}
	v.Reply = "not right. " + note + q.Hint
	return v, nil
}

// near reports whether a number is the answer, within its tolerance.
func (q *Question) near(given, want float64) bool {
	return max(given-want, want-given) <= q.Tolerance.within(want)+1e-9*max(1, want, -want)
}

// unitNote is a remark on a number that would be right in another unit.
func (q *Question) unitNote(given, want float64, l *Lab) string {
	other := func(factor float64) bool { return want != 0 && q.near(given*factor, want) }
	if to := timeUnit(q.Unit, l.bit); to > 0 {
		for _, u := range []string{"bt", "ns", "us", "ms", "s"} {
			if f := float64(timeUnit(u, l.bit)) / float64(to); other(f) || other(1/f) {
				return "Look at the unit. "
			}
		}
	}
	if (q.Unit == "" || q.Unit == "%") && (other(0.01) || other(100)) {
		return "A share, or per cent? "
	}
	return ""
}

// exactly adds the exact answer to the reply to one that is right but not exact.
func (q *Question) exactly(want any) string {
	if _, ok := want.(float64); !ok || q.Tolerance == (Tolerance{}) {
		return ""
	}
	if q.Seeds > 1 {
		return fmt.Sprintf(": the mean of %d runs is %s", q.Seeds, q.written(want))
	}
	return ": it is " + q.written(want)
}
