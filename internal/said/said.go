// Package said keeps a sentence for people as its parts: a form, which is always the same, and the values in it. csmacd
// itself prints English. The page has a text in another language for each form (web/src/words), and puts the values
// into that text.
package said

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Sentence is a sentence, or a part of one. Sentences can be compared.
type Sentence struct {
	Text string // in English
	Form string // for package fmt: the sentence without its values. Translations are found by it
	With Values
}

// Values are what stands in a sentence, as text, in the order of the arguments of its form.
type Values [most]string

// most is the largest number of values in a sentence.
const most = 6

// Number is a value whose English text is more than the number: 3 frames, twice. Translations are given the number.
type Number struct{ Figure, Text string }

func (n Number) String() string { return n.Text }

// Of returns the sentence of a form with values.
func Of(form string, values ...any) Sentence {
	return Sentence{Text: fmt.Sprintf(form, values...), Form: form, With: ValuesOf(values)}
}

// ValuesOf returns values as they stand in a sentence. Those after the sixth are left out.
func ValuesOf(values []any) (v Values) {
	for i, x := range values[:min(len(values), most)] {
		switch x := x.(type) {
		case string:
			v[i] = x
		case Number:
			v[i] = x.Figure
		default:
			v[i] = fmt.Sprint(x)
		}
	}
	return v
}

// MarshalJSON implements [json.Marshaler]: a list without the empty values at the end.
func (v Values) MarshalJSON() ([]byte, error) {
	n := len(v)
	for n > 0 && v[n-1] == "" {
		n--
	}
	return json.Marshal(append([]string{}, v[:n]...))
}

// MarshalJSON implements [json.Marshaler].
func (s Sentence) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Text string `json:"text"`
		Form string `json:"form"`
		With Values `json:"with"`
	}{s.Text, s.Form, s.With})
}

// Errorf is [fmt.Errorf] for an error whose sentence [By] returns.
func Errorf(form string, values ...any) error {
	err := fmt.Errorf(form, values...)
	return &failure{Sentence{err.Error(), form, ValuesOf(values)}, errors.Unwrap(err)}
}

type failure struct {
	sentence Sentence
	cause    error
}

func (f *failure) Error() string  { return f.sentence.Text }
func (f *failure) Unwrap() error  { return f.cause }
func (f *failure) Said() Sentence { return f.sentence }

// By returns the sentence of an error. It reports false if the error says more than a sentence, or something that has no form.
func By(err error) (Sentence, bool) {
	var of interface{ Said() Sentence }
	if !errors.As(err, &of) {
		return Sentence{}, false
	}
	s := of.Said()
	return s, s.Text == err.Error()
}
