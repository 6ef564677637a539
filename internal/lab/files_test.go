package lab_test

import (
	"context"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/exercise"
	"github.com/csmacd/csmacd/internal/lab"
)

// folder makes a lab of two texts.
func folder(yaml, md string) fstest.MapFS {
	return fstest.MapFS{"mine.yaml": {Data: []byte(yaml)}, "mine.md": {Data: []byte(md)}}
}

const good = `title: Mine
question: How many frames?
scenario:            # this comment is not the scenario's
  # this one is
  until: {idle: true}
  stations:
    - {name: A, traffic: {kind: frames, count: 3, interval: 1ms, size: 64, to: B}}

    - {name: B}
runs:
  twice:
    stations[0].traffic.count: 6
  spread: {"stations[1].at": 100m, medium: {kind: bus, length: 200m}}
figures:
  all: run.medium.frames_sent + twice.medium.frames_sent
questions:
  - ask: How many?
    answer: run.medium.frames_sent
    hint: Count them.
  - {ask: In all, answer: all, hint: Add., unit: frames, tolerance: 10%}
`

// A lecturer's lab is one YAML file and one Markdown file.
func TestALabOfOnesOwn(t *testing.T) {
	from := folder(good, "There are {{ run.medium.frames_offered }} frames.")
	names, err := lab.Names(from)
	require.NoError(t, err)
	assert.Equal(t, []string{"mine"}, names)
	l, err := lab.Load(from, "mine")
	require.NoError(t, err)
	assert.Equal(t, `# this one is
until: {idle: true}
stations:
  - {name: A, traffic: {kind: frames, count: 3, interval: 1ms, size: 64, to: B}}

  - {name: B}
`, l.Scenario)
	text, err := exercise.Sheet(context.Background(), l)
	require.NoError(t, err)
	assert.Contains(t, text, "There are 3 frames.")
	assert.Contains(t, text, "`csmacd run mine.scenario.yaml --set 'stations[0].traffic.count=6'`")
	assert.Contains(t, text, `--set 'medium={kind: bus, length: 200m}'`)
	assert.Contains(t, text, "2. In all (in frames, within 10 %)")
	v, err := exercise.Check(context.Background(), l, 2, "9.5")
	require.NoError(t, err)
	assert.Equal(t, exercise.Verdict{Right: true, Reply: "right: it is 9 frames", Exact: "9 frames"}, v)
	sheet, err := exercise.Expected(context.Background(), l, "1.2.3")
	require.NoError(t, err)
	assert.Contains(t, sheet, "**9 frames**, within 10 %: `all`")
	assert.Contains(t, sheet, "| all | 9 | `run.medium.frames_sent + twice.medium.frames_sent` |")
	assert.Contains(t, sheet, "csmacd 1.2.3")
}

// A scenario may be a file of its own, within the labs' folder alone.
func TestScenarioOfAFile(t *testing.T) {
	const text = "title: a\nquestion: b\nscenario: %\nquestions: [{ask: c, answer: run.medium.frames_sent, hint: d}]\n"
	from := folder(strings.ReplaceAll(text, "%", "scenarios/s.yaml"), "x")
	from["scenarios/s.yaml"] = &fstest.MapFile{Data: []byte("until: {idle: true}\nstations: [{name: A, traffic: {kind: frames}}]\n")}
	l, err := lab.Load(from, "mine")
	require.NoError(t, err)
	v, err := exercise.Check(context.Background(), l, 1, "1")
	require.NoError(t, err)
	assert.True(t, v.Right)
	for path, says := range map[string]string{"../s.yaml": "is not the path of a file in the labs' folder", "/etc/passwd": "is not the path", "none.yaml": "file does not exist", "scenarios": "scenarios"} {
		from["mine.yaml"] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(text, "%", path))}
		_, err := lab.Load(from, "mine")
		assert.ErrorContains(t, err, says, path)
		assert.ErrorContains(t, err, "mine.yaml:3:11: ", path)
	}
	from["mine.yaml"] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(text, "%", "scenarios/s.yaml"))}
	from["scenarios/s.yaml"].Data = []byte("duratoin: 1s\nstations: [{name: A}]\n")
	_, err = lab.Load(from, "mine")
	assert.ErrorContains(t, err, "scenarios/s.yaml:1:1: ")
}

