package server

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

func names(group string, count int) []string {
	list := make([]string, count)
	for i := range list {
		list[i] = fmt.Sprintf("%s%d", group, i)
	}
	return list
}

// crowdOf returns the original's thousand clients with a policy.
func crowdOf(p backoff.Policy) []Group {
	return []Group{{Group: medium.Group{Name: "c%d", Names: names("c", 1000), Policy: p}, Think: 10 * phy.Second, Timeout: 2 * phy.Second}}
}

// stopped returns the original's server, stopped at 21 s.
func stopped(seed uint64, p backoff.Policy, lasts phy.Time) Config {
	return Config{Seed: seed, Rule: Standard, Stops: []Stop{{At: 21 * phy.Second, For: lasts}}, Groups: crowdOf(p)}
}

func run(t testing.TB, c Config, until phy.Time) *Network {
	t.Helper()
	n, err := New(c)
	require.NoError(t, err)
	require.NoError(t, n.Run(until))
	return n
}
