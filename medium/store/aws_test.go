package store

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// awsPolicy returns a policy by its name in awslabs/aws-arch-backoff-simulator.
func awsPolicy(t interface{ Fatalf(string, ...any) }, name string, base, cap float64) backoff.Policy {
	g := backoff.Growth{Base: base, Factor: 2, Cap: cap, First: 1}
	switch name {
	case "None":
		return backoff.None()
	case "Exponential":
		return backoff.Exponential(g)
	case "FullJitter":
		return backoff.FullJitter(g)
	case "EqualJitter":
		return backoff.EqualJitter(g)
	case "Decorr":
		return backoff.Decorrelated(base, cap, 3)
	}
	t.Fatalf("no policy %q", name)
	return nil
}

// clientsOf returns a group of count clients.
func clientsOf(name string, count int, p backoff.Policy) Group {
	g := Group{Group: medium.Group{Name: name, Policy: p}}
	for i := range count {
		g.Names = append(g.Names, fmt.Sprintf("%s%d", name, i))
	}
	return g
}

// step is an event of the original program: of a client, at a time in milliseconds, with its
// content: the version read, or whether the write succeeded.
type step struct {
	at       float64
	what     string
	client   int32
	contents any
}

func (s *step) UnmarshalJSON(b []byte) error {
	return json.Unmarshal(b, &[]any{&s.at, &s.what, &s.client, &s.contents})
}

// steps observes a run and records the corresponding events of the original program.
type steps struct {
	got     []step
	ps      []phy.Time
	version map[int32]int
	writes  int
}

func (s *steps) Interest() medium.Interest {
	return medium.Interest{Kinds: medium.Of(medium.Read, medium.ReadResponse, medium.Write, medium.WriteResponse)}
}

func (s *steps) Observe(e *medium.Event) {
	if s.version == nil {
		s.version = map[int32]int{}
	}
	var contents any
	switch e.Kind {
	case medium.Read:
		s.version[e.Station] = s.writes
	case medium.Write:
		if e.OK {
			s.writes++
		}
		fallthrough
	case medium.ReadResponse:
		contents = float64(s.version[e.Station])
	case medium.WriteResponse:
		contents = e.OK
	}
	s.got = append(s.got, step{float64(e.At) / 1e9, e.Kind.String(), e.Station, contents})
	s.ps = append(s.ps, e.At)
}

type trace struct {
	Policy    string     `json:"policy"`
	Clients   int        `json:"clients"`
	Base      float64    `json:"base"`
	Cap       float64    `json:"cap"`
	Net       [2]float64 `json:"net"`
	Events    []step     `json:"events"`
	Calls     uint64     `json:"write_calls"`
	Failures  uint64     `json:"failures"`
	EndTime   float64    `json:"end_time"`
	Recording []byte     `json:"-"`
}

func traces(t *testing.T) []trace {
	text, err := os.ReadFile("../../mac/backoff/testdata/aws_traces.json")
	require.NoError(t, err)
	var each []json.RawMessage
	require.NoError(t, json.Unmarshal(text, &each))
	list := make([]trace, len(each))
	for i := range each {
		require.NoError(t, json.Unmarshal(each[i], &list[i]))
		list[i].Recording = each[i] // an object with the key draws, as ReadRecorded takes it
	}
	return list
}
