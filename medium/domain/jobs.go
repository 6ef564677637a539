package domain

import "github.com/csmacd/csmacd/medium/internal/agenda"

// The phases of an instant are those of rule 10: first frames arrive, and backoffs and
// transmissions end, and outputs of repeaters; then stations whose gap is over start; then carriers change, and repeaters
// decide, until nothing changes any more; then stations detect collisions. If a gap of 0 begins and
// ends in this very instant, its stations start in a second pass over the last phases.
type phase = agenda.Phase

const (
	changing phase = iota // before anything else happens
	settling
	ending // of outputs of repeaters
	starting
	carrying
	showing // what observed taps hear
	detecting
	startingAgain
	carryingAgain
	showingAgain
	detectingAgain
)

// secondPass is the distance from a phase of the first pass to the same phase of the second.
const secondPass = startingAgain - starting

// job is the kind of an entry of the agenda.
type job = agenda.Job

const (
	change  job = iota // changing
	arrival            // settling: of a source's frame
	injection
	backoffEnd
	txEnd
	judgement   // of a signal that carries a frame: it has reached its last listener
	recognition // of a signal by a station that has taken the address of its frame
	handing     // of a frame to a station's delivery hook
	pausing     // of a station that received a PAUSE frame
	release     // starting: a station's gap is over
	portFall    // carrying: a signal's trailing edge reaches a port of a repeater
	portRise
	timer   // of a repeater; the entry's other is its kind
	tapFall // showing: a signal's trailing edge passes the tap of an observed station
	tapShut // an observed station stops hearing others, or hears them again
	tapRise
	detection // detecting
	jamStart
	stray       // changing: of what a station sends beside its MAC
	islandSends // starting: the first station of an island's round
	islandSent  // settling: the last one has sent
	nothing     // settling: changes of the instant have been made before Run, which has to finish it
)
