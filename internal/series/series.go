// Package series cuts a run into intervals of simulated time, and says what happened in each.
package series

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

// Column is one of the table of a series.
type Column struct {
	Name, Unit string
	Place      bool // it says where the interval is, and not what happened in it
	What       string
}

// Columns are those of a series: what an interval has to tell.
var Columns = []Column{
	{Name: "t_us", Unit: "us", Place: true, What: "when the interval begins"},
	{Name: "interval_us", Unit: "us", Place: true, What: "how long it is"},
	{Name: "frames_offered", Unit: "frames", What: "frames that came to queues in it"},
	{Name: "frames_sent", Unit: "frames", What: "frames sent in it whose senders met no collision"},
	{Name: "frames_delivered", Unit: "frames", What: "frames that whom they were for received whole in it"},
	{Name: "frames_dropped", Unit: "frames", What: "frames that their senders discarded in it"},
	{Name: "frames_queued", Unit: "frames", What: "frames that waited at its end"},
	{Name: "attempts", What: "transmissions begun in it"},
	{Name: "collisions", What: "groups of transmissions that detected each other in it, less those of before that proved to be one"},
	{Name: "collisions_per_s", Unit: "1/s", What: "collisions over the interval's length"},
	{Name: "throughput", What: "bits sent in it of frames that were delivered, then or later, over its bit times"},
}

// AppendRow writes an interval as a row of a CSV file whose columns are [Columns].
func (i *Interval) AppendRow(b []byte) []byte {
	var values [16]float64
	for k, v := range i.Values(values[:0]) {
		if k > 0 {
			b = append(b, ',')
		}
		b = AppendCell(b, v)
	}
	return append(b, '\n')
}

// Values appends what the columns hold; not a number where there is none, in an interval of
// no length.
func (i *Interval) Values(list []float64) []float64 {
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

// Place returns the place of the column of a name among the values of an interval; -1 where there is none.
func Place(name string) int {
	for i := range Columns {
		if Columns[i].Name == name {
			return i
		}
	}
	return -1
}
