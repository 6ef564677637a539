package lab_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/exercise"
	"github.com/csmacd/csmacd/internal/lab"
)

// codes returns the expressions in a text.
func codes(parts []exercise.Part) (list []string) {
	for _, p := range parts {
		if p.Figure != nil {
			list = append(list, p.Figure.Code)
		}
	}
	return list
}

// Each lab of csmacd is in German, and whole in it: the sheet with all its figures and commands, and each question. What is
// computed has no language, so the expressions of answers are those of the English questions.
func TestTranslationsAreWhole(t *testing.T) {
	for _, l := range builtin(t) {
		w := l.In["de"]
		require.NotNil(t, w, "%s has no key de", l.ID)
		assert.NotEmpty(t, w.Title, l.ID)
		assert.NotEmpty(t, w.Question, l.ID)
		if assert.NotEmpty(t, w.Text, "%s.de.md", l.ID) {
			assert.ElementsMatch(t, codes(l.Text), codes(w.Text), "%s.de.md: figures", l.ID)
			english, german := exercise.Unfilled(l.Text), exercise.Unfilled(w.Text)
			assert.Equal(t, headings(english), headings(german), "%s.de.md: headings", l.ID)
			for _, block := range blocks.FindAllString(english, -1) {
				assert.Contains(t, german, block, "%s.de.md: a block of code", l.ID)
			}
			for _, command := range names(english) {
				if strings.HasPrefix(command, "csmacd ") {
					assert.Contains(t, names(german), command, "%s.de.md: a command", l.ID)
				}
			}
			for _, change := range changes.FindAllString(english, -1) {
				assert.Contains(t, german, change, "%s.de.md: a change that the page has a button for", l.ID)
			}
		}
		for i, q := range l.Questions {
			in := q.In["de"]
			require.NotNil(t, in, "%s, question %d has no key de", l.ID, i+1)
			assert.NotEmpty(t, in.Ask, "%s, question %d", l.ID, i+1)
			assert.NotEmpty(t, in.Hint, "%s, question %d", l.ID, i+1)
			if len(q.Unit) > 2 {
				assert.NotEmpty(t, in.Unit, "%s, question %d", l.ID, i+1)
			}
			assert.Equal(t, numbers(q.Ask), numbers(in.Ask), "%s, question %d: numbers", l.ID, i+1)
			assert.Equal(t, names(q.Ask+q.Hint), names(in.Ask+in.Hint), "%s, question %d: names", l.ID, i+1)
			for word := range in.Answers {
				assert.Regexp(t, `["']`+word+`["']`, q.Answer.Code, "%s, question %d: a word that is no answer", l.ID, i+1)
			}
		}
	}
}

var (
	blocks  = regexp.MustCompile("(?s)```.*?```")
	changes = regexp.MustCompile(`--set (?:'[^']*'|[^\s` + "`" + `]+)`)
	heading = regexp.MustCompile(`(?m)^(?:#+|\d+\.) `)
	figure  = regexp.MustCompile(`\d(?:[\d.,]*\d)?`)
	name    = regexp.MustCompile("`([^`]*)`")
)

// headings returns the levels of the headings of a sheet, and the numbers of the items of its lists.
func headings(sheet string) []string {
	return heading.FindAllString(blocks.ReplaceAllString(sheet, ""), -1)
}

// numbers returns the numbers in a text, sorted, whatever stands before their decimals and between their thousands.
func numbers(text string) (list []string) {
	for _, n := range figure.FindAllString(text, -1) {
		list = append(list, strings.NewReplacer(".", "", ",", "").Replace(n))
	}
	slices.Sort(list)
	return list
}

// names returns what a text has between backquotes, each once and on one line: runs, stations, commands.
func names(text string) (list []string) {
	for _, m := range name.FindAllStringSubmatch(text, -1) {
		list = append(list, strings.Join(strings.Fields(m[1]), " "))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// An answer that is a word can be given in each language of the question; the exact answer is written in each, too.
func TestAnswersInGerman(t *testing.T) {
	q := &exercise.Question{In: map[string]*exercise.QuestionWords{"de": {Answers: map[string]string{"worse": "schlechter"}}}}
	for given, right := range map[string]bool{"worse": true, " Schlechter ": true, "besser": false, "better": false, "": false} {
		v, err := q.Judge("worse", given, load(t, "wireshark"))
		require.NoError(t, err)
		assert.Equal(t, right, v.Right, given)
	}
	q = &exercise.Question{Unit: "frames", Tolerance: exercise.Tolerance{Absolute: 0.5}, In: map[string]*exercise.QuestionWords{"de": {Unit: "Rahmen"}}}
	v, err := q.Judge(12.25, "12 Rahmen", load(t, "wireshark"))
	require.NoError(t, err)
	assert.True(t, v.Right)
	assert.Equal(t, "12.25 frames", v.Exact)
	assert.Equal(t, "12,25 Rahmen", v.In["de"])
	assert.Equal(t, " (Einheit: Rahmen, bis auf 0,5 Rahmen)", q.FormIn("de"))
}

// A lab of one's own can have some of its texts in German. Problems in them are reported with their places.
func TestALabInGerman(t *testing.T) {
	const yaml = `title: One
question: How many?
de: {title: Eins}
scenario:
  until: {idle: true}
  stations: [{name: A}]
questions:
  - {ask: "How many?", answer: run.medium.frames_sent, hint: Count., unit: frames, tolerance: 1, de: {ask: "Wie viele?", unit: Rahmen}}
`
	from := fstest.MapFS{"one.yaml": {Data: []byte(yaml)}, "one.md": {Data: []byte("Run it.")}, "one.de.md": {Data: []byte("{{run.medium.frames_sent}} Rahmen.")}}
	names, err := lab.Names(from)
	require.NoError(t, err)
	assert.Equal(t, []string{"one"}, names)
	l, err := lab.Load(from, "one")
	require.NoError(t, err)
	assert.Equal(t, "Eins", l.In["de"].Title)
	assert.Len(t, l.In["de"].Text, 3)
	q := &l.Questions[0]
	assert.Equal(t, &exercise.QuestionWords{Ask: "Wie viele?", Unit: "Rahmen"}, q.In["de"])
	assert.Equal(t, " (Einheit: Rahmen, bis auf 1 Rahmen)", q.FormIn("de"))
	assert.Equal(t, " (in frames, within 1 frame)", q.FormIn("fr"))

	from["one.de.md"] = &fstest.MapFile{Data: []byte("Los: {{nothing}}")}
	_, err = lab.Load(from, "one")
	assert.ErrorContains(t, err, "one.de.md:1:6")
	from["one.yaml"] = &fstest.MapFile{Data: []byte("de: {titel: x}\n" + yaml[:len(yaml)-2] + ", fr: {}}\n")}
	_, err = lab.Load(from, "one")
	assert.ErrorContains(t, err, "titel")
	assert.ErrorContains(t, err, "fr")
}
