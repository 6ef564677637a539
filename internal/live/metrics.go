package live

import (
	"strings"
	"unicode/utf8"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/tap"
)

// Names and help of what is exported. Counters of the MAC are called as IEEE 802.3
// clause 30 calls them, which is not how Prometheus would spell them; units are the base
// units, as it wants them.
const namespace = "csmacd_"

// figure is a metric, and where its value stands in what it is read from.
type figure[T any] struct {
	desc  *prometheus.Desc
	kind  prometheus.ValueType
	value func(*T) float64
}

func counter[T any](name, help string, value func(*T) float64, labels ...string) figure[T] {
	return figure[T]{describe(name+"_total", help, labels...), prometheus.CounterValue, value}
}

func gauge[T any](name, help string, value func(*T) float64, labels ...string) figure[T] {
	return figure[T]{describe(name, help, labels...), prometheus.GaugeValue, value}
}

// describe makes a metric of the medium, or of something in it by further labels.
func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(namespace+name, help, append([]string{"medium"}, labels...), nil)
}

// ofMedium, ofStation, ofRun and ofHost are all figures that are one number each.
var (
	ofMedium = []figure[medium.Medium]{
		counter("medium_frames_offered", "Frames that arrived at stations' queues.", func(m *medium.Medium) float64 { return float64(m.FramesOffered) }),
		counter("medium_frames_sent", "Frames whose senders met no collision.", func(m *medium.Medium) float64 { return float64(m.FramesSent) }),
		counter("medium_frames_delivered", "Of the frames sent, those received whole by whom they were for.", func(m *medium.Medium) float64 { return float64(m.FramesDelivered) }),
		counter("medium_frames_lost", "Of the frames sent, those not received whole by whom they were for.", func(m *medium.Medium) float64 { return float64(m.FramesLost) }),
		counter("medium_frames_dropped", "Frames that their stations gave up or refused.", func(m *medium.Medium) float64 { return float64(m.FramesDropped) }),
		gauge("medium_frames_queued", "Frames in all queues.", func(m *medium.Medium) float64 { return float64(m.FramesQueued) }),
		counter("medium_attempts", "Transmissions begun.", func(m *medium.Medium) float64 { return float64(m.Attempts) }),
		counter("medium_collisions", "Groups of transmissions that detected each other.", func(m *medium.Medium) float64 { return float64(m.Collisions) }),
		gauge("medium_throughput", "Bits of frames delivered over bit times, since the run began.", func(m *medium.Medium) float64 { return m.Throughput }),
		gauge("medium_share_success", "Share of time covered by transmissions that met no collision.", func(m *medium.Medium) float64 { return m.ShareSuccess }),
		gauge("medium_share_collision", "Share of time covered by those that did.", func(m *medium.Medium) float64 { return m.ShareCollision }),
		gauge("medium_share_idle", "Share of time covered by neither.", func(m *medium.Medium) float64 { return m.ShareIdle }),
		gauge("medium_offered_load", "Bits of frames offered, header and gap included, over bit times.", func(m *medium.Medium) float64 { return m.OfferedLoad }),
		gauge("medium_jain", "Jain's index of fairness over octets delivered.", func(m *medium.Medium) float64 { return m.Jain }),
	}
	ofStation = append(ofClause30(),
		counter("station_frames_offered", "Frames that arrived at the station's queue.", func(s *medium.Station) float64 { return float64(s.FramesOffered) }, "station"),
		counter("station_frames_delivered", "Frames of this station received whole by whom they were for.", func(s *medium.Station) float64 { return float64(s.FramesDelivered) }, "station"),
		counter("station_octets_delivered", "Octets of those, from destination address to FCS.", func(s *medium.Station) float64 { return float64(s.OctetsDelivered) }, "station"),
		counter("station_frames_dropped", "Frames that the station gave up, or refused as its queue was full.", func(s *medium.Station) float64 { return float64(s.FramesDropped) }, "station"),
		gauge("station_queue_frames", "Frames in the station's queue.", func(s *medium.Station) float64 { return float64(s.FramesQueued) }, "station"),
		counter("station_collisions", "Transmissions that met a collision, of frames that have left the station.", func(s *medium.Station) float64 { return float64(collisions(s)) }, "station"),
	)
	ofRun = []figure[Snapshot]{
		counter("simulated_seconds", "Simulated time since the run began.", func(s *Snapshot) float64 { return s.Now.Seconds() }),
		counter("wall_seconds", "Time of the wall clock since the run began.", func(s *Snapshot) float64 { return s.Figures.WallSeconds }),
		gauge("speed", "Simulated over wall-clock time.", func(s *Snapshot) float64 { return s.Figures.Speed }),
		gauge("behind_seconds", "Time of the wall clock that the machine did not keep up with.", func(s *Snapshot) float64 { return s.Figures.Behind }),
		counter("stalls", "Occasions on which the machine did not keep up.", func(s *Snapshot) float64 { return float64(s.Figures.Stalls) }),
		gauge("pacing_error_max_seconds", "The latest that a device was served after its instant.", func(s *Snapshot) float64 { return s.Figures.PacingError.Max / 1e6 }),
	}
	ofHost = []figure[tap.Passage]{
		counter("host_frames_in", "Frames taken from the host.", func(p *tap.Passage) float64 { return float64(p.In) }, "station"),
		counter("host_frames_out", "Frames handed to the host.", func(p *tap.Passage) float64 { return float64(p.Out) }, "station"),
		counter("host_too_short", "Frames of the host refused: less than a header.", func(p *tap.Passage) float64 { return float64(p.TooShort) }, "station"),
		counter("host_too_long", "Frames of the host refused: longer than the medium's frames.", func(p *tap.Passage) float64 { return float64(p.TooLong) }, "station"),
		counter("host_dropped_by_host", "Frames of the host lost before the station could take them.", func(p *tap.Passage) float64 { return float64(p.Dropped) }, "station"),
		counter("host_not_taken", "Frames received that the host, which was there, did not take.", func(p *tap.Passage) float64 { return float64(p.NotTaken) }, "station"),
		counter("host_absent", "Frames received while the host was not there.", func(p *tap.Passage) float64 { return float64(p.Absent) }, "station"),
		counter("host_foreign_source", "Frames taken from the host whose source is not the station's address.", func(p *tap.Passage) float64 { return float64(p.Foreign) }, "station"),
		counter("host_missed", "Frames received for such an address, and not handed to the host.", func(p *tap.Passage) float64 { return float64(p.Missed) }, "station"),
		gauge("host_present", "1, or 0 while the host is waited for and once it has left the medium.", func(p *tap.Passage) float64 {
			if p.Left != "" || p.Waiting {
				return 0
			}
			return 1
		}, "station"),
	}
	pacing      = describe("pacing_error_seconds", "How much later than its instant something happened at a device.")
	accessDelay = describe("medium_access_delay_seconds", "From the head of the queue to the last bit sent; frames sent.")
	delay       = describe("medium_delay_seconds", "From being queued to the last bit at the addressee; frames delivered.")
	about       = describe("info", "What runs: the kind of the medium, the line and the version.", "kind", "phy", "version")
)

