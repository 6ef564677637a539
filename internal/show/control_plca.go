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

// portBus is a network whose bridges can have PLCA at their ports.
type portBus interface {
	PLCAOfPort(name string) (p *plca.Params, ok, found bool)
}

// plca returns the parameters and the status of a node: of a station, or of a port of a bridge.
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
			a = plcaOf(bus.PLCA(i))
			a.Station = station
			return nil
		}
		if bus, ok := net.(portBus); ok {
			if p, ok, found := bus.PLCAOfPort(station); found {
				a = plcaOf(p, ok)
				a.Station, a.Port = station, true
				return nil
			}
		}
		return fmt.Errorf("there is no station %q: there are %s", station, run.SomeNames(net))
	})
	return a, err
}

// plcaOf returns the answer for a node with some parameters, nil where PLCA is off, and a status.
func plcaOf(p *plca.Params, ok bool) control.PLCA {
	a := control.PLCA{Status: ok}
	if p != nil {
		a.Enabled, a.IDs, a.Count, a.Bursts = true, p.NodeIDs, p.NodeCount, p.BurstCount
		a.ToTimer, a.Timer = int(p.ToTimer/plca.Bit), int(p.BurstTimer/plca.Bit)
	}
	return a
}
