package docs_test

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/series"
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/tap"
)

// The page of results has every field and counter of a result.
func TestResultsPageHasAllFields(t *testing.T) {
	has(t, "reference/results.md", fieldsOf(reflect.TypeFor[medium.Result](), reflect.TypeFor[tap.Figures](), reflect.TypeFor[mac.Counters]()))
}

// The page of events has every kind and reason.
func TestEventsPageHasAllKinds(t *testing.T) {
	var names []string
	for k := range medium.Kind(64) {
		if medium.AllKinds.Has(k) {
			names = append(names, k.String())
		}
	}
	for w := medium.NoReason + 1; !strings.HasPrefix(w.String(), "Why("); w++ {
		names = append(names, w.String())
	}
	require.Greater(t, len(names), 30)
	has(t, "reference/events.md", names)
}

// The page of formats has every column of a series.
func TestFormatsPageHasTheSeries(t *testing.T) {
	var names []string
	for _, c := range series.Columns {
		names = append(names, c.Name)
	}
	has(t, "reference/formats.md", names)
}

// has fails a test for each name that a page does not have, set as code.
func has(t *testing.T, page string, names []string) {
	t.Helper()
	require.Greater(t, len(names), 10, page)
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	for _, name := range names {
		assert.Contains(t, string(text), "`"+name+"`", "%s does not have it", page)
	}
}

// fieldsOf returns the names that fields of types, and of the types in them, have in JSON.
func fieldsOf(types ...reflect.Type) (names []string) {
	seen := map[reflect.Type]bool{}
	var of func(reflect.Type)
	of = func(r reflect.Type) {
		for r.Kind() == reflect.Pointer || r.Kind() == reflect.Slice {
			r = r.Elem()
		}
		if r.Kind() != reflect.Struct || seen[r] {
			return
		}
		seen[r] = true
		for i := range r.NumField() {
			f := r.Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name == "" && !f.Anonymous {
				name = f.Name
			}
			if name != "" && name != "-" {
				names = append(names, name)
			}
			of(f.Type)
		}
	}
	for _, r := range types {
		of(r)
	}
	return names
}