// collector reads one snapshot for each scrape.
type collector struct{ source Source }

// Describe implements [prometheus.Collector].
func (c collector) Describe(to chan<- *prometheus.Desc) {
	descs(to, ofMedium)
	descs(to, ofStation)
	descs(to, ofRun)
	descs(to, ofHost)
	for _, d := range []*prometheus.Desc{pacing, accessDelay, delay, about} {
		to <- d
	}
}

func descs[T any](to chan<- *prometheus.Desc, list []figure[T]) {
	for i := range list {
		to <- list[i].desc
	}
}

// Collect implements [prometheus.Collector].
func (c collector) Collect(to chan<- prometheus.Metric) {
	s := c.source.Snapshot()
	if s == nil {
		return // the run has not begun
	}
	name, r := label(s.Name), s.Result
	collect(to, ofRun, s, name)
	collect(to, ofMedium, &r.Medium, name)
	for i := range r.Stations {
		collect(to, ofStation, &r.Stations[i], name, label(r.Stations[i].Name))
	}
	for i := range s.Figures.Hosts {
		collect(to, ofHost, &s.Figures.Hosts[i], name, label(s.Figures.Hosts[i].Station))
	}
	p, a, d := &s.Figures.PacingError, &r.AccessDelay, &r.Delay
	summary(to, pacing, name, p.Count, p.Mean, map[float64]float64{0.5: p.P50, 0.99: p.P99})
	summary(to, accessDelay, name, a.Count, a.Mean, map[float64]float64{0.5: a.P50, 0.95: a.P95, 0.99: a.P99})
	summary(to, delay, name, d.Count, d.Mean, map[float64]float64{0.5: d.P50, 0.95: d.P95, 0.99: d.P99})
	to <- metric(prometheus.NewConstMetric(about, prometheus.GaugeValue, 1, name, label(r.Medium.Kind), label(s.Line.Name), label(r.Version)))
}

func collect[T any](to chan<- prometheus.Metric, list []figure[T], from *T, labels ...string) {
	for i := range list {
		to <- metric(prometheus.NewConstMetric(list[i].desc, list[i].kind, list[i].value(from), labels...))
	}
}

// summary exports a distribution that is in microseconds.
func summary(to chan<- prometheus.Metric, d *prometheus.Desc, name string, count uint64, mean float64, quantiles map[float64]float64) {
	for q := range quantiles {
		quantiles[q] /= 1e6
	}
	to <- metric(prometheus.NewConstSummary(d, count, mean*float64(count)/1e6, quantiles, name))
}

// metric gives a metric, or one that says why there is none.
func metric(m prometheus.Metric, err error) prometheus.Metric {
	if err != nil {
		return prometheus.NewInvalidMetric(prometheus.NewInvalidDesc(err), err)
	}
	return m
}

// label makes a string fit for a label: UTF-8.
func label(s string) string { return strings.ToValidUTF8(s, string(utf8.RuneError)) }