// All that is wrong is told at once, each with its place.
func TestAllMistakesAtOnce(t *testing.T) {
	const bad = `titel: Mine
question: [a]
scenario:
  duration: 1
  stations:
    - {name: A, trafic: {kind: saturated}}
questions:
  - ask: How many?
    answer: run.medium.frames_sent
    tolerance: some
    seeds: 0
    hint: Count.
  - {ask: And, hint: ""}
`
	_, err := lab.Load(folder(bad, "x {{ open"), "mine")
	var all document.Problems
	require.ErrorAs(t, err, &all)
	for _, part := range []string{
		`mine.yaml:1:1: unknown key "titel": did you mean "title"? (keys of a lab: title, question,`,
		`mine.yaml:1:1: title is missing`,
		`mine.yaml:2:11: question: must be a text`,
		`mine.yaml:4:13: duration: `,
		`mine.yaml:6:17: stations[0]: unknown key "trafic"`,
		`mine.yaml:10:16: questions[0].tolerance: write a number`,
		`mine.yaml:11:12: questions[0].seeds: 0 is out of range: it must be 1 to 10000`,
		`mine.yaml:13:5: questions[1]: answer is missing: a question needs one`,
		`mine.yaml:13:22: questions[1].hint: must be a text`,
		`mine.md:1:3: {{ is not closed`,
	} {
		assert.ErrorContains(t, err, part)
	}
	for i := range all[1:] {
		a, b := all[i], all[i+1]
		assert.True(t, a.File != b.File || a.Line < b.Line || a.Line == b.Line && a.Column <= b.Column, "%v before %v", a, b)
	}
}

// Expressions are checked before anything runs.
func TestExpressionsAreChecked(t *testing.T) {
	for code, says := range map[string]string{
		"run.medium.troughput":                "there is no figure \"troughput\" there; there are aborted,",
		"run.stations[0].counters.Sent":       "there is no figure \"Sent\" there",
		"run.medium[0]":                       "that is not a list",
		"ran.medium.throughput":               "unknown name ran",
		"run.medium.collisions +":             "is not an expression",
		`event(run, "A", "colision", 1).bits`: "not a kind of event; there are queued,",
		`event(run, "A", "collision").bits`:   "write event(run,",
		`event(run, "A", "sent", 1).bit`:      "there is no figure \"bit\" there; there are attempt, bits,",
		`event(all, "A", "sent", 1).bits`:     "the first argument of event must be a run",
		`count(run, run.medium.kind)`:         "written out",
		`count()`:                             "write count(run,",
		`station(run, "A").name.x`:            "a number or a list has nothing called \"x\"",
		`map([1], # + 1)`:                     "",
		`[1, 2]`:                              "a list is not allowed",
		`now()`:                               "unknown name now",
		strings.Repeat("1+", 2000) + "1":      "it has more than 1000 operators",
	} {
		yaml := strings.Replace(good, "answer: all,", "answer: "+quote(code)+",", 1)
		_, err := lab.Load(folder(yaml, "x"), "mine")
		require.Error(t, err, code)
		_, inText := lab.Load(folder(good, "line one\nis {{"+code+"}}"), "mine")
		assert.ErrorContains(t, inText, "mine.md:2:4: ")
		if len(code) > 100 {
			code = code[:100]
		}
		assert.ErrorContains(t, err, "mine.yaml:20:27: questions[1].answer: ", code)
		assert.ErrorContains(t, err, says, code)
	}
}

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// What an expression turns out not to be is told with the question.
func TestExpressionsWithoutAValue(t *testing.T) {
	for code, says := range map[string]string{
		`event(run, "A", "sent", 9).bits`: "the run has 3 events of the kind sent at A, and not 9",
		`event(run, "Z", "sent", 1).bits`: `there is no station "Z"`,
		`event(run, "A", "sent", 0).bits`: "events count from 1",
		`station(run, "Z").frames_queued`: "there is no station Z",
		`won(run, 2, 4)`:                  "no collision was followed by draws",
		`won(run, 2, 2)`:                  "two different numbers",
		`run.medium.calls`:                "has no value",
		`run.medium`:                      "must be a number",
		`1 / 0`:                           "is not a number",
		`run.stations[7].frames_queued`:   "out of range",
		`run.medium.kind * 2`:             "",
	} {
		l, err := lab.Load(folder(strings.Replace(good, "answer: all,", "answer: "+quote(code)+",", 1), "x"), "mine")
		require.NoError(t, err, code)
		_, err = exercise.Check(context.Background(), l, 2, "1")
		assert.ErrorContains(t, err, "lab mine, question 2: ", code)
		assert.ErrorContains(t, err, says, code)
	}
}

