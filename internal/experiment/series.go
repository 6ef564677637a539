package experiment

import (
	"math"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Interval is what happened between two instants of a run. Its counts are those of the
// interval alone, modulo 2^64, as two collisions that were counted may prove to be one;
// FramesQueued is that at its end. Carried is the time in it during which bits of frames
// were sent that have been delivered, then or later: never more than its length, unless two
// frames are sent at once unharmed, which takes a cable longer than the shortest frame.
type Interval struct {
	From, Length phy.Time
	medium.Tally
}

// Throughput returns the bits of delivered frames that were sent in the interval, over its
// bit times. It is not a number in an interval of no length.
func (i *Interval) Throughput() float64 { return ratio(float64(i.Carried), float64(i.Length)) }

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
	{Name: "throughput", Kind: MetricColumn, What: "bits sent in it of frames that were delivered, then or later, over its bit times"},
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
		ratio(float64(collisions*float64(phy.Second)), long), i.Throughput())
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
//
// An interval is taken once all is known of it: what became of the frames that were on the
// medium as it ended.
type Sampler struct {
	net    medium.Network
	placer medium.Placer // nil: the network does not say when frames were sent
	width  phy.Time
	take   func(*Interval)

	began bool     // the warm-up is over
	from  phy.Time // of the interval under way; before that, the end of the warm-up
	last  medium.Tally
	open  []Interval // those that are over and not taken yet
	spans []span     // of frames delivered in the interval under way
}

// span is the time during which the bits of a frame were sent.
type span struct{ from, until phy.Time }

// NewSampler gives intervals of a network to take, in order, from the end of its warm-up on.
func NewSampler(net medium.Network, warmup, width phy.Time, take func(*Interval)) *Sampler {
	s := &Sampler{net: net, width: width, take: take, from: warmup}
	if p, ok := net.(medium.Placer); ok {
		s.placer = p
		p.EachPlaced(func(from, until phy.Time) {
			if s.began {
				s.spans = append(s.spans, span{from, until})
			}
		})
	}
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

// Sample ends the interval under way, if it is over.
func (s *Sampler) Sample() {
	switch {
	case s == nil:
	case s.began && s.net.Now() == s.from+s.width:
		s.interval(s.width)
		s.release(s.placed())
	case !s.began && s.net.Now() == s.from:
		s.begin()
	}
}

// Finish takes what there is of the last intervals, as the run has ended.
func (s *Sampler) Finish() {
	if s == nil || !s.began {
		return
	}
	// A run that ends by a condition ends behind its last instant, which may be where an
	// interval has begun: what happened there is one of no length.
	if s.net.Now() > s.from || medium.TallyOf(s.net) != s.last {
		s.interval(s.net.Now() - s.from)
	}
	s.release(phy.Forever)
}

func (s *Sampler) interval(length phy.Time) {
	now, last := medium.TallyOf(s.net), &s.last
	s.open = append(s.open, Interval{From: s.from, Length: length, Tally: medium.Tally{
		FramesOffered: now.FramesOffered - last.FramesOffered, FramesSent: now.FramesSent - last.FramesSent,
		FramesDelivered: now.FramesDelivered - last.FramesDelivered, FramesDropped: now.FramesDropped - last.FramesDropped,
		Attempts: now.Attempts - last.Attempts, Collisions: now.Collisions - last.Collisions,
		FramesQueued: now.FramesQueued, Carried: now.Carried - last.Carried,
	}})
	latest := &s.open[len(s.open)-1]
	for _, f := range s.spans {
		latest.Carried -= f.until - f.from
		s.share(f)
	}
	s.from, s.last, s.spans = s.from+length, now, s.spans[:0]
}

// share credits a frame to the intervals in which its bits were sent. What was sent in the
// warm-up is in none.
func (s *Sampler) share(f span) {
	for k := len(s.open) - 1; k >= 0; k-- {
		i := &s.open[k]
		i.Carried += max(0, min(f.until, i.From+i.Length)-max(f.from, i.From))
		if i.From <= f.from {
			return
		}
	}
}

// placed is the instant before which it is known what each interval has carried.
func (s *Sampler) placed() phy.Time {
	if s.placer == nil {
		return phy.Forever
	}
	return s.placer.Placed()
}

// release takes the intervals that end at or before an instant.
func (s *Sampler) release(placed phy.Time) {
	k := 0
	for ; k < len(s.open) && s.open[k].From+s.open[k].Length <= placed; k++ {
		s.take(&s.open[k])
	}
	s.open = s.open[:copy(s.open, s.open[k:])]
}
