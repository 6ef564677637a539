package lab_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/exercise"
	"github.com/csmacd/csmacd/internal/lab"
	"github.com/csmacd/csmacd/internal/scenario"
)

var update = flag.Bool("update", false, "write docs/labs anew from the labs")

func builtin(t *testing.T) []*exercise.Lab {
	t.Helper()
	all, err := lab.LoadAll(lab.Builtin())
	require.NoError(t, err)
	return all
}

func load(t *testing.T, name string) *exercise.Lab {
	t.Helper()
	l, err := lab.Load(lab.Builtin(), name)
	require.NoError(t, err)
	return l
}

// What is printed is what the labs say.
func TestSheetsAreTheLabs(t *testing.T) {
	const dir = "../../docs/labs"
	all := builtin(t)
	require.GreaterOrEqual(t, len(all), 12)
	for _, l := range all {
		for language, ending := range map[string]string{"en": ".md", "de": ".de.md"} {
			text, err := exercise.SheetIn(context.Background(), l, language, "")
			require.NoError(t, err, l.ID)
			file := filepath.Join(dir, l.ID+ending)
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
			}
			committed, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.Equal(t, string(committed), text, "go test ./internal/lab -run SheetsAreTheLabs -update writes it")
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.md"))
	require.NoError(t, err)
	assert.Len(t, files, len(exercise.Languages)*len(all))
}

// Every question's own answer is right, written as its sheet has it, and what is well beside it
// is not.
func TestAnswersHold(t *testing.T) {
	for _, l := range builtin(t) {
		t.Run(l.ID, func(t *testing.T) {
			w := exercise.NewWork(l)
			for i := range l.Questions {
				q := &l.Questions[i]
				if racing && q.Seeds > 1 {
					continue
				}
				want, err := w.Answer(context.Background(), q)
				require.NoError(t, err)
				t.Logf("%d. %v %s", i+1, want, q.Unit)
				var right, wrong string
				switch v := want.(type) {
				case bool:
					right, wrong = map[bool]string{true: "yes", false: "no"}[v], map[bool]string{true: "no", false: "yes"}[v]
				case string:
					right, wrong = strings.ToLower(v), v+"x"
				case float64:
					guessesAreWrong(t, l, i+1, v)
					right = strconv.FormatFloat(v, 'f', -1, 64) + q.Unit
					off := 1.01*max(q.Tolerance.Absolute, q.Tolerance.Relative*v) + 0.001
					wrong = strconv.FormatFloat(v+off, 'f', -1, 64)
				}
				if q.Seeds == 1 {
					verdict, err := w.Check(context.Background(), i+1, right)
					require.NoError(t, err)
					assert.True(t, verdict.Right, "%d: %s: %s", i+1, right, verdict.Reply)
					verdict, err = w.Check(context.Background(), i+1, wrong)
					require.NoError(t, err)
					assert.False(t, verdict.Right, "%d: %s", i+1, wrong)
					assert.Contains(t, verdict.Reply, q.Hint)
				}
			}
		})
	}
}

// A scenario that stands in a sheet's text is one.
func TestScenariosInSheets(t *testing.T) {
	block := regexp.MustCompile("(?s)```yaml\n(.*?)```")
	for _, l := range builtin(t) {
		text, err := exercise.Sheet(context.Background(), l)
		require.NoError(t, err)
		for _, m := range block.FindAllStringSubmatch(text, -1) {
			_, err := scenario.Parse(l.ID, []byte(m[1]), scenario.Options{Live: strings.Contains(m[1], "attach:")})
			assert.NoError(t, err)
		}
	}
}

// The guide lists the labs, and its own example works.
func TestGuide(t *testing.T) {
	const file = "../../docs/howto/labs.md"
	var rows strings.Builder
	for _, l := range builtin(t) {
		rows.WriteString("| [" + l.ID + "](../labs/" + l.ID + ".md) [de](../labs/" + l.ID + ".de.md) | " + strings.Join(strings.Fields(l.Question), " ") + " |\n")
	}
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	table := regexp.MustCompile(`(?s)(\| lab \| about \|\n\|---\|---\|\n)(.*?)\n\n`)
	if *update {
		text = []byte(table.ReplaceAllLiteralString(string(text), "| lab | about |\n|---|---|\n"+rows.String()+"\n"))
		require.NoError(t, os.WriteFile(file, text, 0o644))
	}
	assert.Equal(t, strings.TrimSpace(rows.String()), table.FindStringSubmatch(string(text))[2])
	example := regexp.MustCompile("(?s)`mine.yaml`:\n\n```yaml\n(.*?)```\n\n`mine.md`:\n\n```markdown\n(.*?)```").FindStringSubmatch(string(text))
	require.NotNil(t, example)
	l, err := lab.Load(folder(example[1], example[2]), "mine")
	require.NoError(t, err)
	for i, answer := range []string{"3", "10000"} {
		v, err := exercise.Check(context.Background(), l, i+1, answer)
		require.NoError(t, err)
		assert.True(t, v.Right, v.Reply)
	}
	sheet, err := exercise.Sheet(context.Background(), l)
	require.NoError(t, err)
	assert.Contains(t, sheet, "A queues 3 frames")
}
