package live

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// exposition is a page of metrics in the text format of Prometheus, version 0.0.4: families, each with its help, its
// type and its samples.
type exposition struct{ bytes.Buffer }

const expositionType = "text/plain; version=0.0.4; charset=utf-8"

// family begins a family.
func (e *exposition) family(name, help, kind string) {
	e.WriteString("# HELP " + name + " " + escapeHelp.Replace(help) + "\n# TYPE " + name + " " + kind + "\n")
}

// sample writes a sample of the family that was begun last; labels are made by [labels].
func (e *exposition) sample(name, labels string, value float64) {
	e.WriteString(name + "{" + labels + "} ")
	e.Write(strconv.AppendFloat(e.AvailableBuffer(), value, 'g', -1, 64))
	e.WriteByte('\n')
}

// labels writes pairs of a label's name and its value.
func labels(pairs ...string) string {
	var b strings.Builder
	for i := 0; i < len(pairs); i += 2 {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(pairs[i] + `="` + escapeLabel.Replace(strings.ToValidUTF8(pairs[i+1], string(utf8.RuneError))) + `"`)
	}
	return b.String()
}

var (
	escapeHelp  = strings.NewReplacer(`\`, `\\`, "\n", `\n`)
	escapeLabel = strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`)
)
