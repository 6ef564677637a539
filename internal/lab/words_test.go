package lab_test

import (
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

// A lab of csmacd that is in another language is whole in it: the sheet with all its figures, and each question.
func TestTranslationsAreWhole(t *testing.T) {
	translated := 0
	for _, l := range builtin(t) {
		for language, w := range l.In {
			translated++
			assert.NotEmpty(t, w.Title, "%s in %s", l.ID, language)
			assert.NotEmpty(t, w.Question, "%s in %s", l.ID, language)
			assert.NotEmpty(t, w.Text, "%s in %s", l.ID, language)
			assert.ElementsMatch(t, codes(l.Text), codes(w.Text), "%s in %s", l.ID, language)
			for i, q := range l.Questions {
				require.NotNil(t, q.In[language], "%s in %s, question %d", l.ID, language, i+1)
				assert.NotEmpty(t, q.In[language].Ask, "%s in %s, question %d", l.ID, language, i+1)
				assert.NotEmpty(t, q.In[language].Hint, "%s in %s, question %d", l.ID, language, i+1)
				if len(q.Unit) > 2 {
					assert.NotEmpty(t, q.In[language].Unit, "%s in %s, question %d", l.ID, language, i+1)
				}
			}
		}
	}
	assert.GreaterOrEqual(t, translated, 5)
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
