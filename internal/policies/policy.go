package policies

import (
	"slices"

	"github.com/csmacd/csmacd/mac/backoff"
)

// ParamInfo describes a parameter of a policy.
type ParamInfo struct {
	Name    string
	Default string // "" if there is none
	Range   string
	Text    string
}

// All returns the policies that a scenario can name, in the order in which they are best read.
func All() []Policy { return slices.Clone(policies) }

// Common describes the parameters that every policy has in addition to its own.
func Common() []ParamInfo {
	var list []ParamInfo
	for i := range commonParams {
		list = append(list, commonParams[i].info())
	}
	return list
}

// Policy is a backoff policy that a scenario can name, and how it is built.
type Policy struct {
	Name    string
	Text    string // what it does, in a sentence
	Formula string // the delay after failure n, in units
	Cap     string // whether the cap comes before the draw or after it; "" where there is none
	State   string // what a sender keeps from one failure to the next; "" for nothing
	Source  string // clause, paper or program

	params []param
	build  func(a args) (backoff.Policy, error)

	misplaced map[string]string // keys that it had once, or that belong to another policy
	attempts  int               // the number after which it gives up if no rules say so; 0: never
	check     func(r *Reader, c *Choice)
}

// policies has all policies: first those of whole slots, then those of any delay.
var policies = append(slotPolicies(), delayPolicies()...)

// was says what replaces former names of policies.
var was = map[string]string{
	"constant": "the same wait each time is {policy: fixed, delay: 1}",
	"window":   "a draw from a fixed window is {policy: uniform, k: 16}",
	"jitter":   "there are full-jitter, equal-jitter and decorrelated",
}

func byName(name string) *Policy {
	for i := range policies {
		if policies[i].Name == name {
			return &policies[i]
		}
	}
	return nil
}

// names returns the names of the policies.
func names() []string {
	var names []string
	for i := range policies {
		names = append(names, policies[i].Name)
	}
	return names
}

// Params describes the policy's own parameters.
func (p *Policy) Params() []ParamInfo {
	var list []ParamInfo
	for i := range p.params {
		list = append(list, p.params[i].info())
	}
	return list
}

// param returns the number of a parameter of the policy's own, or -1.
func (p *Policy) param(name string) int {
	for i := range p.params {
		if p.params[i].name == name {
			return i
		}
	}
	return -1
}
