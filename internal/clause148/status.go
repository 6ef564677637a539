package clause148

import "github.com/csmacd/csmacd/medium"

// statusState is a state of PLCA status.
type statusState uint8

const (
	stsInactive statusState = iota
	stsActive
	stsHysteresis
)

func (s statusState) String() string { return [...]string{"INACTIVE", "ACTIVE", "HYSTERESIS"}[s] }

// runStatus runs PLCA status (Figure 148-7) at this instant. It reports whether it has changed state.
func (n *node) runStatus() bool {
	before := n.status
	switch {
	case n.plca == nil: // reset or off
		n.status = stsInactive
	case n.status == stsInactive && n.plcaActive:
		n.status = stsActive
	case n.status == stsActive && !n.plcaActive:
		n.status = stsHysteresis
		n.statusTimer.start(statusTime)
	case n.status == stsHysteresis && n.plcaActive:
		n.status = stsActive
	case n.status == stsHysteresis && n.statusTimer.done():
		n.status = stsInactive
	}
	if ok := n.status != stsInactive; ok != n.statusOK {
		n.noteStatus()
		n.figures.StatusChanges++
		n.statusOK = ok
		n.mac.Write(medium.Event{Kind: medium.PLCAStatus, OK: ok})
	}
	return n.status != before
}
