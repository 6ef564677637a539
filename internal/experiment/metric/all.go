package metric

import (
	"math"
	"reflect"
	"strings"

	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
)

// All are the figures of a run that a campaign keeps, in the order of its tables.
var All = all()

func all() []Metric {
	count := func(name, what string, of func(*medium.Medium) uint64) Metric {
		return Metric{Name: name, Unit: unitOf(name), What: what, of: func(s *summed) float64 { return float64(of(&s.Medium)) }}
	}
	share := func(name, what string, of func(*medium.Medium) float64) Metric {
		return Metric{Name: name, What: what, of: func(s *summed) float64 { return of(&s.Medium) }, kinds: scenario.Timed}
	}
	list := []Metric{
		share("throughput", "bits of delivered frames, from destination address to FCS, over simulated bit times", func(m *medium.Medium) float64 { return m.Throughput }),
		share("offered_load", "bits of offered frames, header and gap included, over simulated bit times", func(m *medium.Medium) float64 { return m.OfferedLoad }),
		share("share_success", "share of time covered by transmissions that met no collision, at their senders", func(m *medium.Medium) float64 { return m.ShareSuccess }),
		share("share_collision", "share of time covered by transmissions that collided, without the time of those that did not", func(m *medium.Medium) float64 { return m.ShareCollision }),
		share("share_idle", "share of the remaining time", func(m *medium.Medium) float64 { return m.ShareIdle }),
		{Name: "jain", What: "Jain's index of fairness of the octets delivered, over stations with traffic", of: func(s *summed) float64 { return s.Medium.Jain }},
		count("frames_offered", "frames that were added to queues", func(m *medium.Medium) uint64 { return m.FramesOffered }),
		count("frames_sent", "frames sent without a collision in their last attempt", func(m *medium.Medium) uint64 { return m.FramesSent }),
		count("frames_delivered", "frames sent that their addressees received whole", func(m *medium.Medium) uint64 { return m.FramesDelivered }),
		count("frames_lost", "frames sent that their addressees did not receive whole", func(m *medium.Medium) uint64 { return m.FramesLost }),
		count("frames_dropped", "frames that their senders discarded", func(m *medium.Medium) uint64 { return m.FramesDropped }),
		count("frames_queued", "frames that waited when the run ended", func(m *medium.Medium) uint64 { return m.FramesQueued }),
		count("attempts", "transmissions begun", func(m *medium.Medium) uint64 { return m.Attempts }),
		count("collisions", "groups of transmissions that detected each other", func(m *medium.Medium) uint64 { return m.Collisions }),
	}
	list = append(list, delays(len(list), AccessDelay, "access_delay_us", "from the head of the queue to the last bit sent", func(s *summed) *medium.Delays { return &s.AccessDelay })...)
	list = append(list, delays(len(list), QueueDelay, "delay_us", "from the queue to the last bit at the addressee", func(s *summed) *medium.Delays { return &s.Delay })...)
	list = append(list, Metric{Name: "octets_delivered", Unit: "octets", What: "octets delivered, from destination address to FCS", of: func(s *summed) float64 { return float64(s.octets) }})
	counters := reflect.TypeFor[mac.Counters]()
	for i := range counters.NumField() {
		name := counters.Field(i).Name
		list = append(list, Metric{Name: name, Unit: unitOf(name), What: "the counter " + name + ", all stations together", of: func(s *summed) float64 {
			return float64(reflect.ValueOf(&s.counters).Elem().Field(i).Uint())
		}, kinds: ethernets})
	}
	list = append(list, resourceMetrics()...)
	list = append(list,
		Metric{Name: "contention_slots", Unit: "slots", What: "time with no successful transmission, the gap included, over frames sent, in slots: (share_idle + share_collision) * simulated time / frames_sent / slotTime", of: contention, kinds: cables},
		Metric{Name: "simulated_us", Unit: "us", What: "simulated time over which the figures are taken", of: func(s *summed) float64 { return float64(s.SimulatedPs) / 1e6 }},
		Metric{Name: "warmup_us", Unit: "us", What: "time before that, left out; none if a rule looked for it and the run did not settle", of: func(s *summed) float64 {
			if !s.settled {
				return math.NaN()
			}
			return float64(s.WarmupPs) / 1e6
		}},
		Metric{Name: "throughput_bps", Unit: "b/s", What: "bits of frames that arrived at their destinations, from destination address to FCS, over simulated time", of: func(s *summed) float64 { return s.Medium.ThroughputBps }, kinds: networks},
	)
	list = append(list, plcaMetrics()...)
	return append(list, flowMetrics(len(list))...)
}

// contention returns the time between frames, in slots for each frame.
func contention(s *summed) float64 {
	if s.slot == 0 || s.Medium.FramesSent == 0 {
		return math.NaN()
	}
	between := float64((s.Medium.ShareIdle + s.Medium.ShareCollision) * float64(s.SimulatedPs))
	return between / float64(s.Medium.FramesSent) / float64(s.slot)
}

// unitOf returns the unit of a count, if its name contains it.
func unitOf(name string) string {
	switch {
	case strings.HasPrefix(name, "Octets"):
		return "octets"
	case strings.HasPrefix(name, "frames_"), strings.Contains(name, "Frames"):
		return "frames"
	}
	return ""
}
