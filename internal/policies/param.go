package policies

import (
	"strings"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/mac/backoff/custom"
	"github.com/csmacd/csmacd/phy"
)

// paramKind is the kind of value of a parameter.
type paramKind uint8

const (
	wholeParam  paramKind = iota
	numberParam           // need not be whole
	delayParam            // a number of units, or a time
	wholesParam           // a list
	delaysParam           // a list
	timeParam
	wordParam
	flagParam
	exprParam
)

// param is a value that a policy takes.
type param struct {
	name        string
	kind        paramKind
	least, most float64
	standard    value
	ofRules     bool     // the default is the station's backoff_limit
	must        bool     // there is no default
	none        string   // describes the default; "": standard is the default
	words       []string // of a word
	text        string
}

// value is the value of a parameter: a number, a time, or what its kind says.
type value struct {
	given  bool // in the file
	timed  bool // it is a time, not a number of units
	number float64
	time   phy.Time
	word   string
	flag   bool
	list   []value
}

// units and the functions after it make default values of parameters.
func units(v float64) value  { return value{number: v} }
func span(t phy.Time) value  { return value{timed: true, time: t} }
func oneWord(s string) value { return value{word: s} }
func onOff(on bool) value    { return value{flag: on} }
func unitsList(v ...float64) (list value) {
	for _, x := range v {
		list.list = append(list.list, units(x))
	}
	return list
}

// in returns a number of units.
func (v value) in(unit phy.Time) float64 {
	if v.timed {
		return float64(v.time) / float64(unit)
	}
	return v.number
}

// String writes the value as in a scenario.
func (v value) String() string {
	switch {
	case v.list != nil:
		var list []string
		for _, x := range v.list {
			list = append(list, x.String())
		}
		return "[" + strings.Join(list, ", ") + "]"
	case v.word != "":
		return v.word
	case v.timed:
		return v.time.String()
	}
	return document.FormatNumber(v.number)
}

// info describes the parameter to other packages.
func (q *param) info() ParamInfo {
	i := ParamInfo{Name: q.name, Range: q.rangeText(), Text: q.text, Default: q.standard.String()}
	switch {
	case q.must:
		i.Default = ""
	case q.none != "":
		i.Default = q.none
	case q.ofRules:
		i.Default = "the station's backoff_limit, 10"
	case q.kind == flagParam:
		i.Default = map[bool]string{true: "on", false: "off"}[q.standard.flag]
	}
	return i
}

// rangeText describes the values that the parameter can have.
func (q *param) rangeText() string {
	span := document.FormatNumber(q.least) + " to " + document.FormatNumber(q.most)
	switch q.kind {
	case delayParam:
		return span + ", or a time"
	case wholesParam:
		return "a list; each " + span
	case delaysParam:
		return "a list; each " + span + ", or a time"
	case timeParam:
		return "a time"
	case wordParam:
		return strings.Join(q.words, " or ")
	case flagParam:
		return "on or off"
	case exprParam:
		return "an expression"
	}
	return span
}

// readParam reads a policy's parameter.
func (r *Reader) readParam(n *document.Node, q *param) (v value, ok bool) {
	v.given = true
	switch q.kind {
	case wholeParam:
		u, ok := r.Integer(n, int(q.least), int(q.most))
		v.number = float64(u)
		return v, ok
	case delayParam:
		return r.delayValue(n, q)
	case wholesParam, delaysParam:
		return r.listValue(n, q)
	case wordParam:
		v.word, ok = r.OneOf(n, "a "+q.name+" of this policy", q.words...)
		return v, ok
	case flagParam:
		v.flag, ok = r.Flag(n)
		return v, ok
	case exprParam:
		return r.exprValue(n)
	}
	v.number, ok = r.numberOf(n, q)
	return v, ok
}

// numberOf reads a number within a parameter's bounds.
func (r *Reader) numberOf(n *document.Node, q *param) (v float64, ok bool) {
	d, ok := r.Decimal(n)
	if !ok {
		return 0, false
	}
	if v, _ = d.Float64(); v < q.least || v > q.most {
		r.Fail(n, "%s is out of range: it must be %s", n.Text, q.rangeText())
		return 0, false
	}
	return v, true
}

// delayValue reads a plain number of units, or a time.
func (r *Reader) delayValue(n *document.Node, q *param) (v value, ok bool) {
	s, ok := r.Word(n)
	if !ok {
		return v, false
	}
	v.given = true
	if _, bare := document.BareNumber(s); bare || n.Number() {
		v.number, ok = r.numberOf(n, q)
		return v, ok
	}
	v.timed = true
	if v.time, ok = r.Duration(n, r.Bit); ok && v.time == 0 && q.least > 0 {
		r.Fail(n, "must be more than 0")
		return v, false
	}
	return v, ok
}

// listValue reads a list of whole numbers or of delays.
func (r *Reader) listValue(n *document.Node, q *param) (v value, ok bool) {
	if n.Kind != document.List {
		r.Fail(n, "%s must be a list, such as %s: [0, 1]", q.name, q.name)
		return v, false
	}
	v = value{given: true, list: []value{}}
	one := *q
	one.kind = wholeParam
	if q.kind == delaysParam {
		one.kind = delayParam
	}
	for _, item := range n.Items {
		if x, ok := r.readParam(item, &one); ok {
			v.list = append(v.list, x)
		}
	}
	return v, true
}

// exprValue reads and checks the expression of a custom policy.
func (r *Reader) exprValue(n *document.Node) (v value, ok bool) {
	s, ok := r.Word(n)
	if !ok {
		return v, false
	}
	if _, err := custom.New(s); err != nil {
		r.Fail(n, "%v", err)
		return v, false
	}
	return value{given: true, word: s}, true
}

// commonParams are the parameters that every policy takes.
var commonParams = []param{
	{name: "attempts", kind: wholeParam, least: 1, most: 1_000_000_000, none: "no limit, except 16 for beb on a medium without attempt_limit", text: "the number of attempts after which the policy gives up"},
	{name: "elapsed", kind: delayParam, least: 0, most: mostSlots, none: "no limit", text: "the time after the first attempt within which the next one must begin"},
	{name: "unit", kind: timeParam, none: "a slot on a cable, the medium's unit elsewhere", text: "the time that plain numbers are multiples of, on a medium other than a cable"},
}
