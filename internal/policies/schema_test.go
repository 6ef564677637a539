package policies

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/schematest"
)

// The reader and the schema know the same policies, and the same keys of each.
func TestSchemaKeysOfPolicies(t *testing.T) {
	s := schematest.Read(t)
	want := map[string][]string{}
	for i := range policies {
		want["policy-"+policies[i].Name] = policies[i].table().Keys()
	}
	for name := range s.Defs {
		if strings.HasPrefix(name, "policy-") {
			require.Contains(t, want, name, "the schema has a policy that the reader does not know")
		}
	}
	s.DefsHaveKeys(t, want)

	var names []any
	for i := range policies {
		if !slices.ContainsFunc(policies[i].params, func(q param) bool { return q.must }) {
			names = append(names, policies[i].Name)
		}
	}
	require.Equal(t, names, s.Defs["backoff"].OneOf[0].Enum)
}

// Policies, the reader's ranges and the schema's are the same.
func TestSchemaPolicies(t *testing.T) {
	s := schematest.Read(t)
	for i := range policies {
		p := &policies[i]
		require.Equal(t, p.Text, s.Defs["policy-"+p.Name].Description)
		for _, q := range p.params {
			o := s.Defs["policy-"+p.Name].Properties[q.name]
			at := p.Name + "." + q.name
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
	list := All()
	require.Len(t, list, len(policies))
	beb := list[0]
	require.Equal(t, []ParamInfo{{"limit", "the station's backoff_limit, 10", "0 to 30", "the number of failures after which the range stops doubling"}}, beb.Params())
	require.Equal(t, []string{
		"beb",
		"Truncated binary exponential backoff: after the n-th failure a draw from 0 to 2^min(n,limit)-1.",
		"uniform over 0, 1, ..., 2^min(n,limit)-1",
		"before the draw",
		"",
		"IEEE 802.3 4.2.3.2.5",
	}, []string{beb.Name, beb.Text, beb.Formula, beb.Cap, beb.State, beb.Source})
	names := map[string][]ParamInfo{}
	for _, p := range list {
		require.NotEmpty(t, p.Text)
		require.NotEmpty(t, p.Source)
		require.NotEmpty(t, p.Formula)
		names[p.Name] = p.Params()
	}
	require.Len(t, names, len(list))
	require.Equal(t, ParamInfo{"slots", "", "a list; each 0 to 1000000000", "the draws, in order; on a cable each must lie within the range of beb"}, names["scripted"][0])
	require.Equal(t, ParamInfo{"base", "500ms", "0 to 1000000000, or a time", "the first interval, in whole milliseconds, at least 1"}, names["google"][0])
	require.Equal(t, "[1, 10, 100, 200]", names["rcp"][0].Default)
	require.Equal(t, "article or code", names["norm-variate"][0].Range)
	require.Equal(t, "on", names["ftsh"][3].Default)
	require.Len(t, Common(), 3)
}
