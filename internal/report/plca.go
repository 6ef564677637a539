package report

import (
	"fmt"
	"text/tabwriter"
)

// plca writes what PLCA did on the bus, and at each node.
func (s *summary) plca() {
	p := s.r.Medium.PLCA
	if p == nil {
		return
	}
	t := tabwriter.NewWriter(s, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "\nPLCA\tcycles %s\tbeacon %s\tcommit %s\tsilence %s\n", count(p.Cycles), percent(p.ShareBeacon), percent(p.ShareCommit), percent(p.ShareSilence))
	if p.Cycles > 0 {
		fmt.Fprintf(t, "cycle\tmin %s\tmean %s\tmax %s\t\n", micros(p.CycleUs.Min), micros(p.CycleUs.Mean), micros(p.CycleUs.Max))
	}
	t.Flush()

	t = tabwriter.NewWriter(s, 0, 0, 1, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "\nnode\tOK\tbeacons\tused\tyielded\tlost\tlogical\tphysical\tRXINTO\tUNEXPB\tBCNBFTO\t\n")
	rows := 0
	for i := range s.r.Stations {
		n := s.r.Stations[i].PLCA
		if n == nil {
			continue
		}
		if rows++; rows > Rows {
			continue
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", clip(s.r.Stations[i].Name, 16), percent(n.StatusOK), count(n.Beacons), count(n.TurnsUsed), count(n.TurnsYielded),
			count(n.TurnsLost), count(n.LogicalCollisions), count(n.PhysicalCollisions), count(n.RXInTO), count(n.UnexpectedBeacons), count(n.BeaconsBeforeTO))
	}
	t.Flush()
	s.more(rows-Rows, "nodes")
}
