package main

import (
	"fmt"
	"go/ast"
	gobuild "go/build"
	"go/doc"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
)

const module = "github.com/csmacd/csmacd"

// libraryFolder is the folder of the site with the documentation of packages.
const libraryFolder = "library"

// A goPackage is a public package with its documentation.
type goPackage struct {
	folder string // in the tree
	set    *token.FileSet
	doc    *doc.Package
	body   strings.Builder
}

// readPackages makes a page of each public package.
func (b *builder) readPackages() error {
	err := fs.WalkDir(b.tree, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		top, _, _ := strings.Cut(name, "/")
		if name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "internal" || d.Name() == "testdata" ||
			slices.Contains([]string{"cmd", "bench", "bin", "docs", "examples", "web"}, top)) {
			return fs.SkipDir
		}
		p, err := readPackage(b.tree, name)
		if p != nil {
			b.packages[p.doc.ImportPath] = p
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, p := range b.packages {
		content, err := b.document(p)
		if err != nil {
			return err
		}
		body, err := parseHTML(content)
		if err != nil {
			return err
		}
		b.add(&page{kind: library, source: p.folder, path: libraryPath(p.doc.ImportPath), title: strings.TrimPrefix(p.doc.ImportPath, module+"/"), body: body})
	}
	return nil
}

// libraryPath returns the path of the page of a package.
func libraryPath(importPath string) string {
	if importPath == module {
		return libraryFolder + "/index.html"
	}
	return libraryFolder + "/" + strings.TrimPrefix(importPath, module+"/") + ".html"
}

// readPackage reads the package in a folder as a build for Linux sees it; nil for none.
func readPackage(tree fs.FS, folder string) (*goPackage, error) {
	entries, err := fs.ReadDir(tree, folder)
	if err != nil {
		return nil, err
	}
	builds := gobuild.Default
	builds.GOOS, builds.GOARCH, builds.CgoEnabled = "linux", "amd64", false
	builds.JoinPath = path.Join
	builds.OpenFile = func(name string) (io.ReadCloser, error) { return tree.Open(name) }
	p := &goPackage{folder: folder, set: token.NewFileSet()}
	var sources []*ast.File
	public := false
	for _, e := range entries {
		name := path.Join(folder, e.Name())
		if e.IsDir() || path.Ext(name) != ".go" {
			continue
		}
		if fits, err := builds.MatchFile(folder, e.Name()); err != nil || !fits {
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			continue
		}
		content, err := fs.ReadFile(tree, name)
		if err != nil {
			return nil, err
		}
		f, err := parser.ParseFile(p.set, name, content, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		public = public || !strings.HasSuffix(name, "_test.go")
		if f.Name.Name != "main" {
			sources = append(sources, f)
		}
	}
	if !public || len(sources) == 0 {
		return nil, nil
	}
	p.doc, err = doc.NewFromFiles(p.set, sources, path.Join(module, folder))
	return p, err
}
