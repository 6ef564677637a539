package lab

import (
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/exercise"
)

// reader is what the stages share while one lab is read.
type reader struct {
	*document.Reader
	from   fs.FS
	source string
	sheet  string            // the sheet's text
	sheets map[string]string // in other languages
	lab    *exercise.Lab

	scenarioFile string
	place        func(document.Problem) document.Problem // of the scenario's problems, in the file that they are in
	runAt        []*document.Entry                       // the keys of the runs after the first
}

// maxSeeds is the largest number of seeds whose mean an answer may be.
const maxSeeds = 10_000

// labTable has the keys of a lab. The scenario is read before its runs, and both before the
// expressions over them, in whatever order the file has them.
var labTable = table[exercise.Lab]{
	What: "a lab",
	Fields: []field[exercise.Lab]{
		{Key: "title", Read: text(func(l *exercise.Lab) *string { return &l.Title })},
		{Key: "question", Read: text(func(l *exercise.Lab) *string { return &l.Question })},
		{Key: "source", Read: text(func(l *exercise.Lab) *string { return &l.Source })},
		{Key: "scenario", Read: readScenario},
		{Key: "runs", Read: readRuns},
		{Key: "figures", Read: readFigures},
		{Key: "questions", Read: readQuestions},
		{Key: "de", Read: func(r *reader, l *exercise.Lab, n *document.Node) {
			w := r.words("de")
			labWords.Read(r, n, w)
		}},
	},
}

// labWords and questionWords have the keys of the texts in another language.
var (
	labWords = table[exercise.Words]{
		What: "a lab in another language",
		Fields: []field[exercise.Words]{
			{Key: "title", Read: text(func(w *exercise.Words) *string { return &w.Title })},
			{Key: "question", Read: text(func(w *exercise.Words) *string { return &w.Question })},
		},
	}
	questionWords = table[exercise.QuestionWords]{
		What: "a question in another language",
		Fields: []field[exercise.QuestionWords]{
			{Key: "ask", Read: text(func(w *exercise.QuestionWords) *string { return &w.Ask })},
			{Key: "unit", Read: text(func(w *exercise.QuestionWords) *string { return &w.Unit })},
			{Key: "hint", Read: text(func(w *exercise.QuestionWords) *string { return &w.Hint })},
			{Key: "answers", Read: readAnswers},
		},
	}
)

// readAnswers reads the words that an answer can be in another language.
func readAnswers(r *reader, w *exercise.QuestionWords, n *document.Node) {
	if n.Kind != document.Mapping || len(n.Entries) == 0 {
		r.Fail(n, "write WORD: WORD, a word of the expression and what it is in the other language")
		return
	}
	w.Answers = map[string]string{}
	for _, e := range n.Entries {
		w.Answers[e.Key] = r.text(e.Value)
	}
}

// words returns the texts of the lab in another language.
func (r *reader) words(language string) *exercise.Words {
	if r.lab.In == nil {
		r.lab.In = map[string]*exercise.Words{}
	}
	w := r.lab.In[language]
	if w == nil {
		w = new(exercise.Words)
		r.lab.In[language] = w
	}
	return w
}

// questionTable has the keys of a question.
var questionTable = table[exercise.Question]{
	What: "a question",
	Fields: []field[exercise.Question]{
		{Key: "ask", Read: text(func(q *exercise.Question) *string { return &q.Ask })},
		{Key: "answer", Read: func(r *reader, q *exercise.Question, n *document.Node) { r.formula(&q.Answer, n) }},
		{Key: "tolerance", Read: func(r *reader, q *exercise.Question, n *document.Node) { q.Tolerance = r.tolerance(n) }},
		{Key: "unit", Read: text(func(q *exercise.Question) *string { return &q.Unit })},
		{Key: "hint", Read: text(func(q *exercise.Question) *string { return &q.Hint })},
		{Key: "seeds", Read: func(r *reader, q *exercise.Question, n *document.Node) {
			document.SetTo(&q.Seeds)(r.Integer(n, 1, maxSeeds))
		}},
		{Key: "de", Read: func(r *reader, q *exercise.Question, n *document.Node) {
			w := new(exercise.QuestionWords)
			questionWords.Read(r, n, w)
			r.unit(n.Get("unit"), w.Unit)
			q.In = map[string]*exercise.QuestionWords{"de": w}
		}},
	},
}

