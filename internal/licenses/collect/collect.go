// Package collect finds what is linked into csmacd, and its licences.
package collect

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Platforms are those for which csmacd is released: GOOS/GOARCH.
var Platforms = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64"}

// Part is something that is built in: a module, the standard library, or a package of the page.
type Part struct {
	Path, Version string
	Released      time.Time // of the version; zero if it is not known
	Direct        bool      // go.mod of csmacd asks for it
	Texts         []Text
}

// Text is a file with a licence or a notice.
type Text struct {
	File    string // its path in the part
	Content string
}

// licence matches the names of files that a binary's licence has to show.
var licence = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents|third_party_licenses)([.-].*)?$`)

// listed is what go list tells of a package.
type listed struct {
	Dir, ImportPath string
	Standard        bool
	Module          *struct {
		Path, Version, Dir string
		Time               *time.Time
		Main, Indirect     bool
	}
}

// Linked returns the parts that csmacd is linked from on the platforms given, in the order of their
// paths. An empty platform is the one that runs this. root is the folder of csmacd's go.mod.
func Linked(root string, platforms ...string) ([]Part, error) {
	parts := map[string]*Part{}
	folders := map[string]string{}
	for _, platform := range platforms {
		packages, err := list(root, platform)
		if err != nil {
			return nil, err
		}
		for _, p := range packages {
			if p.Standard || p.Module == nil || p.Module.Main {
				continue
			}
			m := p.Module
			part := parts[m.Path]
			if part == nil {
				part = &Part{Path: m.Path, Version: m.Version, Direct: !m.Indirect}
				if m.Time != nil {
					part.Released = m.Time.UTC()
				}
				parts[m.Path], folders[m.Path] = part, m.Dir
			}
			// A package that was taken from elsewhere has a licence of its own beside it.
			for dir := p.Dir; ; dir = filepath.Dir(dir) {
				if err := part.read(m.Dir, dir); err != nil {
					return nil, err
				}
				if dir == m.Dir || len(dir) <= len(m.Dir) {
					break
				}
			}
		}
	}
	all := make([]Part, 0, len(parts))
	for path, p := range parts {
		if path == "github.com/golang/freetype" { // its LICENSE names the texts
			if err := p.read(folders[path], filepath.Join(folders[path], "licenses"), "ftl.txt"); err != nil {
				return nil, err
			}
		}
		if len(p.Texts) == 0 {
			return nil, fmt.Errorf("%s %s has no licence in %s", p.Path, p.Version, folders[path])
		}
		slices.SortFunc(p.Texts, func(a, b Text) int { return cmp.Compare(a.File, b.File) })
		all = append(all, *p)
	}
	slices.SortFunc(all, func(a, b Part) int { return cmp.Compare(a.Path, b.Path) })
	return all, nil
}

// read adds the licences in a folder, or files of it by name, unless the part has them already.
func (p *Part) read(module, folder string, names ...string) error {
	if names == nil {
		files, err := os.ReadDir(folder)
		if err != nil {
			return err
		}
		for _, f := range files {
			if !f.IsDir() && licence.MatchString(f.Name()) {
				names = append(names, f.Name())
			}
		}
	}
	for _, name := range names {
		file, err := filepath.Rel(module, filepath.Join(folder, name))
		if err != nil {
			return err
		}
		file = filepath.ToSlash(file)
		if slices.ContainsFunc(p.Texts, func(t Text) bool { return t.File == file }) {
			continue
		}
		content, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return err
		}
		p.Texts = append(p.Texts, Text{file, tidy(content)})
	}
	return nil
}

// tidy returns a text without the spaces and empty lines that nobody sees.
func tidy(text []byte) string {
	lines := strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " \t\f")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n") + "\n"
}

// list returns the packages that csmacd is linked from.
func list(root, platform string) ([]listed, error) {
	cmd := exec.Command("go", "list", "-deps", "-json=Dir,ImportPath,Standard,Module", "./cmd/csmacd")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOFLAGS=", "CGO_ENABLED=0")
	if goos, goarch, ok := strings.Cut(platform, "/"); ok {
		cmd.Env = append(cmd.Env, "GOOS="+goos, "GOARCH="+goarch)
	}
	out, err := cmd.Output()
	if err != nil {
		if failed, ok := errors.AsType[*exec.ExitError](err); ok {
			err = fmt.Errorf("%w: %s", err, bytes.TrimSpace(failed.Stderr))
		}
		return nil, fmt.Errorf("go list for %s: %w", platform, err)
	}
	var packages []listed
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var p listed
		if err := d.Decode(&p); err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
	return packages, nil
}

// Others returns what csmacd has built in beside Go modules: the standard library, and the packages
// from npm in the page.
func Others(root string) ([]Part, error) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	library := Part{Path: "Go, standard library"}
	folder := strings.TrimSpace(string(out))
	if err := library.read(folder, folder); err != nil {
		return nil, err
	}
	notices, err := os.ReadFile(filepath.Join(root, "internal/page/dist/LICENSES.txt"))
	if err != nil {
		return nil, err
	}
	var lock struct {
		Packages map[string]struct{ Version string }
	}
	content, err := os.ReadFile(filepath.Join(root, "web/package-lock.json"))
	if err == nil {
		err = json.Unmarshal(content, &lock)
	}
	if err != nil {
		return nil, fmt.Errorf("web/package-lock.json: %w", err)
	}
	others := []Part{library}
	for _, section := range strings.Split(string(notices), strings.Repeat("=", 72)+"\n")[1:] {
		head, text, _ := strings.Cut(section, "\n\n")
		name, file, _ := strings.Cut(head, ", ")
		if p, ok := lock.Packages["node_modules/"+name]; ok {
			others = append(others, Part{Path: "npm " + name, Version: p.Version, Texts: []Text{{file, tidy([]byte(text))}}})
		}
	}
	return others, nil
}
