package scenario

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/policies"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/backoff/custom"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// On a cable plain numbers are slots of 51.2 us, and times are what they are.
func TestPoliciesOnACable(t *testing.T) {
	slots := func(t phy.Time) float64 { return float64(t) / float64(51_200*phy.Nanosecond) }
	custom, err := custom.New("min(8, 2**attempt) * u")
	require.NoError(t, err)
	for text, want := range map[string]backoff.Policy{
		"beb-untruncated":                         backoff.Untruncated(),
		"windowed":                                backoff.Windowed(10),
		"{policy: windowed, limit: 4}":            backoff.Windowed(4),
		"none":                                    backoff.None(),
		"rcp":                                     backoff.RCP(),
		"{policy: rcp, k: [2, 30]}":               backoff.RCP(2, 30),
		"{policy: geometric, p: 0.25}":            backoff.Geometric(0.25),
		"{policy: fixed, delay: 0.5}":             backoff.Fixed(0.5),
		"{policy: fixed, delay: 512bt}":           backoff.Fixed(1),
		"{policy: fixed, delay: 100ms}":           backoff.Fixed(slots(100 * phy.Millisecond)),
		"decorrelated":                            backoff.Decorrelated(5, 2000, 3),
		"{policy: decorrelated, base: 1ms}":       backoff.Decorrelated(slots(phy.Millisecond), 2000, 3),
		"google":                                  backoff.Google(backoff.GoogleDefault, slots(phy.Millisecond)),
		"{policy: google, base: 1s, elapsed: 0s}": backoff.Google(backoff.GoogleRule{Initial: 1000, Max: 60000, Multiplier: 1.5, Jitter: 0.5}, slots(phy.Millisecond)),
		"ftsh":                                 backoff.Ftsh(backoff.FtshDefault, slots(phy.Second)),
		"{policy: ftsh, random: off, cap: 4s}": backoff.Ftsh(backoff.FtshRule{Min: 1, Max: 4, Factor: 2, Fixed: true}, slots(phy.Second)),
		"sip":                                  backoff.SIPInvite(slots(500 * phy.Millisecond)),
		"{policy: sip, form: non-invite}":      backoff.SIPNonInvite(slots(500*phy.Millisecond), slots(4*phy.Second)),
		"{policy: scripted, delays: [1, 2.5]}": backoff.Delays(1, 2.5),
		"{policy: beb, attempts: 4}":           backoff.Limit(backoff.BEB(10), 4, 0),
		"{policy: linear, elapsed: 512000bt}":  backoff.Limit(backoff.Linear(1, 10), 0, 1000),
	} {
		s := good(t, "backoff: "+text+"\n"+around("- {}"))
		require.Equal(t, want, s.Config.Stations[0].Backoff, text)
	}
	// What is drawn by a function of its own cannot be compared but by what it draws.
	for text, want := range map[string]backoff.Policy{
		"exponential":                        backoff.Exponential(backoff.AWS),
		"full-jitter":                        backoff.FullJitter(backoff.AWS),
		"{policy: equal-jitter, base: 1s}":   backoff.EqualJitter(backoff.Growth{Base: slots(phy.Second), Factor: 2, Cap: 2000, First: 1}),
		"{policy: full-jitter, first: 0}":    backoff.FullJitter(backoff.Growth{Base: 5, Factor: 2, Cap: 2000}),
		"thain":                              backoff.Thain(backoff.Growth{Base: 1, Factor: 2, Cap: 3600}),
		"{policy: norm-variate}":             backoff.NormVariateArticle(backoff.NormVariateRule{Min: slots(100 * phy.Millisecond), Cap: slots(300 * phy.Second), Factor: 2.71828, Jitter: 0.1}),
		"{policy: norm-variate, form: code}": backoff.NormVariateCode(backoff.NormVariateRule{Min: slots(100 * phy.Millisecond), Cap: slots(300 * phy.Second), Factor: 2.71828, Jitter: 0.1}, slots(phy.Second)),
		"{policy: custom, expr: 'min(8, 2**attempt) * u'}": custom,
	} {
		p := good(t, "backoff: "+text+"\n"+around("- {}")).Config.Stations[0].Backoff
		require.Equal(t, drawn(want), drawn(p), text)
		require.Equal(t, want.Name(), p.Name())
	}
}

// drawn is what a policy gives a sender that fails ten times.
func drawn(p backoff.Policy) (delays []float64) {
	r := backoff.NewRand(1, "A", "backoff")
	s := backoff.State{}
	for s.Attempt = 1; s.Attempt <= 10; s.Attempt++ {
		d, stop := p.Next(&s, &r)
		if stop {
			d = -1
		}
		s.Elapsed += d
		delays = append(delays, d)
	}
	return delays
}

