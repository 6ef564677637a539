package main

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"
)

// A group is a part of the navigation.
type group struct {
	Title   string
	Entries []entry
	Open    bool // the page that is shown is in it
}

// An entry is a page in the navigation.
type entry struct {
	Title, Address string
	Current        bool
	page           *page
}

// shelves are the folders of docs that come first, with their titles; others follow under
// their names.
var shelves = [][2]string{{"tutorial", "Tutorial"}, {"howto", "How-to guides"}, {"reference", "Reference"}, {"explanation", "Explanation"}, {"labs", "Labs"}}

// navigation returns all prose and all packages in groups, by folder. In a group pages have the
// order in which docs/README.md links to them, then that of their paths.
func (b *builder) navigation() (list []group) {
	rank := b.ranks()
	byFolder := map[string][]*page{}
	for _, p := range b.all() {
		if p.kind == prose {
			folder := path.Dir(p.source)
			if rest, ok := strings.CutPrefix(folder, "docs/"); ok {
				rest, _, _ = strings.Cut(rest, "/")
				folder = "docs/" + rest
			}
			byFolder[folder] = append(byFolder[folder], p)
		}
	}
	add := func(title string, pages ...*page) {
		slices.SortStableFunc(pages, func(x, y *page) int {
			return cmp.Or(cmp.Compare(rank[x.source], rank[y.source]), cmp.Compare(x.path, y.path))
		})
		g := group{Title: title}
		for _, p := range pages {
			g.Entries = append(g.Entries, entry{Title: p.title, page: p})
		}
		if len(pages) > 0 {
			list = append(list, g)
		}
	}
	var project []*page
	for _, p := range byFolder["."] {
		if p.source != "README.md" {
			project = append(project, p)
		}
	}
	delete(byFolder, ".")
	add("Documentation", byFolder["docs"]...)
	delete(byFolder, "docs")
	for _, s := range shelves {
		add(s[1], byFolder["docs/"+s[0]]...)
		delete(byFolder, "docs/"+s[0])
	}
	for _, folder := range slices.Sorted(maps.Keys(byFolder)) {
		if name, ok := strings.CutPrefix(folder, "docs/"); ok {
			add(strings.ToUpper(name[:1])+name[1:], byFolder[folder]...)
		} else {
			project = append(project, byFolder[folder]...)
		}
	}
	var packages []*page
	for _, p := range b.inOrder() {
		packages = append(packages, b.pages[p.folder])
	}
	add("Go packages", packages...)
	add("The project", project...)
	return list
}

// ranks returns the order in which the index of the documentation links to pages, from below 0
// for the first to 0 for those that it does not name.
func (b *builder) ranks() map[string]int {
	rank := map[string]int{"docs/README.md": -1 << 20}
	index := b.pages["docs/README.md"]
	if index == nil {
		return rank
	}
	bySite := map[string]string{}
	for _, p := range b.pages {
		bySite[p.path] = p.source
	}
	n := 0
	for d := range index.body.Descendants() {
		link, _ := attribute(d, "href")
		link, _, _ = strings.Cut(link, "#")
		if source, ok := bySite[path.Join(path.Dir(index.path), link)]; ok && is(d, "a") && link != "" && rank[source] == 0 {
			n++
			rank[source] = n - 1<<19
		}
	}
	return rank
}

// newcomers is how many groups of the navigation are open on the front page.
const newcomers = 3

// at returns the navigation as a page shows it: addresses relative to it, and its own entry marked.
func at(groups []group, p *page) []group {
	list := slices.Clone(groups)
	for i := range list {
		list[i].Open = i < newcomers && p.source == "README.md"
		list[i].Entries = slices.Clone(list[i].Entries)
		for k := range list[i].Entries {
			e := &list[i].Entries[k]
			e.Address = relativePath(p.path, e.page.path)
			e.Current = e.page == p
			list[i].Open = list[i].Open || e.Current
		}
	}
	return list
}
