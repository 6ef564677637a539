package topology

import (
	"fmt"
	"io"
	"strings"

	"github.com/csmacd/csmacd/internal/palette"
)

// each calls visit for every node, and join for every edge, from the roots on. Nodes are numbered
// in this order.
func (d *Diagram) each(visit func(id int, n *node), join func(from, to int, e *edge)) {
	id := 0
	var walk func(n *node) int
	walk = func(n *node) int {
		own := id
		id++
		visit(own, n)
		for i := range n.edges {
			to := walk(n.edges[i].to)
			join(own, to, &n.edges[i])
		}
		return own
	}
	for _, r := range d.roots {
		walk(r)
	}
}

// Mermaid writes the diagram as a Mermaid flowchart.
func (d *Diagram) Mermaid(w io.Writer) error {
	var nodes, edges, styles strings.Builder
	links := 0
	d.each(func(id int, n *node) {
		shape := map[kind][2]string{
			station: {"([", "])"}, stations: {"[[", "]]"}, repeater: {"{{", "}}"}, bridge: {"[", "]"}, cable: {"[/", "/]"}, star: {"((", "))"},
		}[n.kind]
		text := mermaidText(n.name)
		if n.about != "" {
			text += "<br/>" + mermaidText(n.about)
		}
		fmt.Fprintf(&nodes, "  n%d%s\"%s\"%s\n", id, shape[0], text, shape[1])
		if n.domain >= 0 {
			fmt.Fprintf(&styles, "  style n%d fill:%s,stroke:%s\n", id, hex(palette.SignalOf(n.domain).Preamble), hex(palette.SignalOf(n.domain).Jam))
		}
	}, func(from, to int, e *edge) {
		line := "---"
		if e.full() {
			line = "==="
		}
		if e.mismatch() {
			line = "-.-"
		}
		if e.text != "" {
			line += "|\"" + mermaidText(e.text) + "\"|"
		}
		fmt.Fprintf(&edges, "  n%d %s n%d\n", from, line, to)
		fmt.Fprintf(&styles, "  linkStyle %d stroke:%s\n", links, hex(lineColour(e)))
		links++
	})
	_, err := fmt.Fprintf(w, "flowchart TD\n%s%s%s", nodes.String(), edges.String(), styles.String())
	return err
}

// mermaidText writes a text between quotes.
func mermaidText(s string) string {
	return strings.NewReplacer("#", "#35;", `"`, "#quot;", "<", "#lt;", ">", "#gt;", "\\", "#92;", "`", "#96;", "|", "#124;").Replace(s)
}

// Dot writes the diagram as a graph for Graphviz.
func (d *Diagram) Dot(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "graph network {\n  label=%s; labelloc=t; fontname=\"Liberation Sans\";\n", dotText(d.title))
	b.WriteString("  node [fontname=\"Liberation Sans\", fontsize=11, style=filled, fillcolor=white];\n")
	b.WriteString("  edge [fontname=\"Liberation Sans\", fontsize=9];\n")
	d.each(func(id int, n *node) {
		shape := map[kind]string{station: "ellipse", stations: "ellipse", repeater: "hexagon", bridge: "box", cable: "parallelogram", star: "circle"}[n.kind]
		text := n.name
		if n.about != "" {
			text += "\n" + n.about
		}
		fmt.Fprintf(&b, "  n%d [label=%s, shape=%s", id, dotText(text), shape)
		if n.kind == stations {
			b.WriteString(", peripheries=2")
		}
		if n.domain >= 0 {
			fmt.Fprintf(&b, ", fillcolor=\"%s\", color=\"%s\"", hex(palette.SignalOf(n.domain).Preamble), hex(palette.SignalOf(n.domain).Jam))
		}
		b.WriteString("];\n")
	}, func(from, to int, e *edge) {
		colour := hex(lineColour(e))
		if e.full() {
			colour += ":white:" + colour
		}
		fmt.Fprintf(&b, "  n%d -- n%d [label=%s, color=\"%s\"", from, to, dotText(e.text), colour)
		if e.mismatch() {
			b.WriteString(", style=dashed")
		}
		b.WriteString("];\n")
	})
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func dotText(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}
