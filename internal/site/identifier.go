package main

import (
	"fmt"
	"go/scanner"
	"go/token"
	"html"
	"path"
	"strings"
)

// linked returns the HTML of a declaration in which the types of public packages are links and
// comments are set apart.
func (d *documenter) linked(code string) string {
	types := map[string]bool{}
	for _, t := range d.doc.Types {
		types[t.Name] = true
	}
	imported := map[string]*goPackage{} // by name; no two of one name are imported by a package
	for _, i := range d.doc.Imports {
		if p := d.packages[i]; p != nil {
			imported[path.Base(i)] = p
		}
	}
	var out strings.Builder
	var s scanner.Scanner
	files := token.NewFileSet()
	f := files.AddFile("", files.Base(), len(code))
	s.Init(f, []byte(code), nil, scanner.ScanComments)
	at := 0
	var last, before string // the two tokens before this one
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			break
		}
		from := f.Offset(pos)
		out.WriteString(html.EscapeString(code[at:from]))
		if tok == token.SEMICOLON && lit == "\n" {
			at = from
			continue
		}
		if lit == "" {
			lit = tok.String()
		}
		shown := html.EscapeString(lit)
		switch {
		case tok == token.COMMENT:
			shown = "<span class=\"comment\">" + shown + "</span>"
		case tok == token.IDENT && last == "." && imported[before] != nil && declares(imported[before], lit):
			shown = fmt.Sprintf("<a href=\"%s#%s\">%s</a>", relativePath(d.folder+"/x", imported[before].folder), lit, lit)
		case tok == token.IDENT && last != "." && last != "type" && types[lit]:
			shown = fmt.Sprintf("<a href=\"#%s\">%s</a>", lit, lit)
		}
		out.WriteString(shown)
		at = from + len(lit)
		before, last = last, lit
	}
	out.WriteString(html.EscapeString(code[at:]))
	return out.String()
}

// declares reports whether the documentation of a package has a heading for a name.
func declares(p *goPackage, name string) bool {
	for _, t := range p.doc.Types {
		if t.Name == name {
			return true
		}
		for _, f := range t.Funcs {
			if f.Name == name {
				return true
			}
		}
	}
	for _, f := range p.doc.Funcs {
		if f.Name == name {
			return true
		}
	}
	return false
}
