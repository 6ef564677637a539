package collect

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
)

// Write writes internal/licenses/third-party.txt and docs/reference/dependencies.md.
func Write(root string) error {
	parts, err := Linked(root, Platforms...)
	if err != nil {
		return err
	}
	others, err := Others(root)
	if err != nil {
		return err
	}
	all := append(others, parts...)
	if err := check(all); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(root, "internal/licenses/third-party.txt"), thirdParty(all), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, "docs/reference/dependencies.md"), table(parts), 0o644)
}

// check reports the parts whose licence nobody has said, and what is said of parts
// that are not there.
func check(all []Part) error {
	var problems []error
	for _, p := range all {
		if known[p.Path].license == "" {
			problems = append(problems, fmt.Errorf("%s is linked, and known.go does not say what its licence is: %s", p.Path, p.Texts[0].File))
		}
	}
	for path := range known {
		if !slices.ContainsFunc(all, func(p Part) bool { return p.Path == path }) {
			problems = append(problems, fmt.Errorf("known.go has %s, which is not linked", path))
		}
	}
	return errors.Join(problems...)
}

// thirdParty returns the list of all parts, and after it each text once.
func thirdParty(all []Part) []byte {
	var b bytes.Buffer
	b.WriteString("csmacd is licensed under the Apache License, Version 2.0. It has the following built in, each under its own licence.\n\n")
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, p := range all {
		fmt.Fprintf(t, "%s\t%s\t%s\n", p.Path, p.Version, known[p.Path].license)
	}
	t.Flush()
	text := strings.Join(trimmed(b.String()), "\n")
	b.Reset()
	b.WriteString(text)
	var order []string
	of := map[string][]string{}
	for _, p := range all {
		for _, t := range p.Texts {
			if of[t.Content] == nil {
				order = append(order, t.Content)
			}
			of[t.Content] = append(of[t.Content], p.Path+": "+t.File)
		}
	}
	for _, content := range order {
		fmt.Fprintf(&b, "\n%s\n%s\n\n%s", strings.Repeat("=", 72), strings.Join(of[content], "\n"), content)
	}
	return b.Bytes()
}

// trimmed returns the lines of a text without the spaces at their ends.
func trimmed(text string) []string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return lines
}

// table returns the page of the dependencies.
func table(parts []Part) []byte {
	var b bytes.Buffer
	b.WriteString(`# Dependencies

This page lists the Go modules that csmacd is linked from: what each is for, its licence, and the day of the version that
csmacd uses. It is generated: ` + "`go generate ./internal/licenses`" + `.

` + "`csmacd licenses`" + ` prints the texts of all licences. Tests use further modules, which no binary contains: go.mod names them.

## Chosen

| module | for | licence | version | of |
|---|---|---|---|---|
`)
	row := func(p Part) {
		day := ""
		if !p.Released.IsZero() {
			day = p.Released.Format("2006-01-02")
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", p.Path, known[p.Path].why, known[p.Path].license, short(p.Version), day)
	}
	for _, p := range parts {
		if p.Direct {
			row(p)
		}
	}
	b.WriteString("\n## What they need\n\n| module | for | licence | version | of |\n|---|---|---|---|---|\n")
	for _, p := range parts {
		if !p.Direct {
			row(p)
		}
	}
	return b.Bytes()
}

// short returns a version without the hash of a commit.
func short(version string) string {
	if strings.Count(version, "-") == 2 {
		return version[:strings.LastIndex(version, "-")]
	}
	return version
}
