package medium

import (
	"fmt"

	"github.com/csmacd/csmacd/phy"
)

// Kind is a kind of event.
type Kind uint8

// The kinds of events. Their names are those of event files. The fields that a kind sets, besides
// At, Kind, Station and Frame, follow it.
const (
	Queued    Kind = iota // a frame has arrived at the station's queue
	Defer                 // an attempt has to wait
	TxStart               // the first bit of a transmission
	Collision             // a transmitting station has detected a collision
	JamStart              // the first bit of jam
	TxEnd                 // after the last bit of a transmission, jam included; OK: without a collision
	Backoff               // a backoff has been drawn; Slots, Range, Until
	Sent                  // a frame has left the station, sent
	Dropped               // a frame has left the station, discarded; Why
	RxStart               // a reception begins; From
	RxEnd                 // a reception ends; From, OK, Octets, Why
	CarrierOn             // carrier at the station's tap, its own included
	CarrierOff

	// Of media other than a cable; OK is the outcome of a response or an attempt.
	Read          // a request to read reaches the store
	ReadResponse  // the value that was read reaches the client
	Write         // a request to write reaches the store; OK: nobody else wrote since the read
	WriteResponse // its outcome reaches the client; OK
	Request       // a request reaches the server
	Response      // its response reaches the client, even if too late; OK: in time
	Timeout       // the client gives up waiting for a response
	Stop          // the server stops; NoStation
	Continue      // the server continues; NoStation
	Refused       // an attempt fails because the queue is down
	Crash         // the queue crashes; NoStation
	Restart       // the queue is up again; NoStation

	// Of devices that join segments: Station is the number of the port, after those of the stations, or
	// NoStation for the whole device; ID is the device's number, and Port the port's.
	RepeatStart // the first bit of what a repeater's port sends
	RepeatEnd   // after the last bit; OK: it was a whole frame
	RepeatJam   // the first bit of jam at a repeater's port
	Partition   // a repeater's port is partitioned
	Reconnect   // a partitioned port is reconnected
	MJLP        // a repeater interrupts its output (Port -1), or cuts the input of a port that jabbers
	Learn       // a bridge learns the sender of a frame
	Age         // a bridge forgets an address
	Forward     // a bridge queues a frame at the one port that leads to its destination
	Flood       // a bridge queues a frame at all other ports
	Filter      // a bridge drops a frame whose destination is where it came from

	// Of every medium that a [Change] changes.
	Changed // a change takes effect: ID is its ChangeKind, OK its On; Station is its station or port, or NoStation

	// Of a node with PLCA (clause 148).
	Beacon     // the coordinator begins a BEACON
	Commit     // the node begins to send COMMIT in its turn; ID is the turn
	Turn       // the node's own turn begins; ID is the turn, OK: it is used, Until: when the last BEACON of any node began, or -1
	PLCAStatus // plca_status of the node changes; OK: the node is in step with a coordinator
	CommitEnd  // the node's COMMIT ends, and no frame follows; ID is the turn
	kinds
)

var kindNames = [kinds]string{"queued", "defer", "tx_start", "collision", "jam_start", "tx_end", "backoff",
	"sent", "dropped", "rx_start", "rx_end", "carrier_on", "carrier_off",
	"read", "read_rsp", "write", "write_rsp", "request", "response", "timeout", "stop", "continue", "refused", "crash", "restart",
	"repeat_start", "repeat_end", "repeat_jam", "partition", "reconnect", "mjlp", "learn", "age", "forward", "flood", "filter", "change",
	"beacon", "commit", "turn", "plca_status", "commit_end"}

// String returns the name in a file of events, or a text such as Kind(99) for an undefined value.
func (k Kind) String() string {
	if k >= kinds {
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return kindNames[k]
}

// KindByName returns the kind with a name in a file of events.
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

// Of returns the set of the given kinds.
func Of(kinds ...Kind) Kinds {
	var s Kinds
	for _, k := range kinds {
		s |= 1 << k
	}
	return s
}

// AllKinds is the set of every kind.
const AllKinds Kinds = 1<<kinds - 1

// Senders is the set of what senders do and detect: all kinds except receptions and carrier at
// every tap, which are the most frequent, and the beacons and turns of PLCA, which do not end on an idle
// bus.
var Senders = AllKinds &^ Of(RxStart, RxEnd, CarrierOn, CarrierOff, Beacon, Turn)

// Has reports whether the set contains a kind.
func (s Kinds) Has(k Kind) bool { return s>>k&1 == 1 }

// Why is the reason for which a frame was dropped or a reception was not a frame.
type Why uint8

// The reasons.
const (
	NoReason Why = iota
	ExcessiveCollisions
	LateCollision
	QueueFull
	Damaged // by a collision
	Fragment
	TooLong
	GivenUp      // by the policy, at its limit of attempts or time
	TimedOut     // no answer came in time
	Aborted      // by a crash of the server or queue
	BitError     // on the way of a frame that met no collision
	ShortGap     // before a frame: the receiver was not ready yet
	FalseCarrier // Partition, Reconnect: a port was isolated after carriers without a start-of-stream delimiter
)

var whyNames = [...]string{"", "excessive_collisions", "late_collision", "queue_full", "collision", "fragment", "too_long",
	"given_up", "timed_out", "aborted", "bit_error", "short_gap", "false_carrier"}

// String returns the reason in a file of events, or a text such as Why(99) for an undefined value.
func (w Why) String() string {
	if int(w) >= len(whyNames) {
		return fmt.Sprintf("Why(%d)", uint8(w))
	}
	return whyNames[w]
}

// Event is one thing that happened at one station. Which fields are set depends on its kind. It is
// valid during the call of Observe only.
type Event struct {
	At      phy.Time
	Station int32 // the number of the station, or NoStation
	Kind    Kind
	Attempt uint8 // number of the frame's attempt, from 1
	OK      bool  // Collision: with PLCA, nothing of the frame was on the line (a logical collision)
	Why     Why
	Late    bool     // Collision: more than a slot time into the transmission
	Port    int16    // of a device with several ports
	From    int32    // RxStart, RxEnd: the sender of the first signal of the reception
	Frame   Frame    // the frame concerned; Number is 0 if there is none
	Octets  int32    // RxEnd: whole octets received after the header
	Slots   int32    // Backoff: the draw; -1 if the wait is not a whole number of slots
	Range   int32    // Backoff: the draw was from 0 to Range-1; 0 if the policy has no such range
	ID      int32    // of a device, a node or an entry
	Until   phy.Time // Backoff: when it ends; Turn: when the cycle began
}

// NoStation is the station of an event that happens to the medium itself.
const NoStation int32 = -1

// Interest describes the events that an observer wants.
type Interest struct {
	Kinds    Kinds
	Stations []int // numbers; nil for all
	Used     bool  // of the events Turn, those of turns that nodes use: an idle bus need not be followed turn by turn
}

// Observer sees the events of a run, in order of time; within an instant in the order of rule 10 of docs/conformance.md
// (arrivals and ends, starts, carrier, collisions), then by station.
type Observer interface {
	// Interest is called once, when the observer is attached. Events that no observer wants are not
	// computed.
	Interest() Interest
	// Observe is called for each event wanted. The event is valid during the call only.
	Observe(*Event)
}

// Joiner is an observer that keeps something for each station. A network that stations can join
// tells it of each.
type Joiner interface {
	Observer
	// Joined is called when a station has joined, before any of its events. station is its number:
	// the one after those of the other stations. The numbers of ports, which follow, go up by one.
	// Interest is called once more after that, and may have more Stations.
	Joined(station int)
}
