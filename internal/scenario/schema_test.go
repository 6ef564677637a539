package scenario

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/phy"
)

// object is what the test reads of a mapping in the schema.
type object struct {
	Properties  map[string]*object `json:"properties"`
	Description string             `json:"description"`
	Ref         string             `json:"$ref"`
	Enum        []any              `json:"enum"`
	Const       any                `json:"const"`
	Minimum     *float64           `json:"minimum"`
	Maximum     *float64           `json:"maximum"`
	Default     any                `json:"default"`
	Additional  any                `json:"additionalProperties"`
	Defs        map[string]*object `json:"$defs"`
	OneOf       []*object          `json:"oneOf"`
}

func readSchema(t *testing.T) *object {
	var o object
	require.NoError(t, json.Unmarshal(Schema(), &o))
	return &o
}

// The reader and the schema know the same keys, in every mapping.
func TestSchemaKeys(t *testing.T) {
	s := readSchema(t)
	want := map[string][]string{
		"mac": macTable.keys(), "stationMac": stationMacTable.keys(), "persistence": persistTable.keys(),
		"bus": busTable.keys(), "star": starTable.keys(), "until": untilTable.keys(),
		"station": groupTable.keys(), "weighted": weightedTable.keys(), "soft": softTable.keys(),
		"sweep": sweepTable.keys(), "axis": axisTable.keys(), "derived": derivedTable.keys(),
	}
	for i := range attachTables {
		want["attach-"+AttachKind(i).String()] = attachTables[i].keys()
	}
	for _, k := range flowKinds {
		want["traffic-"+k.name] = k.table.keys()
	}
	for i := range policies {
		want["policy-"+policies[i].name] = policies[i].table().keys()
	}
	for name, o := range s.Defs {
		if o.Properties != nil {
			require.Contains(t, want, name, "the schema has a mapping that the reader does not know")
		}
	}
	for name, keys := range want {
		require.Contains(t, s.Defs, name)
		require.ElementsMatch(t, keys, keysOf(s.Defs[name]), name)
		require.Equal(t, false, s.Defs[name].Additional, name)
	}
	require.ElementsMatch(t, topTable.keys(), keysOf(s))
	require.Equal(t, false, s.Additional)
	require.Equal(t, FormatVersion, s.Properties["schema"].Const)
}

// Every key is explained, itself or by what it refers to.
func TestSchemaDescriptions(t *testing.T) {
	s := readSchema(t)
	for name, o := range s.Defs {
		for key, p := range o.Properties {
			if key == "kind" || key == "policy" || name == "weighted" {
				continue
			}
			require.True(t, p.Description != "" || p.Ref != "", "%s.%s", name, key)
		}
	}
}

func TestSchemaNames(t *testing.T) {
	s := readSchema(t)
	var lines []any
	for _, l := range phy.Lines {
		lines = append(lines, l.Name)
	}
	require.Equal(t, lines, s.Properties["phy"].Enum)

	var services []any
	for _, name := range Services {
		services = append(services, name)
	}
	require.Equal(t, services, s.Defs["service"].Enum)

	var names []any
	for i := range policies {
		if !policies[i].script { // which cannot do without its draws
			names = append(names, policies[i].name)
		}
	}
	require.Equal(t, names, s.Defs["backoff"].OneOf[0].Enum)
}

// Policies, the reader's ranges and the schema's are the same.
func TestSchemaPolicies(t *testing.T) {
	s := readSchema(t)
	for i := range policies {
		p := &policies[i]
		if p.script {
			continue
		}
		for _, q := range p.params {
			o := s.Defs["policy-"+p.name].Properties[q.name]
			require.Equal(t, q.least, *o.Minimum, "%s.%s", p.name, q.name)
			require.Equal(t, q.most, *o.Maximum, "%s.%s", p.name, q.name)
			if !q.ofRules {
				require.Equal(t, q.standard, o.Default, "%s.%s", p.name, q.name)
			}
		}
	}
}

func TestPolicies(t *testing.T) {
	list := Policies()
	require.Len(t, list, len(policies))
	require.Equal(t, PolicyInfo{
		Name:   "beb",
		Params: []ParamInfo{{"limit", "the station's backoff_limit, 10", "0 to 30", "collisions after which the range stops doubling"}},
		Text:   "Truncated binary exponential backoff: after the n-th collision a draw from 0 to 2^min(n,limit)-1.",
		Source: "IEEE 802.3 4.2.3.2.5",
	}, list[0])
	last := list[len(list)-1]
	require.Equal(t, []ParamInfo{{"slots", "", "a list; each 0 to 1000000000", "the draws, in order"}}, last.Params)
	for _, p := range list {
		require.NotEmpty(t, p.Text)
		require.NotEmpty(t, p.Source)
	}
}

func TestStarter(t *testing.T) {
	s := good(t, string(Starter()))
	require.Empty(t, warned(s))
	require.Len(t, s.Config.Stations, 9)
}

func TestSchemaIsOurs(t *testing.T) {
	Schema()[0], Starter()[0] = 'x', 'x'
	require.Equal(t, byte('{'), Schema()[0])
	require.Equal(t, byte('#'), Starter()[0])
}

func keysOf(o *object) []string {
	var keys []string
	for k := range o.Properties {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