// read reads the whole lab.
func (r *reader) read() {
	root := r.Tree([]byte(r.source))
	if root == nil {
		return
	}
	l, sound := r.lab, len(r.Problems.List) == 0
	l.Runs = []exercise.Run{{Name: exercise.Base}}
	labTable.Read(r, root, l)
	r.need(root, "a lab", "title", "question", "scenario", "questions")
	switch {
	case l.Scenario != "" && sound: // otherwise its problems would be reported twice
		r.parseRuns()
	case l.Scenario == "" && len(r.Problems.List) == 0:
		r.Fail(root, "scenario is empty")
	}
	l.Text = r.readText(".md", r.sheet)
	for _, language := range languages {
		if sheet, there := r.sheets[language]; there {
			r.words(language).Text = r.readText("."+language+".md", sheet)
		}
	}
}

// languages are those that a lab can have besides English. A language has a key of its name in the YAML file, beside
// the texts that it is about, and a sheet NAME.LANGUAGE.md.
var languages = []string{"de"}

// name matches what expressions may call a run or a figure.
var name = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// readRuns reads further runs: their names, and for each what it changes.
func readRuns(r *reader, l *exercise.Lab, n *document.Node) {
	if n.Kind != document.Mapping {
		r.Fail(n, "write NAME: {PATH: VALUE}, such as short: {seed: 2}")
		return
	}
	for _, e := range n.Entries {
		if !r.fresh(n, e) {
			continue
		}
		if e.Value.Kind != document.Mapping || len(e.Value.Entries) == 0 {
			r.Fail(e.Value, "write what it changes, PATH: VALUE, by the grammar of --set")
			continue
		}
		run := exercise.Run{Name: e.Key}
		for _, set := range e.Value.Entries {
			value, err := set.Value.Flow()
			if err != nil {
				r.Fail(set.Value, "%v", err)
				continue
			}
			run.Set = append(run.Set, set.Key+"="+value)
		}
		l.Runs = append(l.Runs, run)
		r.runAt = append(r.runAt, e)
	}
}

// fresh reports whether a run or a figure can have a name.
func (r *reader) fresh(n *document.Node, e *document.Entry) bool {
	taken := slices.Contains(reserved, e.Key) || slices.Contains(r.known(), e.Key)
	switch {
	case !name.MatchString(e.Key):
		r.FailKey(n, e, "%q is not a name for an expression: write small letters, digits and _", e.Key)
	case taken:
		r.FailKey(n, e, "the name %q is taken: choose another", e.Key)
	default:
		return true
	}
	return false
}

// known are the names that an expression can use so far.
func (r *reader) known() (names []string) {
	for _, run := range r.lab.Runs {
		names = append(names, run.Name)
	}
	for _, f := range r.lab.Figures {
		names = append(names, f.Name)
	}
	return names
}

func readFigures(r *reader, l *exercise.Lab, n *document.Node) {
	if n.Kind != document.Mapping {
		r.Fail(n, "write NAME: EXPRESSION")
		return
	}
	for _, e := range n.Entries {
		if !r.fresh(n, e) {
			continue
		}
		f := exercise.Figure{Name: e.Key}
		r.formula(&f.Formula, e.Value)
		l.Figures = append(l.Figures, f)
	}
}

func readQuestions(r *reader, l *exercise.Lab, n *document.Node) {
	if n.Kind != document.List || len(n.Items) == 0 {
		r.Fail(n, "write a list of at least one: - {ask: ..., answer: ...}")
		return
	}
	for _, item := range n.Items {
		q := exercise.Question{Seeds: 1}
		questionTable.Read(r, item, &q)
		r.need(item, "a question", "ask", "answer", "hint")
		r.unit(item.Get("unit"), q.Unit)
		l.Questions = append(l.Questions, q)
	}
}

// unit reports a unit that cannot be written after a number.
func (r *reader) unit(n *document.Node, unit string) {
	if strings.ContainsAny(unit, "0123456789 /") {
		r.Fail(n, "%q is not a unit: write bt, ns, us, ms, s, %%, or a word", unit)
	}
}

// tolerance reads how far from the answer an answer is still right: 0.02, or 5%.
func (r *reader) tolerance(n *document.Node) (t exercise.Tolerance) {
	number, percent := strings.CutSuffix(n.Text, "%")
	v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if n.Kind != document.Scalar || err != nil || !(v >= 0 && v <= 1e15) {
		r.Fail(n, "write a number in the answer's unit, or a share of it, such as 5%%")
		return t
	}
	if percent && v > 100*exercise.Most {
		r.Fail(n, "%s is too large a tolerance: the most is %v%% of the answer", n.Text, 100*exercise.Most)
	}
	if percent {
		return exercise.Tolerance{Relative: v / 100}
	}
	return exercise.Tolerance{Absolute: v}
}

// formula reads an expression.
func (r *reader) formula(into *exercise.Formula, n *document.Node) {
	code := r.text(n)
	if code == "" {
		return
	}
	f, err := r.compile(code)
	if err != nil {
		r.Fail(n, "%v", err)
		return
	}
	*into = f
}
