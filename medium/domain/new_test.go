package domain_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

func TestConfigurationsRefused(t *testing.T) {
	for want, change := range map[string]func(*plan){
		"at least one station":     func(p *plan) { p.Stations = nil },
		"segment 9":                func(p *plan) { p.Stations[0].End.Segment = 9 },
		`this end of link "0"`:     func(p *plan) { p.Stations[1].End = p.Stations[0].End },
		"an end on a cable":        func(p *plan) { p.cable(); p.Stations[0].End = domain.End{Segment: 2, Full: true} },
		"a link has no place":      func(p *plan) { p.Stations[0].End.At = 1 },
		`the name "A" is empty`:    func(p *plan) { p.Stations[1].Name = "A" },
		"a repeater's end is half": func(p *plan) { p.Repeaters[0].Ports[0].End.Full = true },
		"form a loop":              func(p *plan) { h := p.hub("two"); p.join(0, h, 1); p.join(h, 0, 1) },
		"share one bit time": func(p *plan) {
			r := mac.For(phy.Ethernet10)
			r.BitTime = 1000
			r.Header, r.Jam = 0, 1000
			p.Stations[0].Params = &r
		},
		"a time or a count is negative": func(p *plan) { p.Repeaters[0].Delay = -1 },
		`the name "A" is empty or`:      func(p *plan) { p.Repeaters[0].Name = "A" },
		"its place is negative":         func(p *plan) { p.Stations[0].End.At = -1 },
	} {
		var p plan
		h := p.hub("hub")
		p.pc(h, 10)
		p.pc(h, 10)
		change(&p)
		_, err := domain.New(p.Config)
		assert.ErrorContains(t, err, want)
	}
}
