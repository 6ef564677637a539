package experiment

import (
	"math"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Interval is what happened between two instants of a run. Its counts are those of the
// interval alone, modulo 2^64, as two collisions that were counted may prove to be one;
// FramesQueued is that at its end.
type Interval struct {
	From, Length phy.Time
	medium.Tally
	bit phy.Time
}

// SeriesColumns are those of a series: what an interval has to tell.
var SeriesColumns = []Column{
	{Name: "t_us", Unit: "us", Kind: RunColumn, What: "when the interval begins"},
	{Name: "interval_us", Unit: "us", Kind: RunColumn, What: "how long it is"},
	{Name: "frames_offered", Unit: "frames", Kind: MetricColumn, What: "frames that came to queues in it"},
	{Name: "frames_sent", Unit: "frames", Kind: MetricColumn, What: "frames sent in it whose senders met no collision"},
	{Name: "frames_delivered", Unit: "frames", Kind: MetricColumn, What: "frames that whom they were for received whole in it"},
	{Name: "frames_dropped", Unit: "frames", Kind: MetricColumn, What: "frames that their senders discarded in it"},
	{Name: "frames_queued", Unit: "frames", Kind: MetricColumn, What: "frames that waited at its end"},
	{Name: "attempts", Kind: MetricColumn, What: "transmissions begun in it"},
	{Name: "collisions", Kind: MetricColumn, What: "groups of transmissions that detected each other in it, less those of before that proved to be one"},
	{Name: "collisions_per_s", Unit: "1/s", Kind: MetricColumn, What: "collisions over the interval's length"},
	{Name: "throughput", Kind: MetricColumn, What: "bits of frames delivered in it, over its bit times"},
}

// AppendRow writes an interval as a row of a CSV file whose columns are [SeriesColumns].
func (i *Interval) AppendRow(b []byte) []byte {
	var values [16]float64
	for k, v := range i.values(values[:0]) {
		if k > 0 {
			b = append(b, ',')
		}
		b = append(b, number(v)...)
	}
	return append(b, '\n')
}

// values gives what the columns hold; not a number where there is none, in an interval of
// no length.
func (i *Interval) values(list []float64) []float64 {
	long := float64(i.Length)
	collisions := float64(int64(i.Collisions))
	return append(list, i.From.Microseconds(), i.Length.Microseconds(),
		float64(i.FramesOffered), float64(i.FramesSent), float64(i.FramesDelivered), float64(i.FramesDropped), float64(i.FramesQueued),
		float64(i.Attempts), collisions,
		ratio(float64(collisions*float64(phy.Second)), long), ratio(float64(i.Bits*float64(i.bit)), long))
}

func ratio(a, b float64) float64 {
	if b == 0 {
		return math.NaN()
	}
	return a / b
}

// seriesValue gives the place of the series of a name among the values of an interval.
func seriesValue(name string) int {
	for i := range SeriesColumns {
		if SeriesColumns[i].Name == name {
			return i
		}
	}
	return -1
}

// Sampler makes a series of a network: it asks it for its counts as each interval ends. It
// is told how far the network has been run, which must not be run past [Sampler.Until]; it
// observes nothing, so that a run costs as much with it as without. Nil samples nothing.
type Sampler struct {
	net   medium.Network
	width phy.Time
	take  func(*Interval)

	began bool     // the warm-up is over
	from  phy.Time // of the interval under way; before that, the end of the warm-up
	last  medium.Tally
}

// NewSampler gives intervals of a network to take, as they end, from the end of its warm-up
// on.
func NewSampler(net medium.Network, warmup, width phy.Time, take func(*Interval)) *Sampler {
	s := &Sampler{net: net, width: width, take: take, from: warmup}
	if warmup == 0 {
		s.begin()
	}
	return s
}

func (s *Sampler) begin() { s.began, s.last = true, medium.TallyOf(s.net) }

// Until is how far the network may be run before it is sampled again.
func (s *Sampler) Until(t phy.Time) phy.Time {
	switch {
	case s == nil:
		return t
	case !s.began:
		return min(t, s.from)
	}
	return min(t, s.from+s.width)
}

// Sample takes the interval that has come to its end, if one has.
func (s *Sampler) Sample() {
	switch {
	case s == nil:
	case s.began && s.net.Now() == s.from+s.width:
		s.interval(s.width)
	case !s.began && s.net.Now() == s.from:
		s.begin()
	}
}

// Finish takes what there is of the last interval, as the run has ended.
func (s *Sampler) Finish() {
	if s == nil || !s.began {
		return
	}
	// A run that ends by a condition ends behind its last instant, which may be where an
	// interval has begun: what happened there is one of no length.
	if s.net.Now() > s.from || medium.TallyOf(s.net) != s.last {
		s.interval(s.net.Now() - s.from)
	}
}

func (s *Sampler) interval(length phy.Time) {
	now, last := medium.TallyOf(s.net), &s.last
	i := Interval{From: s.from, Length: length, bit: s.net.BitTime(), Tally: medium.Tally{
		FramesOffered: now.FramesOffered - last.FramesOffered, FramesSent: now.FramesSent - last.FramesSent,
		FramesDelivered: now.FramesDelivered - last.FramesDelivered, FramesDropped: now.FramesDropped - last.FramesDropped,
		Attempts: now.Attempts - last.Attempts, Collisions: now.Collisions - last.Collisions,
		FramesQueued: now.FramesQueued, Bits: now.Bits - last.Bits,
	}}
	s.from, s.last = s.from+length, now
	s.take(&i)
}
