package plca_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/phy"
)

// The defaults are those of clause 30.16, and possible.
func TestDefault(t *testing.T) {
	p := plca.Default()
	assert.NoError(t, p.Check())
	assert.Equal(t, []int{plca.NoID}, p.NodeIDs)
	assert.Equal(t, 8, p.NodeCount)
	assert.Equal(t, 3200*phy.Nanosecond, p.ToTimer)
	assert.Equal(t, 12800*phy.Nanosecond, p.BurstTimer)
	assert.Equal(t, 0, p.BurstCount)
}

// Each error says what is wrong.
func TestImpossibleParameters(t *testing.T) {
	for want, change := range map[string]func(*plca.Params){
		"node ID 256 is not between 0 and 255":                                       func(p *plca.Params) { p.NodeIDs = []int{256} },
		"node ID -1 is not between 0 and 255":                                        func(p *plca.Params) { p.NodeIDs = []int{1, -1} },
		"node ID 255 is that of a node without a turn, and cannot be one of several": func(p *plca.Params) { p.NodeIDs = []int{1, 255} },
		"node ID 3 is given twice":                                                   func(p *plca.Params) { p.NodeIDs = []int{3, 1, 3} },
		"the node count must be 1 to 255":                                            func(p *plca.Params) { p.NodeCount = 0 },
		"the transmit opportunity timer must be 1 to 255 bit times":                  func(p *plca.Params) { p.ToTimer = 256 * plca.Bit },
		"the burst count must be 0 to 255":                                           func(p *plca.Params) { p.BurstCount = 256 },
		"the burst timer must be 0 to 255 bit times":                                 func(p *plca.Params) { p.BurstTimer = -1 },
		"the silence before a beacon must be 0 to 1 ms":                              func(p *plca.Params) { p.Silence = 2 * phy.Millisecond },
		"a node that chooses its ID cannot be given one":                             func(p *plca.Params) { p.Dynamic, p.NodeIDs = true, []int{4} },
		"only a node that chooses its ID can be allowed to become the coordinator":   func(p *plca.Params) { p.Coordinator = true },
		"the number of aging cycles must be 1 to 65536":                              func(p *plca.Params) { p.Dynamic, p.AgingCycles = true, 0 },
	} {
		p := plca.Default()
		change(&p)
		assert.EqualError(t, p.Check(), want)
	}
}