// A run that does not end ends with its user's patience.
func TestEndlessRuns(t *testing.T) {
	yaml := strings.Replace(good, "until: {idle: true}", "duration: 1000000s", 1)
	yaml = strings.Replace(yaml, "{kind: frames, count: 3, interval: 1ms, size: 64, to: B}", "{kind: saturated, size: 64, to: B}", 1)
	yaml = strings.Replace(yaml, "  twice:\n    stations[0].traffic.count: 6\n", "  twice: {seed: 2}\n", 1)
	l, err := lab.Load(folder(yaml, "x"), "mine")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = exercise.Check(ctx, l, 1, "1")
	assert.ErrorIs(t, err, context.Canceled)
}

func TestFilesThatAreNotThere(t *testing.T) {
	_, err := lab.Load(fstest.MapFS{}, "mine")
	require.ErrorIs(t, err, fs.ErrNotExist)
	_, err = lab.Load(fstest.MapFS{"mine.yaml": {Data: []byte(good)}}, "mine")
	require.ErrorContains(t, err, "mine.md: is missing: a lab is a YAML file, and a Markdown file of the same name")
	_, err = lab.Load(folder(good, " \n"), "mine")
	require.ErrorContains(t, err, "mine.md: is empty")
	_, err = lab.Load(fstest.MapFS{}, "../mine")
	require.Error(t, err)
}

// Whatever stands in the files, reading them ends, in a lab or in what is wrong.
func FuzzLoad(f *testing.F) {
	f.Add(good, "x {{ all }} y")
	for _, l := range builtinTexts(f) {
		f.Add(l, "x {{ run.medium.collisions }}")
	}
	for _, s := range []string{"", "a: &a [*a]", "scenario: {}", "scenario:\n  a", "- 1", "scenario: |\n  x", "runs: {a: {b: *c}}", "title: !!binary x", "? [a]\n: b",
		"scenario:\n  stations: &s [{name: A}]\n  duration: 1s\nruns: {a: {x: *s}}\n"} {
		f.Add(s, "{{}}")
	}
	f.Fuzz(func(t *testing.T, yaml, md string) {
		l, err := lab.Load(folder(yaml, md), "mine")
		assert.Equal(t, err == nil, l != nil)
		if err == nil {
			assert.NotEmpty(t, l.Questions)
			assert.NotEmpty(t, l.Title)
		}
	})
}

func builtinTexts(t testing.TB) (texts []string) {
	names, err := lab.Names(lab.Builtin())
	require.NoError(t, err)
	for _, n := range names {
		text, err := fs.ReadFile(lab.Builtin(), n+".yaml")
		require.NoError(t, err)
		texts = append(texts, string(text))
	}
	return texts
}
