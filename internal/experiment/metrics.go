package experiment

import (
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Metric is a figure of a run.
type Metric struct {
	Name, Unit, What string

	of    func(*summed) float64 // not a number: the run has none
	kinds []string              // of medium that have it; nil: all

	pooled *pooled // nil: a point has the mean of its runs
}

// pooled says that a point has the percentile of the values of all its runs together, not the mean of
// their percentiles.
type pooled struct {
	of      int // which of the distributions of a record
	share   float64
	longest int // the metric of the greatest value, which no percentile is above
}

// cables are the kinds of medium whose stations count as clause 30 has it.
var cables = []string{"bus", "star"}

// channels are the kinds of medium of the ALOHA family.
var channels = []string{"aloha", "slotted-aloha"}

// in says whether a campaign whose runs are on media of some kinds has the metric.
func (m *Metric) in(kinds []string) bool {
	return m.kinds == nil || slices.ContainsFunc(m.kinds, func(k string) bool { return slices.Contains(kinds, k) })
}

// summed is a result, and its stations' counters added up.
type summed struct {
	*medium.Result
	counters mac.Counters
	octets   uint64
	slot     phy.Time // slotTime; 0 where the medium has none
	settled  bool     // a warm-up that was looked for has been found
}

// ruled is a medium whose stations keep the rules of clause 4.
type ruled interface{ Params(station int) mac.Params }

func sum(r *medium.Result, net medium.Network) *summed {
	s := &summed{Result: r}
	if n, ok := net.(ruled); ok && net.Len() > 0 {
		s.slot = n.Params(0).SlotTime
	}
	into := reflect.ValueOf(&s.counters).Elem()
	for i := range r.Stations {
		from := reflect.ValueOf(&r.Stations[i].Counters).Elem()
		for k := range into.NumField() {
			into.Field(k).SetUint(into.Field(k).Uint() + from.Field(k).Uint())
		}
		s.octets += r.Stations[i].OctetsDelivered
	}
	return s
}

// Metrics are the figures of a run that a campaign keeps, in the order of its tables.
var Metrics = metrics()

func metrics() []Metric {
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
		share("share_collision", "share of time covered by transmissions that collided, of the rest", func(m *medium.Medium) float64 { return m.ShareCollision }),
		share("share_idle", "the rest of time, as a share", func(m *medium.Medium) float64 { return m.ShareIdle }),
		{Name: "jain", What: "Jain's index of fairness over octets delivered, of stations with traffic", of: func(s *summed) float64 { return s.Medium.Jain }},
		count("frames_offered", "frames that came to queues", func(m *medium.Medium) uint64 { return m.FramesOffered }),
		count("frames_sent", "frames whose senders met no collision", func(m *medium.Medium) uint64 { return m.FramesSent }),
		count("frames_delivered", "frames sent that whom they were for received whole", func(m *medium.Medium) uint64 { return m.FramesDelivered }),
		count("frames_lost", "frames sent that were not", func(m *medium.Medium) uint64 { return m.FramesLost }),
		count("frames_dropped", "frames that their senders discarded", func(m *medium.Medium) uint64 { return m.FramesDropped }),
		count("frames_queued", "frames that waited when the run ended", func(m *medium.Medium) uint64 { return m.FramesQueued }),
		count("attempts", "transmissions begun", func(m *medium.Medium) uint64 { return m.Attempts }),
		count("collisions", "groups of transmissions that detected each other", func(m *medium.Medium) uint64 { return m.Collisions }),
	}
	list = append(list, delays(len(list), accessDelay, "access_delay_us", "from the head of the queue to the last bit sent", func(s *summed) *medium.Delays { return &s.AccessDelay })...)
	list = append(list, delays(len(list), queueDelay, "delay_us", "from the queue to the last bit at the addressee", func(s *summed) *medium.Delays { return &s.Delay })...)
	list = append(list, Metric{Name: "octets_delivered", Unit: "octets", What: "octets delivered, from destination address to FCS", of: func(s *summed) float64 { return float64(s.octets) }})
	counters := reflect.TypeFor[mac.Counters]()
	for i := range counters.NumField() {
		name := counters.Field(i).Name
		list = append(list, Metric{Name: name, Unit: unitOf(name), What: "the counter " + name + ", all stations together", of: func(s *summed) float64 {
			return float64(reflect.ValueOf(&s.counters).Elem().Field(i).Uint())
		}, kinds: cables})
	}
	list = append(list, resourceMetrics()...)
	return append(list,
		Metric{Name: "contention_slots", Unit: "slots", What: "time with no successful transmission, the gap included, over frames sent, in slots: (share_idle + share_collision) * simulated time / frames_sent / slotTime", of: contention, kinds: cables},
		Metric{Name: "simulated_us", Unit: "us", What: "simulated time that the figures are over", of: func(s *summed) float64 { return float64(s.SimulatedPs) / 1e6 }},
		Metric{Name: "warmup_us", Unit: "us", What: "time before that, left out; none where it was looked for and the run did not settle", of: func(s *summed) float64 {
			if !s.settled {
				return math.NaN()
			}
			return float64(s.WarmupPs) / 1e6
		}},
	)
}

