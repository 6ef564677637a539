package policies

import (
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/backoff/custom"
	"github.com/csmacd/csmacd/phy"
)

// growthParams returns the parameters of a growth.
func growthParams(base, cap, first float64) []param {
	return []param{
		{name: "base", kind: delayParam, least: 0, most: mostSlots, standard: units(base), text: "the delay before it grows, in units"},
		{name: "factor", kind: numberParam, least: 1, most: 1024, standard: units(2), text: "the factor by which the delay grows with each failure"},
		{name: "cap", kind: delayParam, least: 0, most: mostSlots, standard: units(cap), text: "the longest delay, in units"},
		{name: "first", least: 0, most: 1000, standard: units(first), text: "the exponent after the first failure"},
	}
}

func (a args) growth() backoff.Growth {
	return backoff.Growth{Base: a.units("base"), Factor: a.number("factor"), Cap: a.units("cap"), First: a.whole("first")}
}

// delayPolicies returns the policies whose delay is any number of units, or a time.
func delayPolicies() []Policy {
	const aws = "awslabs/aws-arch-backoff-simulator (Brooker 2015), "
	return []Policy{
		{
			Name:    "exponential",
			params:  growthParams(5, 2000, 1),
			Text:    "Exponential backoff without a draw.",
			Formula: "min(cap, base*factor^(first+n-1))",
			Source:  aws + "ExpoBackoff; failures are counted from 1 there, hence first",
			build:   func(a args) (backoff.Policy, error) { return backoff.Exponential(a.growth()), nil },
			misplaced: map[string]string{
				"limit": "a window that grows is another policy: write {policy: exponential-window, base: 2, limit: 10}",
			},
		},
		{
			Name:    "full-jitter",
			params:  growthParams(5, 2000, 1),
			Text:    "A draw from 0 to the exponential delay.",
			Formula: "uniform on [0, v), v = min(cap, base*factor^(first+n-1))",
			Cap:     "before the draw",
			Source:  aws + "ExpoBackoffFullJitter",
			build:   func(a args) (backoff.Policy, error) { return backoff.FullJitter(a.growth()), nil },
		},
		{
			Name:    "equal-jitter",
			params:  growthParams(5, 2000, 1),
			Text:    "Half the exponential delay, and a draw from 0 to the other half.",
			Formula: "v/2 + uniform on [0, v/2), v = min(cap, base*factor^(first+n-1))",
			Cap:     "before the draw",
			Source:  aws + "ExpoBackoffEqualJitter",
			build:   func(a args) (backoff.Policy, error) { return backoff.EqualJitter(a.growth()), nil },
		},
		{
			Name: "decorrelated",
			params: []param{
				{name: "base", kind: delayParam, least: 0, most: mostSlots, standard: units(5), text: "the shortest delay, in units"},
				{name: "cap", kind: delayParam, least: 0, most: mostSlots, standard: units(2000), text: "the longest delay, in units"},
				{name: "factor", kind: numberParam, least: 1, most: 1024, standard: units(3), text: "how many times the last delay the next delay is at most"},
			},
			Text:    "A draw from base to factor times the last delay. At the first failure the last delay is base.",
			Formula: "min(cap, uniform on [base, factor*previous))",
			Cap:     "after the draw",
			State:   "the last delay",
			Source:  aws + "ExpoBackoffDecorr",
			build: func(a args) (backoff.Policy, error) {
				return backoff.Decorrelated(a.units("base"), a.units("cap"), a.number("factor")), nil
			},
		},
		{
			Name:    "thain",
			params:  growthParams(1, 3600, 0),
			Text:    "Exponential backoff multiplied by a random factor from 1 to 2. The numbers of the article are seconds.",
			Formula: "min(R*base*factor^(first+n-1), cap), R uniform on [1, 2)",
			Cap:     "after the draw",
			Source:  "Thain and Livny 2003, The Ethernet Approach to Grid Computing",
			build:   func(a args) (backoff.Policy, error) { return backoff.Thain(a.growth()), nil },
		},
		{
			Name: "ftsh",
			params: []param{
				{name: "base", kind: delayParam, least: 0, most: mostSlots, standard: span(phy.Second), text: "FTSH_EXPMIN: the first interval, in whole seconds"},
				{name: "factor", least: 1, most: 1024, standard: units(2), text: "FTSH_EXPFACTOR: the factor by which the interval grows with each failure"},
				{name: "cap", kind: delayParam, least: 0, most: mostSlots, standard: span(3600 * phy.Second), text: "FTSH_EXPMAX: the longest interval, in whole seconds"},
				{name: "random", kind: flagParam, standard: onOff(true), text: "FTSH_EXPRAND: whether the interval is multiplied by a random factor from 1 to 2"},
			},
			Text:    "What the program of the fault tolerant shell does: whole seconds, rounded down.",
			Formula: "floor(v*(1+u)) seconds, v = min(cap, base*factor^(n-1)), u uniform on [0, 1); the first v is base whatever cap is",
			Cap:     "before the draw",
			Source:  "ftsh of cctools, ast_execute.c",
			build: func(a args) (backoff.Policy, error) {
				base, err := a.multiple("base", phy.Second)
				if err != nil {
					return nil, err
				}
				cap, err := a.multiple("cap", phy.Second)
				return backoff.Ftsh(backoff.FtshRule{Min: base, Max: cap, Factor: int64(a.whole("factor")), Fixed: !a.value("random").flag}, a.in(phy.Second)), err
			},
		},
		{
			Name: "google",
			params: []param{
				{name: "base", kind: delayParam, least: 0, most: mostSlots, standard: span(500 * phy.Millisecond), text: "the first interval, in whole milliseconds, at least 1"},
				{name: "factor", kind: numberParam, least: 1, most: 1024, standard: units(1.5), text: "the factor by which the delay grows with each failure"},
				{name: "jitter", kind: numberParam, least: 0, most: 1, standard: units(0.5), text: "the largest share of the interval that is added or subtracted"},
				{name: "cap", kind: delayParam, least: 0, most: mostSlots, standard: span(60 * phy.Second), text: "the longest interval, in whole milliseconds"},
				{name: "elapsed", kind: delayParam, least: 0, most: mostSlots, standard: span(900 * phy.Second), text: "the time since the first attempt after which the client gives up, in whole milliseconds"},
			},
			Text:    "What Google's HTTP client does: whole milliseconds, rounded down.",
			Formula: "floor(v*(1-jitter) + u*(2*v*jitter+1)) milliseconds, v = base, then floor(v*factor) up to cap, u uniform on [0, 1)",
			Cap:     "before the draw",
			State:   "the interval",
			Source:  "google-http-java-client, ExponentialBackOff",
			build:   buildGoogle,
		},
		{
			Name: "norm-variate",
			params: []param{
				{name: "form", kind: wordParam, standard: oneWord("article"), words: []string{"article", "code"}, text: "what to follow: the article's pseudo-code, or what its program does"},
				{name: "base", kind: delayParam, least: 0, most: mostSlots, standard: span(100 * phy.Millisecond), text: "the first delay"},
				{name: "factor", kind: numberParam, least: 1, most: 1024, standard: units(backoff.NormVariateDefault.Factor), text: "the factor by which the last delay grows"},
				{name: "cap", kind: delayParam, least: 0, most: mostSlots, standard: span(300 * phy.Second), text: "the longest delay before the draw is added"},
				{name: "jitter", kind: numberParam, least: 0, most: 1000, standard: units(0.1), text: "the standard deviation of the normal draw: a share of the delay (article), or seconds (code)"},
			},
			Text:    "Exponential backoff with a normal draw added; the next delay grows from the sum. At the first failure, the last delay of the program is the think time before the request.",
			Formula: "article: base, then d + N(0, d*jitter), d = min(cap, previous*factor); code: d + N(0, jitter seconds), previous being the think time at first; below 0 is 0",
			Cap:     "before the draw",
			State:   "the last delay, with its draw",
			Source:  "smira/exponential-backoff, client.go, and the article it goes with",
			build: func(a args) (backoff.Policy, error) {
				rule := backoff.NormVariateRule{Min: a.units("base"), Cap: a.units("cap"), Factor: a.number("factor"), Jitter: a.number("jitter")}
				if a.word("form") == "code" {
					return backoff.NormVariateCode(rule, a.in(phy.Second)), nil
				}
				return backoff.NormVariateArticle(rule), nil
			},
		},
		{
			Name: "sip",
			params: []param{
				{name: "form", kind: wordParam, standard: oneWord("invite"), words: []string{"invite", "non-invite"}, text: "which timers: invite is A and B, non-invite is E and F"},
				{name: "t1", kind: delayParam, least: 1e-9, most: mostSlots, standard: span(500 * phy.Millisecond), text: "T1: the first interval; the request is given up after 64 times T1"},
				{name: "t2", kind: delayParam, least: 1e-9, most: mostSlots, standard: span(4 * phy.Second), text: "T2: the longest interval of non-invite"},
			},
			Text:    "Retransmission of SIP requests over UDP, without a draw.",
			Formula: "invite: t1*2^(n-1); non-invite: min(t1*2^(n-1), t2); up to 64*t1 in all",
			Source:  "RFC 3261 17.1.1.2 and 17.1.2.2",
			build: func(a args) (backoff.Policy, error) {
				if a.word("form") == "invite" {
					return backoff.SIPInvite(a.units("t1")), nil
				}
				return backoff.SIPNonInvite(a.units("t1"), a.units("t2")), nil
			},
		},
		{
			Name: "scripted",
			params: []param{
				{name: "slots", kind: wholesParam, least: 0, most: mostSlots, must: true, text: "the draws, in order; on a cable each must lie within the range of beb"},
				{name: "delays", kind: delaysParam, least: 0, most: mostSlots, none: "slots", text: "the delays, in order, in place of slots; they need not be whole"},
			},
			Text:    "Forced draws: the first failure waits the first number of units, the second failure the second number, and so on, whichever frame fails. When the list runs out, the run ends with an error.",
			Formula: "as written",
			State:   "the number of draws made",
			Source:  "for lessons and tests whose outcome is worked out by hand",
			build:   buildScripted,
			check:   checkScripted,
		},
		{
			Name:    "custom",
			params:  []param{{name: "expr", kind: exprParam, must: true, text: "the delay as an expression of attempt (from 1), previous, elapsed, u (uniform on [0, 1)) and normal (mean 0, deviation 1), with + - * / % **, comparisons, ?:, pow, exp, log, min, max, floor, ceil, round and abs"}},
			Text:    "An expression of your own, such as min(2000, 5 * 2**attempt) * u.",
			Formula: "as written; a result that is negative or not a finite number ends the run with an error",
			State:   "the last delay",
			Source:  "yours, by github.com/expr-lang/expr",
			build:   func(a args) (backoff.Policy, error) { return custom.New(a.word("expr")) },
			check: func(r *Reader, c *Choice) {
				if !c.values[0].given {
					r.Fail(c.node, `expr is missing: write {policy: custom, expr: "min(2000, 5 * 2**attempt) * u"}`)
				}
			},
		},
	}
}

