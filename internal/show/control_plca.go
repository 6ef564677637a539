package show

import (
	"fmt"

	"github.com/csmacd/csmacd/internal/control"
	"github.com/csmacd/csmacd/internal/run"
	"github.com/csmacd/csmacd/mac/plca"
)

// turnBus is a network whose stations can have PLCA.
type turnBus interface {
	PLCA(station int) (*plca.Params, bool)
}

// plca returns the parameters and the status of a node.
func (u *show) plca(station string) (a control.PLCA, err error) {
	err = u.between(func() error {
		net := u.session.Network
		bus, ok := net.(turnBus)
		if !ok {
			return fmt.Errorf("this medium has no PLCA: a bus of 10base-t1s with plca has")
		}
		for i := range net.Len() {
			if net.Name(i) != station {
				continue
			}
			p, ok := bus.PLCA(i)
			if a = (control.PLCA{Station: station, Status: ok}); p != nil {
				a.Enabled, a.IDs, a.Count, a.Bursts = true, p.NodeIDs, p.NodeCount, p.BurstCount
				a.ToTimer, a.Timer = int(p.ToTimer/plca.Bit), int(p.BurstTimer/plca.Bit)
			}
			return nil
		}
		return fmt.Errorf("there is no station %q: there are %s", station, run.SomeNames(net))
	})
	return a, err
}
