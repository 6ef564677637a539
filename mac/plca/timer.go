package plca

import "github.com/csmacd/csmacd/phy"

// timer is a timer of a state diagram: the instant at which it is done. One that is stopped, or
// was never started, is never done.
type timer struct {
	end     phy.Time
	running bool // or done
}

func (t *timer) start(now, length phy.Time) { *t = timer{now + length, true} }
func (t *timer) stop()                      { *t = timer{} }
func (t *timer) done(now phy.Time) bool     { return t.running && now >= t.end }

// wake returns the instant at which the timer is done, if that is still to come.
func (t *timer) wake(now phy.Time) phy.Time {
	if t.running && t.end > now {
		return t.end
	}
	return phy.Forever
}

// The lengths of the timers that are not parameters (148.4.4.4, 148.4.5.4, 148.4.6.4), and of the delay
// line.
const (
	BeaconTimer        = 20 * Bit
	BeaconDetTimer     = 22 * Bit
	InvalidBeaconTimer = 40 * Bit
	PendingTimer       = 512 * Bit
	CommitTimer        = 288 * Bit
	StatusTimer        = 130_090 * Bit
	DelayLine          = 396 * Bit // 99 nibbles
)
