package scenario

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
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
	AnyOf       []*object          `json:"anyOf"`
	Items       *object            `json:"items"`
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
		"mac": macTable.Keys(), "stationMac": stationMacTable.Keys(), "persistence": persistTable.Keys(),
		"bus": busTable.Keys(), "star": starTable.Keys(), "until": untilTable.Keys(),
		"aloha": alohaTable.Keys(), "slotted-aloha": slottedTable.Keys(), "users": usersTable.Keys(),
		"store": storeTable.Keys(), "writers": writersTable.Keys(), "leg": legTable.Keys(),
		"submit": submitTable.Keys(), "submitters": submittersTable.Keys(),
		"server": serverTable.Keys(), "stop": stopTable.Keys(), "callers": callersTable.Keys(),
		"station": groupTable.Keys(), "weighted": weightedTable.Keys(), "soft": softTable.Keys(),
		"sweep": sweepTable.Keys(), "axis": axisTable.Keys(), "derived": derivedTable.Keys(),
	}
	for i := range attachTables {
		want["attach-"+AttachKind(i).String()] = attachTables[i].Keys()
	}
	for _, k := range flowKinds {
		want["traffic-"+k.name] = k.table.Keys()
	}
	for i := range policies {
		want["policy-"+policies[i].name] = policies[i].table().Keys()
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
	require.ElementsMatch(t, topTable.Keys(), keysOf(s))
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
		if !slices.ContainsFunc(policies[i].params, func(q param) bool { return q.must }) {
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
		for _, q := range p.params {
			o := s.Defs["policy-"+p.name].Properties[q.name]
			at := p.name + "." + q.name
			require.NotNil(t, o, at)
			number := o
			switch q.kind {
			case wholesParam, delaysParam:
				number = o.Items
			case wordParam:
				require.Equal(t, len(q.words), len(o.Enum), at)
				require.Equal(t, q.standard.word, o.Default, at)
				continue
			case flagParam, exprParam:
				continue
			}
			if q.kind == delayParam || q.kind == delaysParam {
				require.Equal(t, "#/$defs/time", number.AnyOf[1].Ref, at)
				number = number.AnyOf[0]
			}
			require.Equal(t, q.least, *number.Minimum, at)
			require.Equal(t, q.most, *number.Maximum, at)
			switch {
			case q.ofRules, q.must, q.none != "":
				require.Nil(t, o.Default, at)
			case q.kind == wholesParam:
				require.Equal(t, "["+strings.Trim(strings.ReplaceAll(fmt.Sprint(o.Default), " ", ", "), "[]")+"]", q.standard.String(), at)
			default:
				require.Equal(t, q.standard.String(), strings.TrimSuffix(fmt.Sprint(o.Default), ".0"), at)
			}
		}
	}
}

func TestPolicies(t *testing.T) {
	list := Policies()
	require.Len(t, list, len(policies))
	require.Equal(t, PolicyInfo{
		Name:    "beb",
		Params:  []ParamInfo{{"limit", "the station's backoff_limit, 10", "0 to 30", "failures after which the range stops doubling"}},
		Text:    "Truncated binary exponential backoff: after the n-th failure a draw from 0 to 2^min(n,limit)-1.",
		Formula: "uniform over 0, 1, ..., 2^min(n,limit)-1",
		Cap:     "before the draw",
		Source:  "IEEE 802.3 4.2.3.2.5",
	}, list[0])
	names := map[string]PolicyInfo{}
	for _, p := range list {
		require.NotEmpty(t, p.Text)
		require.NotEmpty(t, p.Source)
		require.NotEmpty(t, p.Formula)
		names[p.Name] = p
	}
	require.Len(t, names, len(list))
	require.Equal(t, ParamInfo{"slots", "", "a list; each 0 to 1000000000", "the draws, in order; on a cable each within the range of beb"}, names["scripted"].Params[0])
	require.Equal(t, ParamInfo{"base", "500ms", "0 to 1000000000, or a time", "the first interval: whole milliseconds, at least 1"}, names["google"].Params[0])
	require.Equal(t, "[1, 10, 100, 200]", names["rcp"].Params[0].Default)
	require.Equal(t, "article or code", names["norm-variate"].Params[0].Range)
	require.Equal(t, "on", names["ftsh"].Params[3].Default)
	require.Len(t, CommonParams(), 3)
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
