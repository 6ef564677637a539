package live

import "github.com/csmacd/csmacd/medium"

// ofTurns are the metrics of a bus with PLCA, and ofNode those of a node.
var (
	ofTurns = []metric[medium.PLCABus]{
		counter("plca_cycles", "Cycles of PLCA that ended.", func(p *medium.PLCABus) float64 { return float64(p.Cycles) }),
		gauge("plca_cycle_mean_seconds", "The mean cycle, from BEACON to BEACON, since the run began.", func(p *medium.PLCABus) float64 { return p.CycleUs.Mean / 1e6 }),
		gauge("plca_cycle_max_seconds", "The longest cycle.", func(p *medium.PLCABus) float64 { return p.CycleUs.Max / 1e6 }),
		gauge("plca_share_beacon", "Share of time with BEACON on the line.", func(p *medium.PLCABus) float64 { return p.ShareBeacon }),
		gauge("plca_share_silence", "Share of time with nothing on the line.", func(p *medium.PLCABus) float64 { return p.ShareSilence }),
		gauge("plca_share_commit", "Share of time with COMMIT on the line.", func(p *medium.PLCABus) float64 { return p.ShareCommit }),
	}
	ofNode = []metric[medium.PLCANode]{
		gauge("node_plca_status_ok", "Share of time with plca_status OK.", func(n *medium.PLCANode) float64 { return n.StatusOK }),
		counter("node_plca_status_changes", "Changes of plca_status.", func(n *medium.PLCANode) float64 { return float64(n.StatusChanges) }),
		counter("node_plca_beacons", "Beacons sent or heard.", func(n *medium.PLCANode) float64 { return float64(n.Beacons) }),
		counter("node_plca_turns_used", "Own turns in which the node sent.", func(n *medium.PLCANode) float64 { return float64(n.TurnsUsed) }),
		counter("node_plca_turns_yielded", "Own turns in which nothing was pending.", func(n *medium.PLCANode) float64 { return float64(n.TurnsYielded) }),
		counter("node_plca_turns_lost", "Own turns committed to without a frame.", func(n *medium.PLCANode) float64 { return float64(n.TurnsLost) }),
		counter("node_plca_logical_collisions", "Attempts that had to wait for the own turn.", func(n *medium.PLCANode) float64 { return float64(n.LogicalCollisions) }),
		counter("node_plca_physical_collisions", "Attempts that met another signal on the line.", func(n *medium.PLCANode) float64 { return float64(n.PhysicalCollisions) }),
		counter("node_plca_rxinto", "Receptions in an own turn.", func(n *medium.PLCANode) float64 { return float64(n.RXInTO) }),
		counter("node_plca_unexpb", "Beacons of another node, heard by a coordinator.", func(n *medium.PLCANode) float64 { return float64(n.UnexpectedBeacons) }),
		counter("node_plca_bcnbfto", "Beacons that came before the own turn.", func(n *medium.PLCANode) float64 { return float64(n.BeaconsBeforeTO) }),
	}
)

// writeTurns writes the metrics of PLCA, if there is any.
func writeTurns(e *exposition, s *Snapshot) {
	if p := s.Result.Medium.PLCA; p != nil {
		write(e, ofTurns, []*medium.PLCABus{p}, []string{labels("medium", s.Name)})
	}
	stations, names := distinct(s.Result.Stations, s.Name, func(st *medium.Station) string { return st.Name })
	var nodes []*medium.PLCANode
	var of []string
	for i, st := range stations {
		if st.PLCA != nil {
			nodes, of = append(nodes, st.PLCA), append(of, names[i])
		}
	}
	write(e, ofNode, nodes, of)
}
