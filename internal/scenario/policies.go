package scenario

import (
	"github.com/csmacd/csmacd/mac/backoff"
)

// PolicyInfo describes a backoff policy that a scenario can name.
type PolicyInfo struct {
	Name    string
	Params  []ParamInfo
	Text    string // what it does, in a sentence
	Formula string // the delay after failure n, in units
	Cap     string // whether the cap comes before the draw or after it; "" where there is none
	State   string // what a sender keeps from one failure to the next; "" for nothing
	Source  string // clause, paper or program
}

// ParamInfo describes a parameter of a policy.
type ParamInfo struct {
	Name    string
	Default string // "" where it must be given
	Range   string
	Text    string
}

// Policies lists the policies that a scenario can name, in the order in which they
// are best read about.
func Policies() []PolicyInfo {
	var list []PolicyInfo
	for _, p := range policies {
		list = append(list, p.info())
	}
	return list
}

// CommonParams describes the parameters that every policy takes besides its own.
func CommonParams() []ParamInfo {
	var list []ParamInfo
	for i := range commonParams {
		list = append(list, commonParams[i].info())
	}
	return list
}

// policy is a backoff policy and how it is built.
type policy struct {
	name    string
	params  []param
	text    string
	formula string
	cap     string
	state   string
	source  string
	build   func(a args) (backoff.Policy, error)

	misplaced map[string]string // keys that it had once, or that are another's
	attempts  int               // after which it gives up where no rules say so; 0: never
	check     func(r *reader, c *choice)
}

// policies are all of them: first those of whole slots, then those of any delay.
var policies = append(slotPolicies(), delayPolicies()...)

// was says what became of the names of policies.
var was = map[string]string{
	"constant": "the same wait each time is {policy: fixed, delay: 1}",
	"window":   "a draw from a fixed window is {policy: uniform, k: 16}",
	"jitter":   "there are full-jitter, equal-jitter and decorrelated",
}

func policyByName(name string) *policy {
	for i := range policies {
		if policies[i].name == name {
			return &policies[i]
		}
	}
	return nil
}

// policyNames lists the names of the policies.
func policyNames() []string {
	var names []string
	for i := range policies {
		names = append(names, policies[i].name)
	}
	return names
}

// info describes the policy to the outside.
func (p *policy) info() PolicyInfo {
	info := PolicyInfo{Name: p.name, Text: p.text, Formula: p.formula, Cap: p.cap, State: p.state, Source: p.source}
	for i := range p.params {
		info.Params = append(info.Params, p.params[i].info())
	}
	return info
}

// param gives the number of a parameter of the policy's own, or -1.
func (p *policy) param(name string) int {
	for i := range p.params {
		if p.params[i].name == name {
			return i
		}
	}
	return -1
}
