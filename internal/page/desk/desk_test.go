package desk_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/exercise"
	"github.com/csmacd/csmacd/internal/lab"
	"github.com/csmacd/csmacd/internal/page/desk"
	"github.com/csmacd/csmacd/internal/scenario"
)

func opened(t *testing.T, l *exercise.Lab) (*desk.Desk, *desk.Sheet) {
	t.Helper()
	text, err := json.Marshal(l)
	require.NoError(t, err)
	d := new(desk.Desk)
	got, known, err := d.Ask("lab", []byte(`{"lab":`+string(text)+`}`))
	require.NoError(t, err)
	require.True(t, known)
	return d, got.(*desk.Sheet)
}

// Every lab of csmacd can be opened in the page. Its variants are the scenarios that --set makes of the file.
func TestEveryLabIsOnTheDesk(t *testing.T) {
	labs, err := lab.LoadAll(lab.Builtin())
	require.NoError(t, err)
	for _, l := range labs {
		_, sheet := opened(t, l)
		assert.Equal(t, l.ID == "tcp-and-capture", sheet.Trouble != "", "%s: %s", l.ID, sheet.Trouble)
		require.Len(t, sheet.Questions, len(l.Questions))
		require.Len(t, sheet.Runs, len(l.Runs))
		assert.NotContains(t, sheet.Text, "{{")
		for i, r := range sheet.Runs {
			got, err := scenario.Parse("x.yaml", []byte(r.Text), scenario.Options{})
			require.NoError(t, err, r.Name)
			want, err := scenario.Parse("x.yaml", []byte(l.Scenario), scenario.Options{Set: l.Runs[i].Set})
			require.NoError(t, err)
			assert.Equal(t, want.Config, got.Config, "%s %s", l.ID, r.Name)
			assert.Equal(t, want.Duration, got.Duration)
			assert.Equal(t, want.Line, got.Line)
			if len(r.Set) > 0 && strings.Contains(l.Scenario, "#") {
				assert.Contains(t, r.Text, "#", "comments stay")
			}
		}
	}
}

// A student does a lab: a wrong answer with its remark, a right one, and the file.
func TestALabIsDone(t *testing.T) {
	l, err := lab.Load(lab.Builtin(), "two-stations")
	require.NoError(t, err)
	d, _ := opened(t, l)
	ask := func(name, question string) any {
		t.Helper()
		got, known, err := d.Ask(name, []byte(question))
		require.NoError(t, err)
		require.True(t, known)
		return got
	}
	v := ask("check", `{"question":1,"answer":"245us"}`).(exercise.Verdict)
	assert.False(t, v.Right)
	assert.Equal(t, exercise.OtherUnit, v.Note)
	assert.True(t, ask("check", `{"question":1,"answer":"245"}`).(exercise.Verdict).Right)
	assert.Equal(t, "duration: 1s\n", ask("vary", `{"text":"duration: 2s","set":["duration=1s"]}`))
	counted := ask("counters", `{"run":"run"}`).(*exercise.Counted)
	assert.Equal(t, []string{"A", "B"}, counted.Stations)
	assert.Contains(t, counted.Rows, exercise.Counter{Name: "FramesTransmittedOK", Values: []uint64{1, 1}})
	assert.Contains(t, ask("figures", `{"run":"run"}`), "digest ")
	h, err := exercise.ReadHandIn(ask("handIn", `{"name":" Ada ","answers":[{"question":1,"answer":"245","tries":2}]}`).([]byte))
	require.NoError(t, err)
	assert.Equal(t, "Ada", h.Name)
	_, differs, err := exercise.NewWork(l).Verify(t.Context(), h)
	require.NoError(t, err)
	assert.Empty(t, differs)
}

func TestNothingIsOpen(t *testing.T) {
	d := new(desk.Desk)
	_, known, err := d.Ask("check", []byte(`{}`))
	require.ErrorIs(t, err, desk.ErrNoLab)
	require.True(t, known)
	_, known, _ = d.Ask("view", nil)
	assert.False(t, known)
	for _, text := range []string{`{}`, `{"lab":{}}`, `{"lab":{"runs":[{"name":"run"}]}}`, `{"lab":{"runs":[{"name":"run"}],"scenario":"stations: 3"}}`, `[`} {
		_, _, err = d.Ask("lab", []byte(text))
		assert.Error(t, err)
	}
}