// contention is the time between frames, in slots a frame.
func contention(s *summed) float64 {
	if s.slot == 0 || s.Medium.FramesSent == 0 {
		return math.NaN()
	}
	between := float64((s.Medium.ShareIdle + s.Medium.ShareCollision) * float64(s.SimulatedPs))
	return between / float64(s.Medium.FramesSent) / float64(s.slot)
}

// unitOf is what a count is of, where its name says so.
func unitOf(name string) string {
	switch {
	case strings.HasPrefix(name, "Octets"):
		return "octets"
	case strings.HasPrefix(name, "frames_"), strings.Contains(name, "Frames"):
		return "frames"
	}
	return ""
}

// delays are the figures of a distribution; one of no frames has but a count. first is the number that the first of them has
// among the metrics.
func delays(first, distribution int, name, what string, of func(*summed) *medium.Delays) []Metric {
	some := func(part, words string, get func(*medium.Delays) float64) Metric {
		return Metric{Name: name + "_" + part, Unit: "us", What: words + " of the time " + what, of: func(s *summed) float64 {
			d := of(s)
			if d.Count == 0 {
				return math.NaN()
			}
			return get(d)
		}}
	}
	percentile := func(part, words string, share float64, get func(*medium.Delays) float64) Metric {
		m := some(part, words, get)
		m.pooled = &pooled{of: distribution, share: share}
		return m
	}
	list := []Metric{
		{Name: name + "_count", Unit: "frames", What: "frames whose time " + what + " was taken", of: func(s *summed) float64 { return float64(of(s).Count) }},
		some("mean", "mean", func(d *medium.Delays) float64 { return d.Mean }),
		percentile("p50", "median", 0.50, func(d *medium.Delays) float64 { return d.P50 }),
		percentile("p95", "95th percentile", 0.95, func(d *medium.Delays) float64 { return d.P95 }),
		percentile("p99", "99th percentile", 0.99, func(d *medium.Delays) float64 { return d.P99 }),
		some("max", "greatest", func(d *medium.Delays) float64 { return d.Max }),
	}
	for i := range list {
		if list[i].pooled != nil {
			list[i].pooled.longest = first + len(list) - 1
		}
	}
	return list
}

// metric gives the number of the metric of a name, -1 for none.
func metric(name string) int {
	for i := range Metrics {
		if Metrics[i].Name == name {
			return i
		}
	}
	return -1
}

// Pooled reports whether the metric of a name is that of all frames of a point's runs together in the table of
// points, and not the mean over the runs.
func Pooled(name string) bool {
	k := metric(name)
	return k >= 0 && Metrics[k].pooled != nil
}

// MetricNames lists the names of the metrics that media of some kinds have.
func MetricNames(kinds []string) string {
	var names []string
	for i := range Metrics {
		if Metrics[i].in(kinds) {
			names = append(names, Metrics[i].Name)
		}
	}
	return strings.Join(names, ", ")
}
