package t1s_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/t1s"
	"github.com/csmacd/csmacd/phy"
)

// The PHY of n1 takes a nibble of four bits at 1160, 1164, and so on. TX_EN of its frame falls at 1760 with PLCA, and at
// 1744 without. ESD and ESDOK take 8 bits, the tail 0.8, and the way through both PHYs 15.5: the frame arrives at 1784.3,
// or at 1768.3. But its PHY has the last nibble 4 bits before TX_EN falls. If PLCA or the power is switched off in that
// period, TX_EN falls at once, and the frame is whole and arrives sooner. If the power is back at once, n1 may send its
// next frame in place of the tail, or of ESD, which the frame needs. What the network promises about the frame before
// holds all the same.
func TestAFrameArrivesNoSoonerThanItsNetworkSays(t *testing.T) {
	change := func(kind medium.ChangeKind, at float64, on bool) medium.Change {
		return medium.Change{At: bits(at), Kind: kind, Station: "n1", On: on}
	}
	off := func(at float64) medium.Change { return change(medium.PowerOff, at, true) }
	plcaOff := func(at float64) medium.Change { return change(medium.PLCA, at, false) }
	asked := []float64{1200, 1741, 1743, 1745, 1756, 1757, 1758, 1760, 1761}
	for _, c := range []struct {
		name    string
		plain   bool // without PLCA
		changes []medium.Change
		next    float64 // when the next frame of n1 is queued
		arrives string  // when the frame arrives whole; "" if it does not
		says    []string
	}{
		{"with PLCA", false, nil, 3000, "1784.3", []string{"1779.5", "1779.5", "1779.5", "1779.5", "1779.5", "1780.5", "1781.5", "1783.5", "1783.5"}},
		{"PLCA is switched off", false, []medium.Change{plcaOff(1757)}, 3000, "1781.3", []string{"1779.5", "1779.5", "1779.5", "1779.5", "1779.5", "1780.5", "1780.5", "1780.5", "1780.5"}},
		{"the power is switched off", false, []medium.Change{off(1757)}, 3000, "1781.3", []string{"1779.5", "1779.5", "1779.5", "1779.5", "1779.5", "1780.5", "1780.5", "1780.5", "1780.5"}},
		{"as soon as it can be", false, []medium.Change{plcaOff(1756.0001)}, 3000, "1780.3001", []string{"1779.5", "1779.5", "1779.5", "1779.5", "1779.5", "1779.5001"}},
		{"too soon", false, []medium.Change{plcaOff(1756)}, 3000, "", []string{"1779.5", "1779.5", "1779.5", "1779.5", "1779.5"}},
		{"without PLCA", true, nil, 3000, "1768.3", []string{"1763.5", "1764.5", "1766.5", "1767.5"}},
		{"without PLCA, the power is switched off", true, []medium.Change{off(1742)}, 3000, "1766.3", []string{"1763.5", "1764.5", "1765.5", "1765.5"}},
		{"the next frame in place of the tail", true, []medium.Change{off(1745), change(medium.PowerOff, 1751, false)}, 1751, "1767.5", []string{"1763.5", "1764.5", "1766.5", "1767.5"}},
		{"the next frame in place of ESD", true, []medium.Change{off(1745), change(medium.PowerOff, 1746, false)}, 1746, "", []string{"1763.5", "1764.5", "1766.5", "1767.5"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			arrived := ""
			network := func() *t1s.Network {
				x := nodes(2)
				x.Latency, x.Timeline = t1s.Typical, c.changes
				for i := range x.Stations {
					x.Stations[i].Phase = new(phy.Time)
					if c.plain {
						x.Stations[i].PLCA = nil
					}
				}
				frames(&x, 1, 64, 1165*bit, bits(c.next))
				n, err := t1s.New(x)
				require.NoError(t, err)
				n.Deliver(0, func(at phy.Time, _ medium.Frame) { arrived += phy.Decimal(at, bit) })
				return n
			}
			require.NoError(t, network().Run(2000*bit))
			assert.Equal(t, c.arrives, arrived)
			for k, want := range c.says {
				n := network()
				require.NoError(t, n.Run(bits(asked[k])))
				says := ""
				n.Ahead(0, func(_ *medium.Frame, at phy.Time) { says += phy.Decimal(at, bit) }, nil)
				assert.Equal(t, want, says, fmt.Sprint("at ", asked[k]))
			}
		})
	}
}

// bits returns an instant in bit times.
func bits(n float64) phy.Time { return phy.Time(n*float64(bit) + 0.5) }
