package scenario

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/resource"
	"github.com/csmacd/csmacd/medium/submit"
	"github.com/csmacd/csmacd/phy"
)

func scheddOf(t *testing.T, text string) (*Scenario, *resource.Submit) {
	t.Helper()
	s := good(t, text)
	require.Equal(t, "submit", s.Kind)
	return s, s.resource.(*resource.Submit)
}

// What a queue that says next to nothing gets: the reference's numbers, and clients that try
// again at once.
func TestSubmitDefaults(t *testing.T) {
	s, queue := scheddOf(t, "medium: {kind: submit}\nduration: 120s\nstations: [{count: 20}, {name: B, discipline: aloha}]")
	require.Equal(t, submit.Config{Rule: submit.Standard}, queue.Config)
	net, err := s.Network()
	require.NoError(t, err)
	require.NoError(t, net.Run(s.Duration))
	r := net.Result()
	require.InDelta(t, 1189, r.Medium.Submitted, 2)
	require.Len(t, r.Groups, 2)
	require.Equal(t, []string{"fixed", "ftsh"}, []string{r.Groups[0].Policy, r.Groups[1].Policy})
}

func TestSubmitKeys(t *testing.T) {
	s, queue := scheddOf(t, "medium: {kind: submit, descriptors: 100, per_job: 7, sense_below: 0, service: 3ms, startup: 0s, down: 2s}\n"+
		"duration: 1s\nbackoff: {policy: fixed, delay: 2}\n"+
		"stations: [{name: A, discipline: ethernet}, {name: \"b%d\", count: 2, discipline: fixed, backoff: {policy: full-jitter, unit: 1ms}}, {name: C, discipline: aloha}]")
	require.Equal(t, submit.Rule{Descriptors: 100, PerJob: 7, Service: 3 * phy.Millisecond, Down: 2 * phy.Second}, queue.Rule)
	var disciplines []submit.Discipline
	for _, g := range queue.Groups {
		disciplines = append(disciplines, g.Discipline)
	}
	require.Equal(t, []submit.Discipline{submit.Ethernet, submit.Fixed, submit.Aloha}, disciplines)
	require.Equal(t, []phy.Time{phy.Second, phy.Millisecond, phy.Second}, []phy.Time{queue.Groups[0].Grain, queue.Groups[1].Grain, queue.Groups[2].Grain})
	net, err := s.Network()
	require.NoError(t, err)
	require.NoError(t, net.Run(s.Duration))
	var policies []string
	for _, g := range net.Result().Groups {
		policies = append(policies, g.Policy)
	}
	require.Equal(t, []string{"fixed", "full-jitter", "fixed"}, policies, "the scenario's backoff is for all who have none of their own")
}

func TestBadSubmit(t *testing.T) {
	const end = "\nduration: 1s\nstations: [{}]\n"
	for text, want := range map[string]string{
		"medium: {kind: submit, per_jobs: 1}":                  `1:24: medium: unknown key "per_jobs": did you mean "per_job"? (keys of a medium of kind submit: kind, descriptors, per_job, sense_below, service, startup, down)`,
		"medium: {kind: submit, descriptors: 0}":               `1:37: medium.descriptors: 0 is out of range: it must be 1 to 2147483647`,
		"medium: {kind: submit, descriptors: 10}":              `1:37: medium.descriptors: an attempt holds 20 descriptors and there are only 10: every attempt would crash the queue`,
		"medium: {kind: submit, descriptors: 10, per_job: 11}": `1:50: medium.per_job: an attempt holds 11 descriptors and there are only 10: every attempt would crash the queue`,
		"medium: {kind: submit, service: 0s}":                  `1:33: medium.service: must be more than 0`,
		"medium: {kind: submit, down: 5}":                      `1:30: medium.down: 5 has no unit: write it with one, such as 10us, 10ms or 10bt (units: ps, ns, us, ms, s or bt)`,
		"medium: {kind: submit, discipline: aloha}":            `1:24: medium: discipline is a key of clients: write it in an item of stations`,
		"medium: {kind: submit}\nmac: {jam: 32bt}":             `2:6: mac: mac has the rules of stations on a cable, and a medium of kind submit is not a cable: leave it out`,
	} {
		require.Equal(t, "test.yaml:"+want, bad(t, text+end))
	}
	require.Equal(t, "test.yaml:3:25: stations[0].discipline: \"etherned\" is not a discipline: did you mean \"ethernet\"? (allowed: fixed, aloha, ethernet)\ntest.yaml:3:35: stations[0]: clients of a queue have no place: leave at out",
		bad(t, "medium: {kind: submit}\nduration: 1s\nstations: [{discipline: etherned, at: 1m}]"))
	require.Equal(t, "test.yaml:3:36: stations[1].discipline: these clients would never try: there are only 60 descriptors, fewer than the medium's sense_below, 100",
		bad(t, "medium: {kind: submit, descriptors: 60}\nduration: 1s\nstations: [{name: A}, {discipline: ethernet}]"))
	require.Equal(t, "test.yaml:2:8: until: the run never becomes idle: clients of a queue always have another job; write a duration",
		bad(t, "medium: {kind: submit}\nuntil: {idle: true}\nstations: [{}]"))
}
