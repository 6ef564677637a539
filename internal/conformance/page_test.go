package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/published"
)

// Every published case has its place on the page, and every group a case.
func TestEveryCaseHasAGroup(t *testing.T) {
	cases, err := published.Cases(os.DirFS("../../testdata"))
	require.NoError(t, err)
	list, filled := sections(), map[*group]int{}
	for i := range cases {
		g := groupOf(list, cases[i].ID)
		require.NotNil(t, g, cases[i].ID)
		filled[g] += len(cases[i].Expected)
	}
	for _, s := range list {
		for _, g := range s.groups {
			assert.Greater(t, filled[g], g.show, g.id)
		}
	}
}

func TestEveryRuleIsLookedUp(t *testing.T) {
	for i, r := range rules {
		assert.Equal(t, i+1, r.number)
		assert.Contains(t, standing, r.number)
		assert.Contains(t, short, r.number)
	}
}

func TestSentence(t *testing.T) {
	for name, want := range map[string]string{
		"TestRule10AGapEndsAsTheSendersNextFrameArrives": "a gap ends as the senders next frame arrives",
		"TestRule4TheShortestFragmentIs96Bits":           "the shortest fragment is 96 bits",
		"TestRule5TwoStationsWithDraws0And1":             "two stations with draws 0 and 1",
		"TestMIBSentAfterOneCollision":                   "MIB: sent after one collision",
		"TestPPersistent":                                "p persistent",
	} {
		assert.Equal(t, want, sentence(name))
	}
}

func TestNumbers(t *testing.T) {
	assert.Equal(t, []string{"7", "999", "1 000", "20 000", "1 234 567"},
		[]string{grouped(7), grouped(999), grouped(1000), grouped(20000), grouped(1234567)})
	assert.Equal(t, []string{"0.65 %", "7.3 %", "15 %", "150 %"},
		[]string{percent(0.00654), percent(0.0731), percent(0.149), percent(1.5)})
	assert.Equal(t, []string{"193", "14880.95238", "0.6244 ± 0.0073", "118.1 ± 5.2", "1329 ± 34"},
		[]string{value(193, 0), value(14880.9523809, 0), value(0.62443, 0.00733), value(118.126, 5.2), value(1329.39, 33.5)})
}

func TestVerdictsAreCounted(t *testing.T) {
	var p page
	p.head("a", "b")
	p.row("x|y", p.verdict(true))
	p.row("z", p.verdict(false))
	assert.Equal(t, "| a | b |\n|---|---|\n| x\\|y | holds |\n| z | **FAILS** |\n", p.String())
	assert.Equal(t, 1, p.failed)
}
