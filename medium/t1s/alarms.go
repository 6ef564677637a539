package t1s

import "github.com/csmacd/csmacd/phy"

// alarms holds for each node the next instant at which its machines look although no input has changed. They
// change so often that most entries of the agenda would be void when their instant comes. A tree of the smallest
// ones is faster.
type alarms struct {
	half  int        // leaves
	least []phy.Time // of the two below; leaves come last
}

func (a *alarms) init(nodes int) {
	for a.half = 1; a.half < nodes; a.half *= 2 {
	}
	a.least = make([]phy.Time, 2*a.half)
	for k := range a.least {
		a.least[k] = phy.Forever
	}
}

// next returns the first instant, or [phy.Forever].
func (a *alarms) next() phy.Time { return a.least[1] }

// of returns the instant of a node.
func (a *alarms) of(i int32) phy.Time { return a.least[a.half+int(i)] }

// set changes it. [phy.Forever] takes it away.
func (a *alarms) set(i int32, at phy.Time) {
	k := a.half + int(i)
	a.least[k] = at
	for k > 1 {
		v := min(a.least[k], a.least[k^1])
		if k /= 2; a.least[k] == v {
			return
		}
		a.least[k] = v
	}
}

// due takes the first node whose instant has come. There is one.
func (a *alarms) due() (i int32) {
	at, k := a.least[1], 1
	for k < a.half {
		if k *= 2; a.least[k] != at {
			k++
		}
	}
	i = int32(k - a.half)
	a.set(i, phy.Forever)
	return i
}
