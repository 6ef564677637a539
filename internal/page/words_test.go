package page_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const pageSource = "../../web/src"

var (
	wordsEntry  = regexp.MustCompile(`(?m)^  "([a-z]+\.[A-Za-z0-9_.]+)":\s*"((?:[^"\\]|\\.)*)",$`)
	wordsArg    = regexp.MustCompile(`\{(\w+)`)
	wordsPrefix = regexp.MustCompile("`([a-z]+\\.[A-Za-z0-9_.]*)\\$\\{")
)

// catalogue returns the texts of a language by their keys.
func catalogue(t *testing.T, language string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(pageSource, "words", language, "*.ts"))
	require.NoError(t, err)
	all := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, m := range wordsEntry.FindAllStringSubmatch(string(text), -1) {
			require.NotContains(t, all, m[1], file)
			all[m[1]] = m[2]
		}
	}
	return all
}

// sources returns what the page is made of, without the catalogues, by file.
func sources(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	require.NoError(t, filepath.WalkDir(pageSource, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasPrefix(filepath.Ext(path), ".ts") || strings.Contains(path, "/words/") {
			return err
		}
		text, err := os.ReadFile(path)
		all[path] = string(text)
		return err
	}))
	return all
}

// Both languages have every text, with the same arguments, and the page says each of them somewhere.
func TestEveryTextIsInBothLanguages(t *testing.T) {
	english, german := catalogue(t, "en"), catalogue(t, "de")
	require.Greater(t, len(english), 300)
	for key := range german {
		assert.Contains(t, english, key)
	}
	var page strings.Builder
	for _, text := range sources(t) {
		page.WriteString(text)
	}
	var prefixes []string
	for _, m := range wordsPrefix.FindAllStringSubmatch(page.String(), -1) {
		prefixes = append(prefixes, m[1])
	}
	for key, text := range english {
		if assert.Contains(t, german, key) {
			assert.ElementsMatch(t, args(text), args(german[key]), key)
		}
		said := strings.Contains(page.String(), `"`+key+`"`) || slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(key, p) })
		assert.True(t, said, "nothing says %s", key)
	}
}

// args returns the names of the arguments of a text, each once.
func args(text string) (names []string) {
	for _, m := range wordsArg.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(names, m[1]) {
			names = append(names, m[1])
		}
	}
	return names
}

var (
	elementText   = regexp.MustCompile(`[A-Za-z"}/]>([^<>{}()=;]*[A-Za-z]{3,}[^<>{}()=;]*)(?:<|\{)`)
	attributeText = regexp.MustCompile(`\b(?:aria-label|title|placeholder|label|unit)="([^"]*)"`)
	commentLine   = regexp.MustCompile(`(?m)(^|\s)//.*$`)
)

// What a reader sees is in the catalogue: no element and no attribute of the page has words of its own, but the name of
// the program and the sign of the bit time.
func TestWordsAreInTheCatalogue(t *testing.T) {
	for file, text := range sources(t) {
		if filepath.Ext(file) != ".tsx" {
			continue
		}
		text = commentLine.ReplaceAllString(text, "")
		for _, m := range slices.Concat(elementText.FindAllStringSubmatch(text, -1), attributeText.FindAllStringSubmatch(text, -1)) {
			own := strings.TrimSpace(m[1])
			if !slices.Contains([]string{"csmacd", "csmacd lab", "lab", "bt"}, own) {
				assert.Fail(t, "words outside of the catalogue", "%s: %q", file, own)
			}
		}
	}
}
