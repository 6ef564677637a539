package scene

import (
	"fmt"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// None stands for an instant that does not exist, or is not known yet.
const None phy.Time = -1

// Transmission is what a station puts on the medium in one attempt. Its instants are those at the
// station's own tap.
type Transmission struct {
	Station   int32    `json:"station"`
	Frame     uint32   `json:"frame"` // number of the station's frame, from 1
	Attempt   uint8    `json:"attempt"`
	Octets    int32    `json:"octets"`    // of the whole frame, sent or not
	To        int32    `json:"to"`        // a station, or what [medium.Frame] has
	Start     phy.Time `json:"start"`     // first bit of the preamble
	Header    phy.Time `json:"header"`    // first bit after preamble and SFD, even if it is not sent so far
	Collision phy.Time `json:"collision"` // when it is detected; None: no collision
	Jam       phy.Time `json:"jam"`       // first bit of jam; None: no jam
	End       phy.Time `json:"end"`       // end of the last bit, jam included; None: under way
	Outcome   Outcome  `json:"outcome"`
	Late      bool     `json:"late,omitempty"` // the collision was late

	Signal Part   `json:"signal,omitempty"` // Beacon or Commit: it is this signal of PLCA, not a frame
	Turn   string `json:"turn,omitempty"`   // with PLCA: the turn in which the frame is sent, such as "turn 2, burst 1"

	// On a path through a network, where ports pass on the frames of stations.
	Origin int32  `json:"origin,omitempty"` // number in the network of the station whose frame it is; of jam alone, of the port
	Of     string `json:"of,omitempty"`     // its name, if it is not the sender's
}

// Outcome is the result of a transmission as its sender knows it.
type Outcome uint8

// Outcomes.
const (
	UnderWay Outcome = iota
	Sent             // to its end, without a collision
	Collided         // and will be retried
	GivenUp          // after too many collisions, or a late one
	Repeated         // whole, by a repeater
	Damaged          // what a repeater sent was not a whole frame
)

var outcomeNames = [...]string{"under way", "sent", "collided", "given up", "repeated", "damaged"}

// String names an outcome.
func (o Outcome) String() string {
	if int(o) >= len(outcomeNames) {
		return fmt.Sprintf("Outcome(%d)", uint8(o))
	}
	return outcomeNames[o]
}

// MarshalText implements [encoding.TextMarshaler], so that JSON holds the name.
func (o Outcome) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// end returns the end of the last bit, or Forever if it is not known.
func (t *Transmission) end() phy.Time {
	if t.End == None {
		return phy.Forever
	}
	return t.End
}

// frameEnd returns the instant at which the header or the frame ends, or is cut by jam.
func (t *Transmission) frameEnd() phy.Time {
	if t.Jam != None {
		return t.Jam
	}
	return t.end()
}

// Part is a stretch of a transmission.
type Part uint8

// Parts of a transmission.
const (
	Preamble Part = iota // and start frame delimiter
	Frame
	Jam

	// On a bus with PLCA.
	Beacon
	Commit
)

var partNames = [...]string{"preamble", "frame", "jam", "BEACON", "COMMIT"}

// String names a part.
func (p Part) String() string {
	if int(p) >= len(partNames) {
		return fmt.Sprintf("Part(%d)", uint8(p))
	}
	return partNames[p]
}

// Parts returns the parts of a transmission. A transmission under way ends at the given instant.
func (t *Transmission) Parts(until phy.Time) []Stretch {
	end := min(t.end(), max(until, t.Start))
	if t.Signal != 0 {
		return []Stretch{{t.Signal, t.Start, end}}
	}
	jam := min(t.frameEnd(), end)
	header := min(t.Header, jam)
	parts := make([]Stretch, 0, 3)
	for _, p := range []Stretch{{Preamble, t.Start, header}, {Frame, header, jam}, {Jam, jam, end}} {
		if p.Until > p.From {
			parts = append(parts, p)
		}
	}
	return parts
}

// Stretch is a part with its instants at the sender's tap.
type Stretch struct {
	Part        Part
	From, Until phy.Time
}

// Arrival is a frame that arrived at a station's queue.
type Arrival struct {
	At      phy.Time `json:"at"`
	Frame   uint32   `json:"frame"`
	Octets  int32    `json:"octets"`
	To      int32    `json:"to"`
	Queued  int      `json:"queued"`            // frames in the queue then, including this one
	Refused bool     `json:"refused,omitempty"` // the queue was full
}

// arrival returns the arrival of an event.
func arrival(e *medium.Event, queued int) Arrival {
	return Arrival{At: e.At, Frame: e.Frame.Number, Octets: e.Frame.Size, To: e.Frame.Destination, Queued: queued}
}
