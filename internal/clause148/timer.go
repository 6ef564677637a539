package clause148

import "github.com/csmacd/csmacd/phy"

// The timers of clauses 148.4.4.4, 148.4.5.4 and 148.4.6.4 that have no parameter, in bit times: their
// nominal values.
const (
	bit = 100 * phy.Nanosecond

	beaconTime        = 20 * bit
	beaconDetTime     = 22 * bit
	invalidBeaconTime = 40 * bit
	pendingTime       = 512 * bit
	commitTime        = 288 * bit
	statusTime        = 130090 * bit
)

// timer is a timer of a state diagram. One that is done stays done until it is started or stopped.
type timer struct {
	m       *model
	started bool
	end     phy.Time
}

func (t *timer) start(d phy.Time) { t.started, t.end = true, t.m.now+d }
func (t *timer) stop()            { t.started = false }
func (t *timer) done() bool       { return t.started && t.m.now >= t.end }

// next returns when the timer will be done, or [phy.Forever].
func (t *timer) next() phy.Time {
	if t.started && t.end > t.m.now {
		return t.end
	}
	return phy.Forever
}
