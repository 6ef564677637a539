package live

import (
	"strconv"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/tap"
)

// The names of metrics: counters of the MAC are called as in IEEE 802.3, clause 30, which is not how Prometheus would
// spell them. Units are the base units, as Prometheus wants them.
const namespace = "csmacd_"

// metric is one number that is read from a T.
type metric[T any] struct {
	name, help, kind string
	value            func(*T) float64
	ofLine           bool // only a network of one line has such a metric
}

func counter[T any](name, help string, value func(*T) float64) metric[T] {
	return metric[T]{name: namespace + name + "_total", help: help, kind: "counter", value: value}
}

func gauge[T any](name, help string, value func(*T) float64) metric[T] {
	return metric[T]{name: namespace + name, help: help, kind: "gauge", value: value}
}

// lineGauge returns a gauge that only a network of one line has.
func lineGauge[T any](name, help string, value func(*T) float64) metric[T] {
	m := gauge(name, help, value)
	m.ofLine = true
	return m
}

// ofMedium, ofStation, ofRun and ofHost are the metrics that are one number each.
var (
	ofMedium = []metric[medium.Medium]{
		counter("medium_frames_offered", "Frames that arrived at stations' queues.", func(m *medium.Medium) float64 { return float64(m.FramesOffered) }),
		counter("medium_frames_sent", "Frames whose senders met no collision.", func(m *medium.Medium) float64 { return float64(m.FramesSent) }),
		counter("medium_frames_delivered", "Frames sent that their destination received whole.", func(m *medium.Medium) float64 { return float64(m.FramesDelivered) }),
		counter("medium_frames_lost", "Frames sent that their destination did not receive whole.", func(m *medium.Medium) float64 { return float64(m.FramesLost) }),
		counter("medium_frames_dropped", "Frames that their stations gave up or refused.", func(m *medium.Medium) float64 { return float64(m.FramesDropped) }),
		gauge("medium_frames_queued", "Frames in all queues.", func(m *medium.Medium) float64 { return float64(m.FramesQueued) }),
		counter("medium_attempts", "Transmissions begun.", func(m *medium.Medium) float64 { return float64(m.Attempts) }),
		counter("medium_collisions", "Groups of transmissions that detected each other.", func(m *medium.Medium) float64 { return float64(m.Collisions) }),
		lineGauge("medium_throughput", "Bits of frames delivered over bit times, since the run began.", func(m *medium.Medium) float64 { return m.Throughput }),
		lineGauge("medium_share_success", "Share of time covered by transmissions that met no collision.", func(m *medium.Medium) float64 { return m.ShareSuccess }),
		lineGauge("medium_share_collision", "Share of time covered by those that did.", func(m *medium.Medium) float64 { return m.ShareCollision }),
		lineGauge("medium_share_idle", "Share of time covered by neither.", func(m *medium.Medium) float64 { return m.ShareIdle }),
		lineGauge("medium_offered_load", "Bits of frames offered, header and gap included, over bit times.", func(m *medium.Medium) float64 { return m.OfferedLoad }),
		gauge("medium_jain", "Jain's index of fairness over octets delivered.", func(m *medium.Medium) float64 { return m.Jain }),
	}
	ofStation = append(ofClause30(),
		counter("station_frames_offered", "Frames that arrived at the station's queue.", func(s *medium.Station) float64 { return float64(s.FramesOffered) }),
		counter("station_frames_delivered", "Frames of this station that their destination received whole.", func(s *medium.Station) float64 { return float64(s.FramesDelivered) }),
		counter("station_octets_delivered", "Octets of those, from destination address to FCS.", func(s *medium.Station) float64 { return float64(s.OctetsDelivered) }),
		counter("station_frames_dropped", "Frames that the station discarded, or refused as its queue was full.", func(s *medium.Station) float64 { return float64(s.FramesDropped) }),
		gauge("station_queue_frames", "Frames in the station's queue.", func(s *medium.Station) float64 { return float64(s.FramesQueued) }),
		counter("station_collisions", "Transmissions that met a collision, of frames that have left the station.", func(s *medium.Station) float64 { return float64(collisions(s)) }),
	)
	ofRun = []metric[Snapshot]{
		counter("simulated_seconds", "Simulated time since the run began.", func(s *Snapshot) float64 { return s.Now.Seconds() }),
		counter("wall_seconds", "Time of the wall clock since the run began.", func(s *Snapshot) float64 { return s.Figures.WallSeconds }),
		gauge("speed", "Simulated over wall-clock time.", func(s *Snapshot) float64 { return s.Figures.Speed }),
		gauge("behind_seconds", "Time of the wall clock that the machine did not keep up with.", func(s *Snapshot) float64 { return s.Figures.Behind }),
		counter("stalls", "Occasions on which the machine did not keep up.", func(s *Snapshot) float64 { return float64(s.Figures.Stalls) }),
		gauge("pacing_error_max_seconds", "The latest that a device was served after its instant.", func(s *Snapshot) float64 { return s.Figures.PacingError.Max / 1e6 }),
	}
	ofHost = []metric[tap.Passage]{
		counter("host_frames_in", "Frames taken from the host.", func(p *tap.Passage) float64 { return float64(p.In) }),
		counter("host_frames_out", "Frames handed to the host.", func(p *tap.Passage) float64 { return float64(p.Out) }),
		counter("host_too_short", "Frames of the host refused: less than a header.", func(p *tap.Passage) float64 { return float64(p.TooShort) }),
		counter("host_too_long", "Frames of the host refused: longer than the medium's frames.", func(p *tap.Passage) float64 { return float64(p.TooLong) }),
		counter("host_dropped_by_host", "Frames of the host lost before the station could take them.", func(p *tap.Passage) float64 { return float64(p.Dropped) }),
		counter("host_not_taken", "Frames received that the host, which was there, did not take.", func(p *tap.Passage) float64 { return float64(p.NotTaken) }),
		counter("host_absent", "Frames received while the host was not there.", func(p *tap.Passage) float64 { return float64(p.Absent) }),
		counter("host_foreign_source", "Frames taken from the host whose source is not the station's address.", func(p *tap.Passage) float64 { return float64(p.Foreign) }),
		counter("host_missed", "Frames received for such an address, and not handed to the host.", func(p *tap.Passage) float64 { return float64(p.Missed) }),
		gauge("host_present", "1, or 0 while the host is waited for and once it has left the medium.", func(p *tap.Passage) float64 {
			if p.Left != "" || p.Waiting {
				return 0
			}
			return 1
		}),
	}
)

