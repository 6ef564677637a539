package scenario

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/csmacd/csmacd/internal/document"
)

// good parses a scenario that must be right: the schema must take it as well, and
// the bus build it.
func good(t *testing.T, text string) *Scenario {
	t.Helper()
	return goodWith(t, text, Options{})
}

func goodWith(t *testing.T, text string, o Options) *Scenario {
	t.Helper()
	s, err := Parse("test.yaml", []byte(text), o)
	require.NoError(t, err)
	if len(o.Set) == 0 && o.Duration == nil {
		require.NoError(t, validate([]byte(text)), text)
	}
	_, err = s.Network()
	require.NoError(t, err)
	return s
}

// bad returns what is said about a scenario that is wrong.
func bad(t *testing.T, text string, set ...string) string {
	t.Helper()
	_, err := Parse("test.yaml", []byte(text), Options{Set: set})
	require.IsType(t, document.Problems{}, err, text)
	return err.Error()
}

// warned returns a scenario's warnings, one a line.
func warned(s *Scenario) string {
	var lines []string
	for _, w := range s.Warnings {
		lines = append(lines, w.String())
	}
	return strings.Join(lines, "\n")
}

var compiled = sync.OnceValues(func() (*jsonschema.Schema, error) {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema()))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource("scenario.json", document); err != nil {
		return nil, err
	}
	return c.Compile("scenario.json")
})

// validate holds YAML to the schema, as an editor does.
func validate(text []byte) error {
	s, err := compiled()
	if err != nil {
		return err
	}
	r := newReader("test.yaml", Options{}, standard)
	root := r.Tree(text)
	if root == nil {
		return r.Problems.Err()
	}
	written, err := root.YAML()
	if err != nil {
		return err
	}
	var v any
	if err := yaml.Unmarshal(written, &v); err != nil {
		return err
	}
	return s.Validate(asJSON(v))
}

// asJSON makes the keys of mappings text, as JSON has them.
func asJSON(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = asJSON(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = asJSON(v[k])
		}
	case map[any]any:
		m := map[string]any{}
		for k, x := range v {
			m[fmt.Sprint(k)] = asJSON(x)
		}
		return m
	}
	return v
}

// around puts stations into a scenario that is otherwise right.
func around(stations string) string { return "duration: 1s\nstations:\n" + stations }
