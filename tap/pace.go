package tap

import (
	"fmt"
	"math"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"github.com/csmacd/csmacd/phy"
)

// patience is how late a step may be and still catch up, because the machine is not steady. If a
// step is later, the time is lost: the medium continues from where it stood, so that no host
// receives a burst of frames that should have come before.
const patience = 20 * time.Millisecond

// longestPause is the longest time between two notes while stalls go on.
const longestPause = 10 * time.Minute

// pace ties simulated time to the wall clock. Times of the clock count from an origin of its own.
type pace struct {
	speed      float64
	step       time.Duration // of the clock, for one simulated nanosecond
	began      time.Duration
	anchor     time.Duration // at this time of the clock, simulated time was ...
	anchored   phy.Time      // ... this
	due        time.Duration // when this step was to begin at the latest
	started    time.Duration // when it began
	behind     time.Duration
	stalls     uint64
	told       time.Duration // when the last note about a stall was written
	untold     time.Duration // time lost since then
	pause      time.Duration // time from told until the next note
	lateness   *hdrhistogram.Histogram
	count      uint64
	sum, worst time.Duration
}

func newPace(speed float64) pace {
	if speed == 0 {
		speed = 1
	}
	return pace{speed: speed, step: max(1, time.Duration(math.Ceil(min(1/speed, 1e12)))), told: math.MinInt64 / 2, lateness: hdrhistogram.New(1, int64(10*time.Minute), 3)}
}

func (p *pace) begin(w time.Duration) { p.began, p.anchor, p.due = w, w, w }

// now returns the simulated time of an instant of the clock, at which a step begins. If the step is
// too late, now shifts simulated time.
func (p *pace) now(w time.Duration, note func(string)) phy.Time {
	p.started = w
	if late := w - p.due; late > patience {
		p.anchored, p.anchor = p.simulated(p.due), w
		p.behind += late
		p.stalls++
		p.untold += late
		if w-p.told >= 2*p.pause { // no stall for a while
			p.pause = time.Second
		}
	}
	// On a machine that is too slow there is a stall at every moment: notes become rarer.
	if p.untold > 0 && note != nil && w-p.told >= p.pause {
		if w-p.told < 2*p.pause {
			p.pause = min(2*p.pause, longestPause)
		}
		note(fmt.Sprintf("the machine did not keep up: simulated time stood still for %v (%v in all)",
			p.untold.Round(time.Millisecond), p.behind.Round(time.Millisecond)))
		p.told, p.untold = w, 0
	}
	return p.simulated(w)
}

// simulated returns the simulated time of an instant of the clock, in whole nanoseconds, so that a
// recording of it is exact.
func (p *pace) simulated(w time.Duration) phy.Time {
	passed := w - p.anchor
	if p.speed != 1 {
		passed = time.Duration(float64(passed) * p.speed)
	}
	return p.anchored + phy.Time(passed)*phy.Nanosecond
}

// wall returns the instant of the clock just after a simulated time.
func (p *pace) wall(t phy.Time) time.Duration {
	ahead := time.Duration((t - p.anchored) / phy.Nanosecond)
	if p.speed != 1 {
		ahead = time.Duration(min(float64(ahead)/p.speed, math.MaxInt64/4))
	}
	return p.anchor + ahead + p.step
}

// late counts the delay between an instant and what happened at a device because of it.
func (p *pace) late(d time.Duration) {
	d = max(d, 0)
	p.count++
	p.sum += d
	p.worst = max(p.worst, d)
	_ = p.lateness.RecordValue(min(int64(d), p.lateness.HighestTrackableValue())) // it fits
}

func (p *pace) figures(w time.Duration) Figures {
	us := func(ns int64) float64 { return float64(min(ns, int64(p.worst))) / 1e3 } // a bucket of a histogram may end later than its largest value
	f := Figures{Speed: p.speed, WallSeconds: (w - p.began).Seconds(), Behind: p.behind.Seconds(), Stalls: p.stalls}
	if p.count > 0 {
		f.PacingError = Lateness{
			Count: p.count, Mean: float64(p.sum) / 1e3 / float64(p.count),
			P50: us(p.lateness.ValueAtQuantile(50)), P99: us(p.lateness.ValueAtQuantile(99)), Max: us(int64(p.worst)),
		}
	}
	return f
}