// writeMetrics writes all metrics of a snapshot.
func writeMetrics(e *exposition, s *Snapshot) {
	r, ofAll := s.Result, labels("medium", s.Name)
	e.family(namespace+"info", "What runs: the kind of the medium, the line and the version.", "gauge")
	e.sample(namespace+"info", labels("kind", r.Medium.Kind, "medium", s.Name, "phy", s.Line.Name, "version", r.Version), 1)
	write(e, ofRun, []*Snapshot{s}, []string{ofAll})
	if r.Medium.Kind == medium.Networked {
		write(e, ofWhole(), []*medium.Medium{&r.Medium}, []string{ofAll})
		writeNetwork(e, s)
	} else {
		write(e, ofMedium, []*medium.Medium{&r.Medium}, []string{ofAll})
	}
	stations, names := distinct(r.Stations, s.Name, func(st *medium.Station) string { return st.Name })
	write(e, ofStation, stations, names)
	writeTurns(e, s)
	hosts, names := distinct(s.Figures.Hosts, s.Name, func(p *tap.Passage) string { return p.Station })
	write(e, ofHost, hosts, names)

	p, a, d := &s.Figures.PacingError, &r.AccessDelay, &r.Delay
	summary(e, "pacing_error_seconds", "How much later than its instant something happened at a device.",
		ofAll, p.Count, p.Mean, quantile{0.5, p.P50}, quantile{0.99, p.P99})
	summary(e, "medium_access_delay_seconds", "From the head of the queue to the last bit sent; frames sent.",
		ofAll, a.Count, a.Mean, quantile{0.5, a.P50}, quantile{0.95, a.P95}, quantile{0.99, a.P99})
	summary(e, "medium_delay_seconds", "From being queued to the last bit at the addressee; frames delivered.",
		ofAll, d.Count, d.Mean, quantile{0.5, d.P50}, quantile{0.95, d.P95}, quantile{0.99, d.P99})
}

// distinct returns the values of a list and their labels. Of several with one name it returns the first only:
// Prometheus refuses a page with two samples of the same labels.
func distinct[T any](list []T, medium string, name func(*T) string) (of []*T, names []string) {
	seen := map[string]bool{}
	for i := range list {
		text := labels("medium", medium, "station", name(&list[i]))
		if !seen[text] {
			seen[text] = true
			of, names = append(of, &list[i]), append(names, text)
		}
	}
	return of, names
}

// write writes a family for each metric, with a sample for each value.
func write[T any](e *exposition, list []metric[T], of []*T, labels []string) {
	if len(of) == 0 {
		return
	}
	for _, m := range list {
		e.family(m.name, m.help, m.kind)
		for i, from := range of {
			e.sample(m.name, labels[i], m.value(from))
		}
	}
}

// quantile is one of a distribution, in microseconds.
type quantile struct{ share, us float64 }

// summary writes a distribution that is in microseconds.
func summary(e *exposition, name, help, labels string, count uint64, meanUS float64, quantiles ...quantile) {
	name = namespace + name
	e.family(name, help, "summary")
	for _, q := range quantiles {
		e.sample(name, labels+`,quantile="`+strconv.FormatFloat(q.share, 'g', -1, 64)+`"`, q.us/1e6)
	}
	e.sample(name+"_sum", labels, meanUS*float64(count)/1e6)
	e.sample(name+"_count", labels, float64(count))
}