// Every policy has its stations take turns on a cable, and none makes a time overflow.
func TestEveryPolicyRunsOnACable(t *testing.T) {
	given := map[string]string{
		"scripted": "{policy: scripted, delays: [0, 1.5, 1000000000, 2592000s]}",
		"custom":   "{policy: custom, expr: 'attempt > 2 ? 1e300 : 2**attempt * u'}",
	}
	texts := []string{
		"{policy: exponential, base: 2592000s, factor: 1024, cap: 2592000s}", "{policy: thain, cap: 1000000000, first: 1000}",
		"{policy: ftsh, base: 2592000s, cap: 2592000s}", "{policy: google, base: 2592000s, cap: 2592000s}", "{policy: sip, t1: 2592000s}",
		"{policy: beb, attempts: 2}", "{policy: geometric, p: 0.000000001}",
	}
	for _, p := range policies.All() {
		name := p.Name
		if given[name] != "" {
			name = given[name]
		}
		texts = append(texts, name)
	}
	for _, text := range texts {
		s := good(t, "backoff: "+text+"\n"+around("- {name: 'h%d', count: 3, traffic: {kind: saturated, size: 64, to: next}}"))
		n, err := bus.New(s.Config)
		require.NoError(t, err)
		require.NoError(t, n.Run(20*phy.Millisecond), text)
		require.NotZero(t, n.Result().Medium.Collisions, text)
	}
}

func TestBadPolicies(t *testing.T) {
	for text, want := range map[string]string{
		"backoff: constant":                                                            `1:10: backoff: "constant" is not a backoff policy: the same wait each time is {policy: fixed, delay: 1}`,
		"backoff: {policy: fixed, window: 16}":                                         `1:26: backoff: a window to draw from is another policy: write {policy: uniform, k: 16}`,
		"backoff: {policy: fixed, slots: 16}":                                          `1:26: backoff: the wait is called delay: write {policy: fixed, delay: 1}`,
		"backoff: {policy: exponential, limit: 16}":                                    `1:32: backoff: a window that grows is another policy: write {policy: exponential-window, base: 2, limit: 10}`,
		"backoff: {policy: fixed, delay: 2000000000}":                                  `1:33: backoff.delay: 2000000000 is out of range: it must be 0 to 1000000000, or a time`,
		"backoff: {policy: fixed, delay: 2000h}":                                       `1:33: backoff.delay: `,
		"backoff: {policy: fixed, delay: [1]}":                                         `1:33: backoff.delay: must be a single value, not a list`,
		"backoff: {policy: full-jitter, unit: 1ms}":                                    `1:38: backoff.unit: on a cable plain numbers are slots: leave unit out, or write times, such as base: 5ms`,
		"backoff: {policy: full-jitter, unit: 5}":                                      `1:38: backoff.unit: 5 has no unit: write it with one, such as 10us, 10ms or 10bt (units: ps, ns, us, ms, s or bt)`,
		"backoff: {policy: geometric, p: 0}":                                           `1:33: backoff.p: 0 is out of range: it must be 0.000000001 to 1`,
		"backoff: {policy: rcp, k: []}":                                                `1:27: backoff.k: k has 0 numbers: it must have 1 to 63`,
		"backoff: {policy: rcp, k: [1, 0]}":                                            `1:31: backoff.k[1]: 0 is out of range: it must be 1 to 1000000000`,
		"backoff: {policy: rcp, k: 3}":                                                 `1:27: backoff.k: k must be a list, such as k: [0, 1]`,
		"backoff: {policy: sip, form: options}":                                        `1:30: backoff.form: "options" is not a form of this policy: allowed: invite, non-invite`,
		"backoff: {policy: sip, t1: 0s}":                                               `1:28: backoff.t1: must be more than 0`,
		"backoff: {policy: ftsh, base: 1500ms}":                                        `1:10: backoff: base is 1.5s: it must be a multiple of 1s`,
		"backoff: {policy: google, cap: 1us}":                                          `1:10: backoff: cap is 1us: it must be a multiple of 1ms`,
		"backoff: {policy: ftsh, random: maybe}":                                       `1:33: backoff.random: "maybe" is not a switch: write on or off`,
		"backoff: {policy: scripted, slots: [1], delays: 1}":                           `1:49: backoff.delays: delays must be a list, such as delays: [0, 1]`,
		"backoff: {policy: scripted, slots: [1], delays: [1]}":                         `1:49: backoff.delays: slots already says this: give one of the two`,
		"backoff: {policy: beb, attempts: 0}":                                          `1:34: backoff.attempts: 0 is out of range: it must be 1 to 1000000000`,
		"backoff: custom":                                                              `1:10: backoff: expr is missing: write {policy: custom, expr: "min(2000, 5 * 2**attempt) * u"}`,
		"backoff: {policy: custom, expr: 5 - attempt * 9}":                             `1:33: backoff.expr: "5 - attempt * 9" is -4, which is not a delay: attempt 1, previous 0, elapsed 0, u 0.5, normal 0`,
		"backoff: {policy: custom, expr: sin(attempt)}":                                `1:33: backoff.expr: "sin(attempt)" is not an expression over attempt, previous, elapsed, u and normal: unknown name sin`,
		"backoff: {policy: beb-untruncated}\nmac: {attempt_limit: 255, slot_time: 1s}": `1:10: backoff: a backoff of 1073741823 slots of 1s is longer than 30 days, the longest time that can be simulated`,
	} {
		require.Contains(t, bad(t, text+"\n"+around("- {}")), want, text)
	}
}
