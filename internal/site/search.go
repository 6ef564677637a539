package main

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// longest is how much of a section's text is searched, in bytes; tables of figures have more.
const longest = 6000

// searchIndex returns the script with all sections: pages as [path, title, kind], and sections
// as [number of the page, ID, heading, text, terms]. A browser loads a script from a folder, too.
func (b *builder) searchIndex() ([]byte, error) {
	pages, sections := [][]any{}, [][]any{}
	for _, p := range b.all() {
		for _, s := range p.parts {
			sections = append(sections, []any{len(pages), s.id, s.heading, upTo(s.text, longest), append([]string{}, s.terms...)})
		}
		pages = append(pages, []any{p.path, p.title, p.kind})
	}
	var out bytes.Buffer
	out.WriteString("globalThis.csmacdSearch=")
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	err := e.Encode(map[string]any{"pages": pages, "sections": sections})
	return out.Bytes(), err
}

// upTo returns the whole characters of a text that n bytes hold.
func upTo(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}
