package scenario

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/resource"
	"github.com/csmacd/csmacd/phy"
)

func channelOf(t *testing.T, text string) (*Scenario, *resource.Aloha) {
	t.Helper()
	s := good(t, text)
	return s, s.resource.(*resource.Aloha)
}

func TestAlohaKeys(t *testing.T) {
	s, c := channelOf(t, "medium: {kind: slotted-aloha, users: 400, load: 0.3}\nduration: 1s\n")
	require.Equal(t, "slotted-aloha", s.Kind)
	require.Equal(t, phy.Millisecond, c.Frame)
	require.Len(t, c.Groups, 1)
	require.InDelta(t, 0.3/400, c.Groups[0].S, 1e-15)
	require.Equal(t, 400, c.Groups[0].Count)

	_, c = channelOf(t, "medium: {kind: aloha, frame: 2ms, feedback: 1.5, users: infinite, load: 0.5, backlog_limit: 7}\nbackoff: none\nduration: 1s\n")
	require.Equal(t, 3*phy.Millisecond, c.Feedback)
	require.Equal(t, 4*phy.Millisecond, c.Groups[0].Every)
	require.True(t, c.Groups[0].Endless)
	require.Equal(t, 7, c.Limit)

	s, c = channelOf(t, "medium: {kind: slotted-aloha, slot: 10us, feedback: 12ms}\nduration: 1s\nstations:\n"+
		"- {name: \"a%d\", count: 3, s: 1, backoff: {policy: uniform, k: 9}}\n- {name: B, rate: 50}\n- {name: \"c%d\", count: 2, load: 0.1}\n")
	require.Equal(t, 12*phy.Millisecond, c.Feedback)
	require.Equal(t, 1.0, c.Groups[0].S)
	require.Equal(t, 20*phy.Millisecond, c.Groups[1].Every)
	require.Equal(t, 0.05, c.Groups[2].S)
	net, err := s.Network()
	require.NoError(t, err)
	require.NoError(t, net.Run(s.Duration))
	r := net.Result()
	require.Equal(t, []string{"uniform", "beb", "beb"}, []string{r.Groups[0].Policy, r.Groups[1].Policy, r.Groups[2].Policy})
	require.Equal(t, []string{"a0", "a1", "a2", "B", "c0", "c1"}, []string{net.Name(0), net.Name(1), net.Name(2), net.Name(3), net.Name(4), net.Name(5)})
}

func TestBadAloha(t *testing.T) {
	for text, want := range map[string]string{
		"medium: {kind: aloha}": `1:9: medium: users is missing: write users: 400 or users: infinite, or list groups of them under stations`,
		"medium: {kind: aloha, users: 4}": `1:9: medium: s (the probability that a user without a frame makes one in a slot), rate (frames per second of each user) or ` +
			`load (frames in the time of a frame, of all users together) is missing`,
		"medium: {kind: aloha, users: 4, s: 0.1, load: 1}":          `1:47: medium.load: s already says this: give one of s, rate and load`,
		"medium: {kind: aloha, users: 4, s: 1.5}":                   `1:36: medium.s: 1.5 is more than one frame per user and slot`,
		"medium: {kind: slotted-aloha, users: 4, load: 5}":          `1:47: medium.load: 5 is more than one frame per user and slot`,
		"medium: {kind: aloha, users: 4, s: 0}":                     `1:36: medium.s: must be more than 0`,
		"medium: {kind: aloha, users: infinite, s: 0.5}":            `1:43: medium.s: s is the number of each user, and the users are infinite: write load instead`,
		"medium: {kind: aloha, users: infinite, rate: 5}":           `1:46: medium.rate: rate is the number of each user, and the users are infinite: write load instead`,
		"medium: {kind: aloha, users: 4, s: 0.5, slot: 1ms}":        `1:41: medium: slot is a key of the other kind of channel: here it is frame`,
		"medium: {kind: aloha, users: 4, s: 0.5, frame: 0s}":        `1:48: medium.frame: must be more than 0`,
		"medium: {kind: aloha, users: 4, s: 0.5, feedback: -1}":     `1:51: medium.feedback: "-1" is not a plain number: write digits and a point, such as 0.5`,
		"medium: {kind: aloha, users: 4, s: 0.5, feedback: 1h}":     `1:51: medium.feedback: "1h" is not a time: write a number and ps, ns, us, ms, s or bt (bit times), such as 51.2us or 512bt`,
		"medium: {kind: aloha, users: many, s: 0.5}":                `1:30: medium.users: "many" is not a whole number: write digits, from 1 to 2000000`,
		"medium: {kind: aloha, users: 3000000, s: 0.5}":             `1:30: medium.users: 3000000 is out of range: it must be 1 to 2000000`,
		"medium: {kind: aloha, users: 4, s: 0.5}\nmac: {jam: 32bt}": `2:6: mac: mac has the rules of stations on a cable, and a medium of kind aloha is not a cable: leave it out`,
	} {
		require.Equal(t, "test.yaml:"+want, bad(t, text+"\nduration: 1s\n"), text)
	}
	require.Equal(t, "test.yaml:1:30: medium.users: users are listed under stations: write count there",
		bad(t, "medium: {kind: aloha, users: 4}\nduration: 1s\nstations: [{s: 0.1}]\n"))
	require.Equal(t, "test.yaml:2:8: until: the run never becomes idle: users make frames without end; write a duration",
		bad(t, "medium: {kind: aloha, users: 4, s: 0.1}\nuntil: {idle: true}\n"))
	require.Equal(t, "test.yaml:3:21: stations[0]: users of a channel have no traffic: write s, rate or load",
		bad(t, "medium: {kind: aloha}\nduration: 1s\nstations: [{s: 0.1, traffic: {kind: saturated}}]\n"))
}
