package lab

import (
	"errors"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/csmacd/csmacd/internal/document"
)

// reader is what the stages share while one lab is read.
type reader struct {
	from     fs.FS
	file     string
	source   string
	lab      *Lab
	problems []document.Problem

	scenarioFile string
	place        func(document.Problem) document.Problem // of the scenario's problems, in the file that they are in
	runAt        []*yaml.Node                            // the keys of the runs after the first
}

// maxSeeds is the most seeds that an answer may be the mean over.
const maxSeeds = 10_000

// read reads the whole lab. The scenario comes first and its runs, for the expressions are over
// them, wherever they stand.
func (r *reader) read() {
	root := r.document()
	if root == nil {
		return
	}
	var runs, figures, questions *yaml.Node
	keep := func(into **yaml.Node) func(k, v *yaml.Node) { return func(_, v *yaml.Node) { *into = v } }
	l := r.lab
	before := len(r.problems)
	r.mapping(root, "a lab", []key{
		{"title", true, r.scalar(&l.Title)},
		{"question", true, r.scalar(&l.Question)},
		{"source", false, r.scalar(&l.Source)},
		{"scenario", true, r.scenario},
		{"runs", false, keep(&runs)},
		{"figures", false, keep(&figures)},
		{"questions", true, keep(&questions)},
	})
	if l.Scenario == "" && len(r.problems) == before {
		r.fail(root, "scenario is empty")
	}
	l.Runs = []Run{{Name: base}}
	r.readRuns(runs)
	r.parseRuns()
	r.readFigures(figures)
	r.readQuestions(questions)
	r.readText()
}

// name is what expressions may call a run or a figure.
var name = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// readRuns reads further runs: their names, and for each what it changes.
func (r *reader) readRuns(n *yaml.Node) {
	if n == nil {
		return
	}
	if n.Kind != yaml.MappingNode {
		r.fail(n, "runs: write NAME: {PATH: VALUE}, such as short: {seed: 2}")
		return
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		if !r.fresh(k) {
			continue
		}
		if v.Kind != yaml.MappingNode || len(v.Content) == 0 {
			r.fail(v, "runs.%s: write what it changes, PATH: VALUE, by the grammar of --set", k.Value)
			continue
		}
		run := Run{Name: k.Value}
		for j := 0; j+1 < len(v.Content); j += 2 {
			value, err := flow(v.Content[j+1])
			if err != nil {
				r.fail(v.Content[j+1], "runs.%s: %v", k.Value, err)
				continue
			}
			run.Set = append(run.Set, v.Content[j].Value+"="+value)
		}
		r.lab.Runs = append(r.lab.Runs, run)
		r.runAt = append(r.runAt, k)
	}
}

// flow writes a YAML value on one line, as --set takes it.
func flow(n *yaml.Node) (string, error) {
	if n.Kind == yaml.AliasNode {
		return "", errors.New("an alias has no place here")
	}
	if n.Kind == yaml.ScalarNode && n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) == 0 {
		return n.Value, nil
	}
	var set func(n *yaml.Node)
	set = func(n *yaml.Node) {
		n.HeadComment, n.LineComment, n.FootComment = "", "", ""
		if n.Kind != yaml.ScalarNode && n.Kind != yaml.AliasNode {
			n.Style = yaml.FlowStyle
		}
		for _, c := range n.Content {
			set(c)
		}
	}
	set(n)
	text, err := yaml.Marshal(n)
	return strings.Join(strings.Fields(string(text)), " "), err
}

// fresh says whether a name can be given to a run or a figure.
func (r *reader) fresh(k *yaml.Node) bool {
	taken := slices.Contains(reserved, k.Value) || slices.Contains(r.known(), k.Value)
	switch {
	case !name.MatchString(k.Value):
		r.fail(k, "%q is not a name for an expression: write small letters, digits and _", k.Value)
	case taken:
		r.fail(k, "the name %q is taken: choose another", k.Value)
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

func (r *reader) readFigures(n *yaml.Node) {
	if n == nil {
		return
	}
	if n.Kind != yaml.MappingNode {
		r.fail(n, "figures: write NAME: EXPRESSION")
		return
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		if !r.fresh(k) {
			continue
		}
		f := Figure{Name: k.Value}
		r.formula(&f.Formula)(k, v)
		r.lab.Figures = append(r.lab.Figures, f)
	}
}

func (r *reader) readQuestions(n *yaml.Node) {
	if n == nil {
		return
	}
	if n.Kind != yaml.SequenceNode || len(n.Content) == 0 {
		r.fail(n, "questions: write a list of at least one: - {ask: ..., answer: ...}")
		return
	}
	for _, item := range n.Content {
		q := Question{Seeds: 1}
		r.mapping(item, "a question", []key{
			{"ask", true, r.scalar(&q.Ask)},
			{"answer", true, r.formula(&q.Answer)},
			{"tolerance", false, func(_, v *yaml.Node) { q.Tolerance = r.tolerance(v) }},
			{"unit", false, r.scalar(&q.Unit)},
			{"hint", true, r.scalar(&q.Hint)},
			{"seeds", false, func(_, v *yaml.Node) {
				n, err := strconv.Atoi(v.Value)
				if v.Kind != yaml.ScalarNode || err != nil || n < 1 || n > maxSeeds {
					r.fail(v, "seeds: write a number from 1 to %d", maxSeeds)
					return
				}
				q.Seeds = n
			}},
		})
		if strings.ContainsAny(q.Unit, "0123456789 /") {
			r.fail(item, "unit: %q is no unit: write bt, ns, us, ms, s, %%, or a word", q.Unit)
		}
		r.lab.Questions = append(r.lab.Questions, q)
	}
}

// tolerance reads how far from the answer is still right: 0.02, or 5%.
func (r *reader) tolerance(n *yaml.Node) (t Tolerance) {
	number, percent := strings.CutSuffix(n.Value, "%")
	v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if n.Kind != yaml.ScalarNode || err != nil || !(v >= 0 && v <= 1e15) {
		r.fail(n, "tolerance: write a number in the answer's unit, or a share of it, such as 5%%")
		return t
	}
	if percent && v > 100*most {
		r.fail(n, "tolerance: %s is too much: at most %v%% of an answer count", n.Value, 100*most)
	}
	if percent {
		return Tolerance{Relative: v / 100}
	}
	return Tolerance{Absolute: v}
}

// formula reads an expression.
func (r *reader) formula(into *Formula) func(k, v *yaml.Node) {
	return func(k, v *yaml.Node) {
		var code string
		if r.scalar(&code)(k, v); code == "" {
			return
		}
		f, err := r.compile(code)
		if err != nil {
			r.fail(v, "%s: %v", k.Value, err)
			return
		}
		*into = f
	}
}
