// Package series divides a run into intervals of simulated time, and counts what happens in each.
package series

import (
	"math"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Interval is what happened between two instants of a run. Its counts are those of the
// interval alone. They are modulo 2^64, because two collisions that were counted can turn out to be one.
// FramesQueued is the number at its end. Carried is the time in the interval during which bits were
// sent of frames that were delivered, then or later. It is at most the interval's length, unless two
// frames are sent at once without damage, which takes a cable longer than the shortest frame.
// InStep is the number of nodes whose plca_status is OK at its end.
type Interval struct {
	From, Length phy.Time
	medium.Tally
	InStep int
}

// Throughput returns the bits of delivered frames that were sent in the interval, over its
// bit times. It is NaN for an interval without length.
func (i *Interval) Throughput() float64 { return ratio(float64(i.Carried), float64(i.Length)) }

// Column describes a column of the table of a series.
type Column struct {
	Name, Unit string
	Place      bool // it tells where the interval is; false: what happened in it
	AtEnd      bool // it is a value at the end of the interval
	What       string
}

// Names returns the names of columns.
func Names(columns []Column) (names []string) {
	for i := range columns {
		names = append(names, columns[i].Name)
	}
	return names
}

// Columns are the columns of the table of a series.
var Columns = []Column{
	{Name: "t_us", Unit: "us", Place: true, What: "when the interval begins"},
	{Name: "interval_us", Unit: "us", Place: true, What: "its length"},
	{Name: "frames_offered", Unit: "frames", What: "frames that were added to queues in it"},
	{Name: "frames_sent", Unit: "frames", What: "frames sent in it without a collision in their last attempt"},
	{Name: "frames_delivered", Unit: "frames", What: "frames that their addressees received whole in it"},
	{Name: "frames_dropped", Unit: "frames", What: "frames that their senders discarded in it"},
	{Name: "frames_queued", Unit: "frames", AtEnd: true, What: "frames that waited at its end"},
	{Name: "attempts", What: "transmissions begun in it"},
	{Name: "collisions", What: "groups of transmissions that detected each other in it, less earlier groups that turned out to be one"},
	{Name: "collisions_per_s", Unit: "1/s", What: "collisions over the interval's length"},
	{Name: "throughput", What: "bits sent in it of frames that were delivered, then or later, over its bit times"},
}

// AppendCells appends an interval as cells of a row of a CSV file with the columns [Columns].
func (i *Interval) AppendCells(b []byte) []byte {
	var values [16]float64
	for k, v := range i.Values(values[:0]) {
		if k > 0 {
			b = append(b, ',')
		}
		b = AppendCell(b, v)
	}
	return b
}

// Values appends the values of the columns to list. Rates are NaN for an interval without
// length.
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

// Place returns the index of the column of a name among the values of an interval, or -1 if there is none.
func Place(name string) int {
	for i := range Columns {
		if Columns[i].Name == name {
			return i
		}
	}
	return -1
}