func buildGoogle(a args) (backoff.Policy, error) {
	rule := backoff.GoogleRule{Multiplier: a.number("factor"), Jitter: a.number("jitter")}
	for _, p := range []struct {
		name string
		into *int64
	}{{"base", &rule.Initial}, {"cap", &rule.Max}, {"elapsed", &rule.MaxElapsed}} {
		ms, err := a.multiple(p.name, phy.Millisecond)
		if err != nil {
			return nil, err
		}
		*p.into = ms
	}
	return backoff.Google(rule, a.in(phy.Millisecond)), nil
}

func buildScripted(a args) (backoff.Policy, error) {
	if v := a.value("delays"); v.given {
		var delays []float64
		for _, d := range v.list {
			delays = append(delays, d.in(a.unit))
		}
		return backoff.Delays(delays...), nil
	}
	var like *backoff.Table
	if a.cable {
		like = backoff.BEB(a.limit)
	}
	var slots []int
	for _, d := range a.value("slots").list {
		slots = append(slots, int(d.number))
	}
	return backoff.Script(like, slots...), nil
}

func checkScripted(r *Reader, c *Choice) {
	switch slots, delays := c.values[0].given, c.values[1].given; {
	case !slots && !delays:
		r.Fail(c.node, "slots is missing: write {policy: scripted, slots: [0, 1]}")
	case slots && delays:
		r.Fail(c.node.Get("delays"), "slots already says this: give one of the two")
	}
}
