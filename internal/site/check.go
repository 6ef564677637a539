package main

import (
	"bytes"
	"fmt"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// checkOutput checks the finished pages: every link, image and script
// is a file of the site, every fragment is an ID, no ID appears twice, and each page has one
// heading of the first level.
func (b *builder) checkOutput() {
	ids := map[string]map[string]int{}
	roots := map[string]*node{}
	for _, p := range b.all() {
		root, err := html.Parse(bytes.NewReader(b.files[p.path]))
		if err != nil {
			b.problems = append(b.problems, fmt.Errorf("%s: %w", p.path, err))
			continue
		}
		roots[p.path], ids[p.path] = root, map[string]int{}
		titles := 0
		for n := range root.Descendants() {
			if is(n, "h1") {
				titles++
			}
			if id, ok := attribute(n, "id"); ok {
				ids[p.path][id]++
			}
			if name, ok := attribute(n, "name"); ok && is(n, "a") {
				ids[p.path][name] = max(1, ids[p.path][name])
			}
		}
		for _, id := range slices.Sorted(maps.Keys(ids[p.path])) {
			if n := ids[p.path][id]; n > 1 {
				b.problems = append(b.problems, fmt.Errorf("%s: the ID %q appears %d times", p.source, id, n))
			}
		}
		if titles != 1 {
			b.problems = append(b.problems, fmt.Errorf("%s: %d headings of the first level; a page has one", p.source, titles))
		}
	}
	for _, p := range b.all() {
		if roots[p.path] == nil {
			continue
		}
		for n := range roots[p.path].Descendants() {
			for _, key := range []string{"href", "src"} {
				if link, ok := attribute(n, key); ok {
					if err := b.leads(p.path, link, ids); err != nil {
						b.problems = append(b.problems, fmt.Errorf("%s: %s=%q: %w", p.source, key, link, err))
					}
				}
			}
		}
	}
}

// leads returns an error for a link of the site that leads nowhere.
func (b *builder) leads(from, link string, ids map[string]map[string]int) error {
	u, err := url.Parse(link)
	if err != nil || u.Scheme != "" {
		return err
	}
	to := from
	if u.Path != "" {
		to = path.Join(path.Dir(from), u.Path)
	}
	if strings.HasPrefix(to, labFolder+"/") {
		return nil // package page writes it
	}
	if _, ok := b.files[to]; !ok {
		return fmt.Errorf("%s is not a file of the site", to)
	}
	if u.Fragment != "" && ids[to][u.Fragment] == 0 {
		return fmt.Errorf("%s has no ID %q", to, u.Fragment)
	}
	return nil
}
