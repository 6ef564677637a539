package medium

import (
	"fmt"

	"github.com/csmacd/csmacd/phy"
)

// Kind is a kind of event.
type Kind uint8

// The kinds of events, in the words of a result file.
const (
	Queued    Kind = iota // a frame has arrived at the station's queue
	Defer                 // an attempt has to wait
	TxStart               // the first bit of a transmission
	Collision             // a transmitting station has detected a collision
	JamStart              // the first bit of jam
	TxEnd                 // after the last bit of a transmission, jam included; OK
	Backoff               // a backoff has been drawn; Slots, Range, Until
	Sent                  // a frame has left the station, sent
	Dropped               // a frame has left the station, discarded; Why
	RxStart               // a reception begins; From
	RxEnd                 // a reception ends; From, OK, Octets, Why
	CarrierOn             // at the station's tap, its own included
	CarrierOff

	// Of media that are no cable; OK says how a response or an attempt turned out.
	Read          // a request to read reaches the store
	ReadResponse  // what was read reaches the client
	Write         // a request to write reaches the store; OK: nobody wrote since the read
	WriteResponse // its outcome reaches the client; OK
	Request       // a request reaches the server
	Response      // its response reaches the client, too late or not: OK
	Timeout       // the client gives up waiting for a response
	Stop          // the server stops; of no station
	Continue      // the server goes on; of no station
	Refused       // an attempt, since the queue is down
	Crash         // the queue crashes; of no station
	Restart       // the queue is up again; of no station
	kinds
)

var kindNames = [kinds]string{"queued", "defer", "tx_start", "collision", "jam_start", "tx_end", "backoff",
	"sent", "dropped", "rx_start", "rx_end", "carrier_on", "carrier_off",
	"read", "read_rsp", "write", "write_rsp", "request", "response", "timeout", "stop", "continue", "refused", "crash", "restart"}

// String returns the name in a file of events, or Kind(99) where there is no such kind.
func (k Kind) String() string {
	if k >= kinds {
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return kindNames[k]
}

// KindByName returns the kind of a name in a result file.
func KindByName(name string) (k Kind, ok bool) {
	for k := range kinds {
		if kindNames[k] == name {
			return k, true
		}
	}
	return 0, false
}

// Kinds is a set of kinds of events. It has room for 64.
type Kinds uint64

// Of makes a set.
func Of(kinds ...Kind) Kinds {
	var s Kinds
	for _, k := range kinds {
		s |= 1 << k
	}
	return s
}

// AllKinds is the set of every kind.
const AllKinds Kinds = 1<<kinds - 1

// Senders is the set of what senders do and meet: all but the receptions and carrier at
// every tap, which are most of what there is.
var Senders = AllKinds &^ Of(RxStart, RxEnd, CarrierOn, CarrierOff)

// Has reports whether a kind is in the set.
func (s Kinds) Has(k Kind) bool { return s>>k&1 == 1 }

// Why says why a frame was dropped or a reception was not a frame.
type Why uint8

// Reasons.
const (
	NoReason Why = iota
	ExcessiveCollisions
	LateCollision
	QueueFull
	Damaged // by a collision
	Fragment
	TooLong
	GivenUp  // by the policy, at its limit of attempts or time
	TimedOut // no answer came in time
	Aborted  // by a crash of what was asked
)

var whyNames = [...]string{"", "excessive_collisions", "late_collision", "queue_full", "collision", "fragment", "too_long",
	"given_up", "timed_out", "aborted"}

// String returns the reason in a file of events, or Why(99) where there is no such reason.
func (w Why) String() string {
	if int(w) >= len(whyNames) {
		return fmt.Sprintf("Why(%d)", uint8(w))
	}
	return whyNames[w]
}

// Event is one thing that happened at one station. Its fields are those that its
// kind has; it is valid during the call that it is given to.
type Event struct {
	At      phy.Time
	Station int32 // its number, or NoStation
	Kind    Kind
	Attempt uint8 // of the frame, 1 for its first transmission
	OK      bool
	Why     Why
	Late    bool     // Collision: more than a slot time into the transmission
	Port    int16    // of a device with several; not used yet
	From    int32    // RxStart, RxEnd: the sender of the first signal of the reception
	Frame   Frame    // the frame that it is about; Number 0 where it is about none
	Octets  int32    // RxEnd: received after the header, whole octets
	Slots   int32    // Backoff: the draw; -1 where the wait is no whole number of slots
	Range   int32    // Backoff: the draw was one of 0 to Range-1; 0 where the policy has no such range
	ID      int32    // of a node or of an entry; not used yet
	Until   phy.Time // Backoff: when it ends; of no other kind, so that one can have a value of its own here
}

// NoStation is the station of an event that happens to the medium itself.
const NoStation int32 = -1

// Interest is what an observer wants to see.
type Interest struct {
	Kinds    Kinds
	Stations []int // numbers; nil for all
}

// Observer sees the events of a run, in order of time and then as rule 10 of the
// medium has it (arrivals and ends, starts, carrier, collisions), then by station.
type Observer interface {
	// Interest is asked once, when the observer is attached. What nobody wants
	// is not computed.
	Interest() Interest
	// Observe is called for each event wanted. It must not keep the pointer.
	Observe(*Event)
}
