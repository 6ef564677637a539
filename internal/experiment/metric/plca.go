package metric

import (
	"math"

	"github.com/csmacd/csmacd/internal/plan"
	"github.com/csmacd/csmacd/medium"
)

// turnBuses are the kinds of medium whose stations can take turns.
var turnBuses = []string{plan.TurnBus}

// plcaMetrics returns the metrics of a bus with PLCA. A run without PLCA has none.
func plcaMetrics() (list []Metric) {
	ofBus := func(name, unit, what string, of func(*medium.PLCABus) float64) {
		list = append(list, Metric{Name: name, Unit: unit, What: what, kinds: turnBuses, of: func(s *summed) float64 {
			if s.Medium.PLCA == nil {
				return math.NaN()
			}
			return of(s.Medium.PLCA)
		}})
	}
	ofNodes := func(name, what string, of func(*medium.PLCANode) uint64) {
		list = append(list, Metric{Name: name, What: what + ", all nodes together", kinds: turnBuses, of: func(s *summed) float64 {
			if s.Medium.PLCA == nil {
				return math.NaN()
			}
			var sum uint64
			for i := range s.Stations {
				if n := s.Stations[i].PLCA; n != nil {
					sum += of(n)
				}
			}
			return float64(sum)
		}})
	}
	// An empty range has no values.
	cycle := func(of func(medium.Spread) float64) func(*medium.PLCABus) float64 {
		return func(p *medium.PLCABus) float64 {
			if p.Cycles == 0 {
				return math.NaN()
			}
			return of(p.CycleUs)
		}
	}
	ofBus("plca_cycles", "", "cycles of PLCA that ended", func(p *medium.PLCABus) float64 { return float64(p.Cycles) })
	ofBus("plca_cycle_us_min", "us", "the shortest cycle, from BEACON to BEACON", cycle(func(v medium.Spread) float64 { return v.Min }))
	ofBus("plca_cycle_us_mean", "us", "the mean cycle, from BEACON to BEACON", cycle(func(v medium.Spread) float64 { return v.Mean }))
	ofBus("plca_cycle_us_max", "us", "the longest cycle, from BEACON to BEACON", cycle(func(v medium.Spread) float64 { return v.Max }))
	ofBus("plca_share_beacon", "", "share of time with BEACON on the line", func(p *medium.PLCABus) float64 { return p.ShareBeacon })
	ofBus("plca_share_silence", "", "share of time with nothing on the line", func(p *medium.PLCABus) float64 { return p.ShareSilence })
	ofBus("plca_share_commit", "", "share of time with COMMIT on the line, and no BEACON", func(p *medium.PLCABus) float64 { return p.ShareCommit })
	ofNodes("plca_turns_used", "own turns in which nodes sent", func(n *medium.PLCANode) uint64 { return n.TurnsUsed })
	ofNodes("plca_turns_yielded", "own turns in which nothing was pending", func(n *medium.PLCANode) uint64 { return n.TurnsYielded })
	ofNodes("plca_turns_lost", "own turns committed to without a frame", func(n *medium.PLCANode) uint64 { return n.TurnsLost })
	ofNodes("plca_logical_collisions", "attempts that had to wait for the own turn", func(n *medium.PLCANode) uint64 { return n.LogicalCollisions })
	ofNodes("plca_physical_collisions", "attempts that met another signal on the line", func(n *medium.PLCANode) uint64 { return n.PhysicalCollisions })
	ofNodes("plca_rxinto", "receptions in own turns", func(n *medium.PLCANode) uint64 { return n.RXInTO })
	ofNodes("plca_unexpb", "beacons of another node, heard by coordinators", func(n *medium.PLCANode) uint64 { return n.UnexpectedBeacons })
	ofNodes("plca_bcnbfto", "beacons that came before the own turn", func(n *medium.PLCANode) uint64 { return n.BeaconsBeforeTO })
	ofNodes("plca_status_changes", "changes of plca_status", func(n *medium.PLCANode) uint64 { return n.StatusChanges })
	return append(list, Metric{Name: "plca_status_ok", What: "share of time with plca_status OK, the mean over nodes", kinds: turnBuses, of: statusOK})
}

func statusOK(s *summed) float64 {
	sum, nodes := 0.0, 0
	for i := range s.Stations {
		if n := s.Stations[i].PLCA; n != nil {
			sum += n.StatusOK
			nodes++
		}
	}
	if nodes == 0 {
		return math.NaN()
	}
	return sum / float64(nodes)
}
