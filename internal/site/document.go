package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/doc"
	"go/doc/comment"
	"go/format"
	"go/printer"
	"html"
	"maps"
	"slices"
	"strings"
)

// document returns the HTML of a package's documentation.
func (b *builder) document(p *goPackage) (string, error) {
	d := &documenter{builder: b, goPackage: p}
	w := &p.body
	fmt.Fprintf(w, "<h1>package %s</h1>\n<pre><code>import %q</code></pre>\n", html.EscapeString(p.doc.Name), p.doc.ImportPath)
	d.comment(p.doc.Doc, "h2")
	d.examples(p.doc.Examples)
	if p.doc.ImportPath == module {
		d.list()
	}
	d.values("Constants", p.doc.Consts)
	d.values("Variables", p.doc.Vars)
	if len(p.doc.Funcs) > 0 {
		fmt.Fprint(w, "<h2>Functions</h2>\n")
		d.functions("h3", p.doc.Funcs)
	}
	if len(p.doc.Types) > 0 {
		fmt.Fprint(w, "<h2>Types</h2>\n")
	}
	for _, t := range p.doc.Types {
		fmt.Fprintf(w, "<h3 id=\"%s\">type %s</h3>\n", t.Name, t.Name)
		d.anchors(members(t))
		d.declaration(t.Decl)
		d.comment(t.Doc, "h4")
		d.examples(t.Examples)
		d.values("", t.Consts)
		d.values("", t.Vars)
		d.functions("h4", t.Funcs)
		d.functions("h4", t.Methods)
	}
	return w.String(), d.err
}

// A documenter writes the documentation of a package.
type documenter struct {
	*builder
	*goPackage
	err error
}

// list writes the list of all packages.
func (d *documenter) list() {
	fmt.Fprint(&d.body, "<h2>Packages</h2>\n<ul class=\"files\">\n")
	for _, p := range d.inOrder() {
		if p != d.goPackage {
			fmt.Fprintf(&d.body, "<li><a href=\"%s\"><code>%s</code></a> %s</li>\n", p.folder, p.folder, html.EscapeString(p.doc.Synopsis(p.doc.Doc)))
		}
	}
	fmt.Fprint(&d.body, "</ul>\n")
}

// inOrder returns the packages in the order of their import paths.
func (b *builder) inOrder() []*goPackage {
	return slices.SortedFunc(maps.Values(b.packages), func(x, y *goPackage) int { return cmp.Compare(x.folder, y.folder) })
}

func (d *documenter) values(heading string, list []*doc.Value) {
	if heading != "" && len(list) > 0 {
		fmt.Fprintf(&d.body, "<h2>%s</h2>\n", heading)
	}
	for _, v := range list {
		d.anchors(v.Names)
		d.declaration(v.Decl)
		d.comment(v.Doc, "h4")
	}
}

// anchors writes the places of names that have no heading.
func (d *documenter) anchors(names []string) {
	for _, name := range names {
		if name != "_" {
			fmt.Fprintf(&d.body, "<span id=\"%s\"></span>", name)
		}
	}
}

// members returns the fields of a struct, or the methods of an interface, that doc links name.
func members(t *doc.Type) (names []string) {
	ast.Inspect(t.Decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			for _, name := range n.Names {
				if name.IsExported() {
					names = append(names, t.Name+"."+name.Name)
				}
			}
			return false // what stands in a field's type is not the type's own
		case *ast.GenDecl, *ast.TypeSpec, *ast.StructType, *ast.InterfaceType, *ast.FieldList:
			return true
		}
		return false
	})
	return names
}

// functions writes functions or methods under headings of a level.
func (d *documenter) functions(level string, list []*doc.Func) {
	for _, f := range list {
		id, title := f.Name, "func "+f.Name
		if f.Recv != "" {
			id = strings.TrimLeft(f.Recv, "*") + "." + f.Name
			title = "func (" + f.Recv + ") " + f.Name
		}
		fmt.Fprintf(&d.body, "<%s id=\"%s\">%s</%s>\n", level, id, html.EscapeString(title), level)
		d.declaration(f.Decl)
		d.comment(f.Doc, "h5")
		d.examples(f.Examples)
	}
}

// comment writes a comment with its headings at a level.
func (d *documenter) comment(text, level string) {
	p := d.doc.Printer()
	p.HeadingLevel = int(level[1] - '0')
	p.HeadingID = func(h *comment.Heading) string { return "" } // builder.add gives IDs
	p.DocLinkURL = d.address
	d.body.Write(p.HTML(d.doc.Parser().Parse(text)))
}

// address returns where the documentation of a package or a name is: a folder of this tree,
// or the page of another package on pkg.go.dev.
func (d *documenter) address(l *comment.DocLink) string {
	name := l.Name
	if l.Recv != "" {
		name = l.Recv + "." + name
	}
	if name != "" {
		name = "#" + name
	}
	switch {
	case l.ImportPath == "":
		return name
	case d.packages[l.ImportPath] != nil:
		return relativePath(d.folder+"/x", d.packages[l.ImportPath].folder) + name
	}
	return "https://pkg.go.dev/" + l.ImportPath + name
}

func (d *documenter) examples(list []*doc.Example) {
	for _, e := range list {
		var code bytes.Buffer
		var n any = e.Code
		if e.Play != nil {
			n = e.Play
		}
		if err := format.Node(&code, d.set, &printer.CommentedNode{Node: n, Comments: e.Comments}); err != nil {
			d.err = cmp.Or(d.err, err)
			return
		}
		text := code.String()
		if e.Play == nil {
			text = unindent(text)
		}
		title := "Example"
		if e.Suffix != "" {
			title += " (" + strings.ReplaceAll(e.Suffix, "_", " ") + ")"
		}
		fmt.Fprintf(&d.body, "<details class=\"example\"><summary>%s</summary>\n", html.EscapeString(title))
		d.comment(e.Doc, "h6")
		fmt.Fprintf(&d.body, "<pre><code>%s</code></pre>\n", html.EscapeString(text))
		if e.Output != "" {
			fmt.Fprintf(&d.body, "<p>Output:</p>\n<pre><code>%s</code></pre>\n", html.EscapeString(e.Output))
		}
		fmt.Fprint(&d.body, "</details>\n")
	}
}

// unindent removes the braces around a block and a tab before each of its lines.
func unindent(block string) string {
	block = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(block), "{"), "}")
	return strings.TrimSpace(strings.ReplaceAll(block, "\n\t", "\n"))
}

// declaration writes a declaration without its comment and, of a function, without its body.
func (d *documenter) declaration(decl ast.Decl) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		decl.Doc, decl.Body = nil, nil
	case *ast.GenDecl:
		decl.Doc = nil
	}
	var code bytes.Buffer
	if err := format.Node(&code, d.set, decl); err != nil {
		d.err = cmp.Or(d.err, err)
		return
	}
	fmt.Fprintf(&d.body, "<pre><code>%s</code></pre>\n", d.linked(code.String()))
}
