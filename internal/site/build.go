package main

import (
	"cmp"
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

// labFolder is the folder of the site that holds the page of csmacd lab.
const labFolder = "page"

// kind is what a page is made from.
type kind int

const (
	prose   kind = iota // a Markdown file
	library             // a Go package
	text                // another file, or a folder, that pages link to
)

// A page is one HTML file of the site.
type page struct {
	kind   kind
	source string // in the tree: a file or a folder
	path   string // in the site
	title  string
	body   *node // its content, with its first heading
	parts  []section
}

// A builder makes the site of a tree.
type builder struct {
	tree     fs.FS
	pages    map[string]*page // by source
	packages map[string]*goPackage
	files    map[string][]byte // of the site, by path
	problems []error
	queue    []*page // pages whose links are still to be followed
}

// build returns the files of the site, except the page of csmacd lab.
func build(tree fs.FS) (map[string][]byte, error) {
	b := &builder{tree: tree, pages: map[string]*page{}, packages: map[string]*goPackage{}, files: map[string][]byte{}}
	if err := b.readMarkdown(); err != nil {
		return nil, err
	}
	if err := b.readPackages(); err != nil {
		return nil, err
	}
	for _, source := range slices.Sorted(maps.Keys(b.pages)) {
		b.queue = append(b.queue, b.pages[source])
	}
	for len(b.queue) > 0 { // a link may add a page
		p := b.queue[0]
		b.queue = b.queue[1:]
		b.followLinks(p)
	}
	if len(b.problems) > 0 {
		return nil, errors.Join(b.problems...)
	}
	if err := b.writePages(); err != nil {
		return nil, err
	}
	b.checkOutput()
	return b.files, errors.Join(b.problems...)
}

// all returns the pages in the order of their paths.
func (b *builder) all() []*page {
	return slices.SortedFunc(maps.Values(b.pages), func(x, y *page) int { return cmp.Compare(x.path, y.path) })
}

// add takes a page whose content is complete except for links.
func (b *builder) add(p *page) {
	setHeadings(p)
	b.pages[p.source] = p
}

// htmlPath returns the path of the page of a Markdown file.
func htmlPath(source string) string {
	folder, name := path.Split(source)
	if name == "README.md" {
		return folder + "index.html"
	}
	return folder + strings.TrimSuffix(name, ".md") + ".html"
}
