package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func unindented(lines []string) string {
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(strings.TrimSpace(line) + "\n")
	}
	return b.String()
}

// A markdownPage is a page, with its fenced blocks.
type markdownPage struct {
	name   string // from the root of the tree
	lines  []string
	blocks []fencedBlock
}

// A fencedBlock is what stands between two lines of ```.
type fencedBlock struct {
	line     int // number of its first line, from 1
	language string
	lines    []string
	mark     string // of a comment above the block
	file     string // that the block is
}

func (b fencedBlock) session() bool { return len(b.lines) > 0 && strings.HasPrefix(b.lines[0], "$ ") }

func (p markdownPage) sessions() (list []int) {
	for i, b := range p.blocks {
		if b.session() && !strings.HasPrefix(b.mark, "not run: ") {
			list = append(list, i)
		}
	}
	return list
}

// markdown returns all pages of the tree.
func markdown(t *testing.T) (pages []markdownPage) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if n := d.Name(); path != root && (n[0] == '.' || n == "node_modules" || n == "dist" || n == "testdata") {
				return fs.SkipDir
			}
			return nil
		}
		if filepath.Ext(path) != ".md" {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		pages = append(pages, parseMarkdown(filepath.ToSlash(name), string(text)))
		return err
	}))
	return pages
}

var (
	blockMark = regexp.MustCompile(`^<!-- (.*) -->$`)
	blockFile = regexp.MustCompile("`([\\w.-]+)`:$")
)

func parseMarkdown(name, text string) markdownPage {
	p := markdownPage{name: name, lines: strings.Split(text, "\n")}
	above := "" // the last line that is not empty
	for i := 0; i < len(p.lines); i++ {
		line := strings.TrimSpace(p.lines[i])
		language, ok := strings.CutPrefix(line, "```")
		if !ok {
			if line != "" {
				above = line
			}
			continue
		}
		b := fencedBlock{line: i + 2, language: language}
		if m := blockMark.FindStringSubmatch(above); m != nil {
			b.mark = m[1]
		}
		if m := blockFile.FindStringSubmatch(above); m != nil {
			b.file = m[1]
		}
		for i++; i < len(p.lines) && strings.TrimSpace(p.lines[i]) != "```"; i++ {
			b.lines = append(b.lines, p.lines[i])
		}
		p.blocks = append(p.blocks, b)
		above = ""
	}
	return p
}
