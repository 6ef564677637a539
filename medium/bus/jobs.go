package bus

import "github.com/csmacd/csmacd/medium/internal/agenda"

// The phases of an instant are those of rule 10: first frames arrive, and backoffs and
// transmissions end; then stations whose gap is over start; then carriers change; then collisions
// are detected. If a gap of 0 begins and ends in this very instant, its stations start in a second
// pass over the last three phases.
type phase = agenda.Phase

const (
	changing phase = iota // before anything else happens: events only
	settling
	starting
	carrying
	detecting
	startingAgain
	carryingAgain
	detectingAgain
)

// secondPass is the distance from a phase of the first pass to the same phase of the second.
const secondPass = startingAgain - starting

// job is the kind of an entry of the agenda.
type job = agenda.Job

const (
	arrival job = iota // settling: of a source's frame
	injection
	backoffEnd
	txEnd
	delivery
	handing    // of a frame to a station's delivery hook
	checking   // of the stations that wait, a gap after a transmission
	release    // starting: a station's gap is over
	signalFall // carrying: a signal's trailing edge passes a tap that is observed
	signalRise
	detection // detecting
	jamStart
)
