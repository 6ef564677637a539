package medium

import (
	"fmt"

	"github.com/csmacd/csmacd/phy"
)

// Change sets one thing of a network to another value at an instant: a fault begins or ends, a
// station joins or leaves, a setting becomes another. It takes effect at the start of its instant,
// before anything else happens there. What it sets holds until another Change of the same kind and
// target. Changes of one instant take effect in their order.
type Change struct {
	At   phy.Time
	Kind ChangeKind

	// The target, by name. Kinds of a station use Station, kinds of a port of a repeater Port, which
	// is the repeater's name and what is plugged in, such as "hub/pc1". Others use Segment; "" is all
	// segments for BitErrors, and the only one for other kinds.
	Station, Port, Segment string

	On      bool        // of the kinds that say so: the fault begins; false: it ends
	Place   phy.Time    // Cut, Short: the place, as its delay from the left end; Length: the new length
	Missing Ends        // Terminator: the ends without one
	Errors  Errors      // BitErrors
	Value   float64     // Babble, BeaconLoss: a probability; Skew: parts per million; Queue: frames
	Address phy.Address // Ether
	Quiet   bool        // it makes no event: another part of the network makes that of the whole change
	Planned phy.Time    // not 0: it takes the place of the change of the same kind and target that was planned for this later instant
	New     any         // Add: a domain.Station or t1s.Station; Policy: a backoff.Policy, or nil for that of the standard; PLCA: a *plca.Params, or nil for off
}

// ChangeKind is what a Change sets.
type ChangeKind uint8

// The kinds. The comment begins with the target.
const (
	NoChange ChangeKind = iota

	BitErrors  // segment: Errors
	Cut        // segment: On, and Place on a cable; a link that is cut goes down
	Short      // segment, a cable: On and Place
	Terminator // segment, a cable: Missing
	Length     // segment, a cable: Place

	Deaf        // station: On; it hears no foreign carrier and receives nothing
	NoCollision // station: On; it detects no collision
	Mute        // station: On; nothing that it sends gets out
	Jabber      // station: On; it sends without end
	Babble      // station: Value, the probability in every slot time that it sends a frame without deference
	Skew        // station: Value, by which its clock is fast, in parts per million
	PowerOff    // station: On; it sends and hears nothing, and its queue is lost
	NoSQE       // station: On; its transceiver does not test its collision signal

	PortOff     // port: On
	PortSQETest // port: On; the transceiver at the port tests its collision signal

	Add         // New; Segment for that of the station's End, by name, where there are several
	Remove      // station
	Queue       // station: Value
	Policy      // station: New
	Ether       // station: Address
	Promiscuous // station: On; it recognises every address, and counts all whole frames

	PLCA       // station: New, the parameters of the node from now on
	BeaconLoss // segment: Value, the probability with which a node does not decode a BEACON
	changeKinds
)

var changeNames = [changeKinds]string{"", "bit_errors", "cut", "short", "terminator", "length",
	"deaf", "no_collision", "mute", "jabber", "babble", "ppm", "power_off", "no_sqe", "port_off", "sqe_test",
	"add", "remove", "queue", "policy", "ether", "promiscuous", "plca", "beacon_loss"}

// String returns the name in a file of events, or a text such as ChangeKind(99) for an undefined value.
func (k ChangeKind) String() string {
	if k == NoChange || k >= changeKinds {
		return fmt.Sprintf("ChangeKind(%d)", uint8(k))
	}
	return changeNames[k]
}

// OfStation reports whether the target is a station.
func (k ChangeKind) OfStation() bool {
	return k >= Deaf && k <= NoSQE || k >= Remove && k <= PLCA
}

// OfPort reports whether the target is a port of a repeater.
func (k ChangeKind) OfPort() bool { return k == PortOff || k == PortSQETest }

// Ends is a set of the ends of a cable.
type Ends uint8

// The ends.
const (
	LeftEnd Ends = 1 << iota
	RightEnd
)

// Errors are the bit errors of a segment. The line is good or bad. Each bit is wrong with the
// probability of the state, and after each bit the state changes with a probability of its own
// (E. N. Gilbert 1960, E. O. Elliott 1963). It begins good; with ToBad 0 it remains so, and the
// errors are independent. The zero value is a line without errors.
type Errors struct {
	Good, Bad     float64 // the probability that a bit is wrong, in each state
	ToBad, ToGood float64 // the probability of leaving the other state, per bit
}

// Mean returns the share of bits that are wrong in the long run.
func (e Errors) Mean() float64 {
	if e.ToBad == 0 {
		return e.Good
	}
	return (float64(e.Good*e.ToGood) + float64(e.Bad*e.ToBad)) / (e.ToGood + e.ToBad)
}

// Check returns an error if a probability is not one.
func (e Errors) Check() error {
	for _, p := range [...]float64{e.Good, e.Bad, e.ToBad, e.ToGood} {
		if !(p >= 0 && p <= 1) { // or not a number
			return fmt.Errorf("the probability of a bit error, %v, is not between 0 and 1", p)
		}
	}
	return nil
}

// Replaces reports whether a change takes the place of another one that was planned.
func (c *Change) Replaces(planned *Change) bool {
	return c.Planned > 0 && planned.Kind == c.Kind && planned.At == c.Planned &&
		planned.Station == c.Station && planned.Port == c.Port && planned.Segment == c.Segment
}

// Changer is a network that can be changed while it runs.
type Changer interface {
	// Change adds a change at an instant that has not been run yet. The error wraps ErrRefused if the
	// network cannot be changed in this way, ErrNoStation if the target does not exist then, or
	// ErrOver.
	Change(Change) error
}
