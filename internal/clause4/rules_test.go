package clause4

import (
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/phy"
)

// change is one override of the rules: which, and the choice among its values.
type change struct{ rule, value int }

var drawChange = shared(func(t *rapid.T) change {
	return change{
		rule:  rapid.SampledFrom(overrideNumbers).Draw(t, "rule"),
		value: rapid.IntRange(0, 400).Draw(t, "value"),
	}
})

// override is a rule that an experiment may change, and its values. Values are bits unless noted.
type override struct {
	values []int // one of these, or any
	set    func(p *mac.Params, v int)
}

// overrides are all those that the reference knows.
var overrides = []override{
	{[]int{0, 8, 65, 100}, func(p *mac.Params, v int) { p.Header = bits(p, v) }},
	{[]int{1, 48, 512}, func(p *mac.Params, v int) { p.Jam = bits(p, v) }},
	{[]int{0, 95, 1, 48, 200}, func(p *mac.Params, v int) { p.Gap = bits(p, v) }},
	{nil, func(p *mac.Params, v int) { p.GapPart1 = bits(p, v) / 4 }}, // quarters
	{[]int{0, 96, 95}, func(p *mac.Params, v int) { p.GapPart1 = bits(p, v) }},
	{[]int{100, 511, 64, 1, 1000}, func(p *mac.Params, v int) { p.SlotTime = bits(p, v) }},
	{[]int{96, 95, 0, 600}, func(p *mac.Params, v int) { p.MaxDefer = bits(p, v) }},
	{[]int{1, 2, 3, 5}, func(p *mac.Params, v int) { p.AttemptLimit = v }},      // attempts
	{[]int{0, 1, 2, 5}, func(p *mac.Params, v int) { p.BackoffLimit = v }},      // collisions
	{[]int{63, 65, 46, 18, 100}, func(p *mac.Params, v int) { p.MinFrame = v }}, // octets
	{[]int{64, 100, 110, 1519, 2500}, func(p *mac.Params, v int) { p.MaxFrame = v }},
	{[]int{0}, func(p *mac.Params, _ int) { p.LateDiscard = true }},
	{[]int{0}, func(p *mac.Params, _ int) { p.GapAfterBackoff = true }},
	{[]int{0}, func(p *mac.Params, _ int) { p.GapAfterBackoff, p.BlindAfter = true, true }},
	{[]int{12, 95, 1, 60}, func(p *mac.Params, v int) { p.GapAfterBackoff, p.GapLead = true, bits(p, v) }},
	{[]int{0}, func(p *mac.Params, _ int) { p.NoBlindStart = true }},
	{[]int{564, 100, 512}, func(p *mac.Params, v int) { p.LateWindow = bits(p, v) }},
	{[]int{0}, func(p *mac.Params, _ int) { p.LateWindow = phy.Forever }},
	{[]int{127, 1, 96}, func(p *mac.Params, v int) { p.BackoffDelay = bits(p, v) }},
	{[]int{0}, func(p *mac.Params, _ int) { p.CutHeader = true }},
	{[]int{0}, func(p *mac.Params, _ int) { p.NoCarrierSense = true }},
	{[]int{0}, func(p *mac.Params, _ int) { p.NoCollision = true }},
}

var overrideNumbers = func() (list []int) {
	for k := range overrides {
		list = append(list, k)
	}
	return list
}()

// rulesOf applies overrides to a line's rules, first those of all stations and then the station's
// own, and keeps the result consistent.
func rulesOf(p mac.Params, lists ...[]change) mac.Params {
	for _, list := range lists {
		for _, c := range list {
			o := overrides[c.rule]
			v := c.value
			if o.values != nil {
				v = o.values[v%len(o.values)]
			}
			o.set(&p, v)
		}
	}
	p.GapPart1 = min(p.GapPart1, p.Gap)
	if p.BlindAfter {
		p.GapLead = 0
	}
	p.MaxFrame = max(p.MaxFrame, p.MinFrame)
	return p
}

func bits(p *mac.Params, n int) phy.Time { return phy.Time(n) * p.BitTime }
