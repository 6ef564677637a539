package main

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strings"
)

// followLinks turns the links of a page, which name files of the tree, into links of the
// site. It takes what they lead to into the site, and keeps a problem for each that leads
// nowhere.
func (b *builder) followLinks(p *page) {
	for _, n := range slices.Collect(p.body.Descendants()) {
		switch {
		case is(n, "a"):
			if link, ok := attribute(n, "href"); ok {
				b.follow(p, n, "href", link)
			}
		case is(n, "img"):
			if alt, _ := attribute(n, "alt"); strings.TrimSpace(alt) == "" {
				link, _ := attribute(n, "src")
				b.problem(p, link, "the image has no text that describes it: ![TEXT](%s)", link)
			}
			if link, ok := attribute(n, "src"); ok {
				b.follow(p, n, "src", link)
			}
		}
	}
}

func (b *builder) follow(p *page, n *node, key, link string) {
	u, err := url.Parse(link)
	switch {
	case err != nil:
		b.problem(p, link, "the link %q is not an address", link)
		return
	case u.Scheme == "https" || u.Scheme == "http" || u.Scheme == "mailto":
		if key == "src" {
			b.problem(p, link, "the image %s is not a file of the tree: the site works offline", link)
		}
		return
	case u.Scheme != "" || u.Host != "" || strings.HasPrefix(u.Path, "/"):
		b.problem(p, link, "the link %q is not relative to its file", link)
		return
	}
	source := p.source
	if u.Path != "" {
		source = path.Join(p.folder(), u.Path)
	}
	to, err := b.target(source, p)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		b.problem(p, link, "the link %s leads to %s, which does not exist", link, source)
		return
	case err != nil:
		b.problem(p, link, "the link %s: %v", link, err)
		return
	case to == "": // it is in the repository only
		rename(n, "span")
		removeAttribute(n, "href")
		setAttribute(n, "title", source+" in the repository")
		return
	}
	if u.Fragment != "" && !b.hasID(source, u.Fragment) {
		b.problem(p, link, "the link %s leads to %s, which has no heading #%s", link, source, u.Fragment)
		return
	}
	relative := relativePath(p.path, to)
	if u.Path == "" {
		relative = ""
	}
	setAttribute(n, key, (&url.URL{Path: relative, Fragment: u.Fragment}).String())
}

// folder returns the folder of the tree that the links of a page start from.
func (p *page) folder() string {
	if p.kind == library || p.kind == text && strings.HasSuffix(p.path, "/index.html") {
		return p.source // it is a folder itself
	}
	return path.Dir(p.source)
}

// target returns the path in the site of a file or folder of the tree, which it takes into
// the site. It is empty for what stays in the repository.
func (b *builder) target(source string, from *page) (string, error) {
	if to := b.pages[source]; to != nil {
		return to.path, nil
	}
	if to := b.pages[path.Join(source, "README.md")]; to != nil && source != "." {
		return to.path, nil
	}
	if !fs.ValidPath(source) {
		return "", fmt.Errorf("%s lies outside of the tree", source)
	}
	info, err := fs.Stat(b.tree, source)
	switch {
	case err != nil:
		return "", err
	case info.IsDir() && !listed(source):
		return "", nil
	case info.IsDir():
		return b.addFolder(source)
	case copied(source):
		b.files[source], err = fs.ReadFile(b.tree, source)
		return source, err
	}
	return b.addText(source)
}

// hasID reports whether the page of a source has an element with an ID.
func (b *builder) hasID(source, id string) bool {
	p := b.pages[source]
	if p == nil {
		p = b.pages[path.Join(source, "README.md")]
	}
	if p == nil {
		return false
	}
	for n := range p.body.Descendants() {
		if is(n, "a") {
			if name, ok := attribute(n, "name"); ok && name == id {
				return true
			}
		}
		if have, ok := attribute(n, "id"); ok && have == id {
			return true
		}
	}
	return false
}

// relativePath returns the way from one page of the site to a file of it.
func relativePath(from, to string) string {
	at := strings.Split(path.Dir(from), "/")
	if path.Dir(from) == "." {
		at = nil
	}
	way := strings.Split(to, "/")
	for len(at) > 0 && len(way) > 1 && at[0] == way[0] {
		at, way = at[1:], way[1:]
	}
	return strings.Repeat("../", len(at)) + strings.Join(way, "/")
}

// problem keeps what is wrong with a link, and where.
func (b *builder) problem(p *page, link, format string, values ...any) {
	where := p.source
	if text, err := fs.ReadFile(b.tree, p.source); err == nil {
		if i := strings.Index(string(text), link); i >= 0 && link != "" {
			where = fmt.Sprintf("%s:%d", p.source, 1+strings.Count(string(text[:i]), "\n"))
		}
	}
	b.problems = append(b.problems, fmt.Errorf(where+": "+format, values...))
}
