package keep

import (
	"math"
	"slices"

	"github.com/csmacd/csmacd/internal/experiment/table"
	"github.com/csmacd/csmacd/internal/stats"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// capture measures the capture effect: which station wins, and for how long (K. K. Ramakrishnan and
// H. Yang, The Ethernet capture effect: analysis and solution, LCN 1994). A station that has just
// sent begins its next frame without collisions, and draws from fewer slots than
// the stations that have collided.
type capture struct {
	since phy.Time // the end of the warm-up

	collided []uint8     // collisions of each station's frame so far
	having   [256]uint32 // number of stations, by the collisions of their frames

	sent, met bins // by attempt: sent, and collided

	winner      int32 // of the last race; -1: none yet
	behind      uint8 // the most collisions of a frame that waited when the race began
	races, kept bins  // by behind: all races, and those that the last winner won again

	turn    int32 // the station that sent the last frames; -1: none yet
	length  uint64
	lengths bins

	windows []*stats.Window
	widths  []uint64
}

// widestWindow is the greatest number of frames over which Jain's index is computed.
const widestWindow = 10_000

func newCapture(stations int, since phy.Time) *capture {
	c := &capture{since: since, collided: make([]uint8, stations), winner: -1, turn: -1}
	for decade := uint64(1); decade <= widestWindow; decade *= 10 {
		for _, m := range []uint64{1, 2, 5} {
			if w := m * decade; w <= widestWindow {
				c.widths = append(c.widths, w)
				c.windows = append(c.windows, stats.NewWindow(stations, int(w)))
			}
		}
	}
	return c
}

// Interest asks for collisions, and for frames sent or dropped.
func (c *capture) Interest() medium.Interest {
	return medium.Interest{Kinds: medium.Of(medium.Collision, medium.Sent, medium.Dropped)}
}

// Joined takes a station that joins.
func (c *capture) Joined(station int) {
	c.collided = slices.Insert(c.collided, station, 0)
	for _, w := range c.windows {
		w.Join()
	}
}

// Observe takes an event.
func (c *capture) Observe(e *medium.Event) {
	i := e.Station
	switch e.Kind {
	case medium.Collision:
		c.leave(i)
		c.collided[i] = e.Attempt
		c.having[e.Attempt]++
		if e.At >= c.since {
			c.met.add(uint64(e.Attempt), 1)
		}
	case medium.Dropped:
		if e.Why != medium.QueueFull {
			c.leave(i)
		}
	case medium.Sent:
		c.leave(i)
		if e.At >= c.since {
			c.count(e)
		}
		c.winner, c.behind = i, 0
		for k := len(c.having) - 1; k > 0; k-- {
			if c.having[k] > 0 {
				c.behind = uint8(k)
				break
			}
		}
	}
}

// leave forgets the collisions of a station's frame.
func (c *capture) leave(i int32) {
	if k := c.collided[i]; k > 0 {
		c.having[k]--
		c.collided[i] = 0
	}
}

// count counts a frame that was sent.
func (c *capture) count(e *medium.Event) {
	i := e.Station
	c.sent.add(uint64(e.Attempt), 1)
	if c.winner >= 0 {
		c.races.add(uint64(c.behind), 1)
		if i == c.winner {
			c.kept.add(uint64(c.behind), 1)
		}
	}
	if i != c.turn && c.turn >= 0 {
		c.lengths.add(c.length, 1)
		c.length = 0
	}
	c.turn = i
	c.length++
	for _, w := range c.windows {
		w.Add(int(i))
	}
}

// captureColumns are the columns of capture.csv, which has rows of five kinds.
var captureColumns = []table.Column{
	{Name: "figure", Text: true, Kind: table.RunColumn, What: "what the row is about: attempt, race, turn, window or flow_window"},
	{Name: "bin_from", Kind: table.RunColumn, What: "attempt: the number of the attempt; race: the most collisions of a frame that waited when the race began; turn: consecutive frames of one station; window: consecutive frames of all stations; flow_window: ms"},
	{Name: "bin_to", Kind: table.RunColumn, What: "the least number above the row"},
	{Name: "bin_count", Kind: table.MetricColumn, What: "attempts; races; turns; windows; windows"},
	{Name: "value", Kind: table.MetricColumn, What: "attempt: the share without a collision; race: the share that the last winner won again; turn: the share of all turns; window: the mean over windows of Jain's index; flow_window: the same of the octets that flows had"},
}

// rows calls row with each row of a run, at its end. stations is the number of stations that had frames.
func (c *capture) rows(stations int, row func(figure string, from, to, count uint64, value float64)) {
	shares := func(figure string, of, all bins) {
		all.each(func(i int, from, to, count uint64) {
			row(figure, from, to, count, float64(of.at(i))/float64(count))
		})
	}
	attempts := make(bins, max(len(c.sent), len(c.met)))
	for i := range attempts {
		attempts[i] = c.sent.at(i) + c.met.at(i)
	}
	shares("attempt", c.sent, attempts)
	shares("race", c.kept, c.races)
	if c.turn >= 0 { // the last turn counts, too
		c.lengths.add(c.length, 1)
		c.length, c.turn = 0, -1
	}
	turns := uint64(0)
	for _, n := range c.lengths {
		turns += n
	}
	c.lengths.each(func(_ int, from, to, count uint64) { row("turn", from, to, count, float64(count)/float64(turns)) })
	for i, w := range c.windows {
		jain, n := w.Mean()
		if n == 0 || math.IsNaN(jain) || stations == 0 {
			continue
		}
		// The index over the stations that had frames.
		row("window", c.widths[i], c.widths[i]+1, uint64(n), float64(jain*(float64(len(c.collided))/float64(stations))))
	}
}
