package exercise

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Verdict is the result of checking an answer.
type Verdict struct {
	Right bool   `json:"right"`
	Reply string `json:"reply"`           // for the student; after a wrong answer it does not give the right one away
	Note  Note   `json:"note,omitempty"`  // on a number that would be right in another unit
	Exact string `json:"exact,omitempty"` // the answer, after one that is right but not exact

	In map[string]string `json:"in,omitempty"` // Exact in the question's other languages
}

// Note is a remark on a wrong number.
type Note string

// The remarks.
const (
	OtherUnit Note = "unit"  // it would be right in another unit of time
	PerCent   Note = "share" // it would be right as a share, or in per cent
)

// remarks are the remarks as the command line writes them.
var remarks = map[Note]string{OtherUnit: "Look at the unit. ", PerCent: "A share, or per cent? "}

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
	return q.Judge(want, answer, l)
}

// Judge returns the verdict on an answer where what is right is known.
func (q *Question) Judge(want any, answer string, l *Lab) (v Verdict, err error) {
	switch want := want.(type) {
	case bool:
		given, err := readYes(answer)
		if err != nil {
			return v, err
		}
		v.Right = given == want
	case string:
		v.Right = q.isWord(strings.TrimSpace(answer), want)
	case float64:
		given, err := readNumber(answer, q.Unit, l.bit(), q.units()...)
		if err != nil {
			return v, err
		}
		if v.Right = q.near(given, want); !v.Right {
			v.Note = q.unitNote(given, want, l)
		}
	}
	if v.Right {
		if v.Exact = q.exactly(want); v.Exact != "" && q.In != nil {
			v.In = map[string]string{}
			for language := range q.In {
				v.In[language] = q.writtenIn(want, language)
			}
		}
		switch v.Reply = "right"; {
		case v.Exact != "" && q.Seeds > 1:
			v.Reply += fmt.Sprintf(": the mean of %d runs is %s", q.Seeds, v.Exact)
		case v.Exact != "":
			v.Reply += ": it is " + v.Exact
		}
		return v, nil
	}
	v.Reply = "not right. " + remarks[v.Note] + q.Hint
	return v, nil
}

// units returns the words for the question's unit in other languages.
func (q *Question) units() (words []string) {
	for _, w := range q.In {
		words = append(words, w.Unit)
	}
	return words
}

// isWord reports whether an answer is a word, in any language of the question. Spaces and punctuation do not count.
func (q *Question) isWord(given, want string) bool {
	for _, w := range q.In {
		if word := w.Answers[want]; word != "" && bare(given) == bare(word) {
			return true
		}
	}
	return bare(given) == bare(want)
}

// Offers reports whether a word is one of those that can be the answer to a question, in any of its languages, and
// returns these words in English. A question that does not list its words offers every word.
func Offers(q *Question, given string) (words []string, offered bool) {
	for _, w := range q.In {
		for word := range w.Answers {
			offered = offered || q.isWord(given, word)
			if !slices.Contains(words, word) {
				words = append(words, word)
			}
		}
	}
	slices.Sort(words)
	return words, offered || words == nil
}

// bare returns the letters and digits of a text, in lower case.
func bare(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// near reports whether a number is the answer, within its tolerance.
func (q *Question) near(given, want float64) bool {
	return max(given-want, want-given) <= q.Tolerance.within(want)+1e-9*max(1, want, -want)
}

// unitNote is a remark on a number that would be right in another unit.
func (q *Question) unitNote(given, want float64, l *Lab) Note {
	other := func(factor float64) bool { return want != 0 && q.near(given*factor, want) }
	if to := timeUnit(q.Unit, l.bit()); to > 0 {
		for _, u := range []string{"bt", "ns", "us", "ms", "s"} {
			if f := float64(timeUnit(u, l.bit())) / float64(to); other(f) || other(1/f) {
				return OtherUnit
			}
		}
	}
	if (q.Unit == "" || q.Unit == "%") && (other(0.01) || other(100)) {
		return PerCent
	}
	return ""
}

// exactly returns the exact answer, for one that may be right without being exact; else "".
func (q *Question) exactly(want any) string {
	if _, ok := want.(float64); !ok || q.Tolerance == (Tolerance{}) {
		return ""
	}
	return q.written(want)
}
