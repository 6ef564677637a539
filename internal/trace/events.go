package trace

import (
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Events writes each event as a line of JSON:
//
//	{"ps":24500000,"bits":245,"station":"A","event":"collision","frame":1,"attempt":1}
//
// The instant is given twice: in picoseconds and, exactly, in bit times. frame is the number of
// the frame among its sender's; it is left out if the event is not about a frame.
type Events struct {
	out      *Output
	stations medium.Stations
	names    stationNames
	stamp    stamp
	room     int // for a line
	interest medium.Interest
}

// lineRoom is more than the octets of a line besides the names of stations.
const lineRoom = 512

// NewEvents returns an observer that writes the events of a network with the bit time given.
// [Events.Close] closes the output.
func NewEvents(out *Output, stations medium.Stations, bit phy.Time) *Events {
	e := &Events{out: out, stations: stations, interest: medium.Interest{Kinds: medium.AllKinds}}
	e.stamp = newStamp(bit)
	e.quote()
	return e
}

func (e *Events) quote() {
	e.names = quoteNames(e.stations)
	e.room = lineRoom + 3*e.names.longest
}

// Joined implements [medium.Joiner].
func (e *Events) Joined(int) { e.quote() }

// Only restricts the events to some kinds or stations. Receptions and carrier cost the engine
// extra work for each listener; without them it only follows the senders.
func (e *Events) Only(interest medium.Interest) *Events {
	e.interest = interest
	return e
}

// Interest implements [medium.Observer].
func (e *Events) Interest() medium.Interest { return e.interest }

// Observe implements [medium.Observer].
func (e *Events) Observe(ev *medium.Event) {
	if e.out.err != nil {
		return
	}
	b := slices.Grow(e.out.begin(), e.room)
	e.out.commit(b[:e.write(b[:cap(b)], len(b), ev)])
}

// Err returns the first error of writing. A run should stop at it.
func (e *Events) Err() error { return e.out.Err() }

// Flush writes what has been gathered, for readers that watch.
func (e *Events) Flush() error { return e.out.Flush() }

// Close writes the rest and closes the output.
func (e *Events) Close() error { return e.out.Close() }

// The pieces of lines.
var (
	ofStation = pieceOf(`,"station":`)
	ofAttempt = pieceOf(`,"attempt":`)
	ofOctets  = pieceOf(`,"octets":`)
	ofTo      = pieceOf(`,"to":`)
	ofFrom    = pieceOf(`,"from":`)
	ofSender  = pieceOf(`,"of":`)
	ofSlots   = pieceOf(`,"slots":`)
	ofRange   = pieceOf(`,"range":`)
	ofUntil   = pieceOf(`,"until_bits":`)
	ofWhy     = pieceOf(`,"why":"`)
	ofChange  = pieceOf(`,"change":"`)
	ofID      = pieceOf(`,"id":`)
	isUsed    = pieceOf(`,"used":true`)
	isYielded = pieceOf(`,"used":false`)
	isOn      = pieceOf(`","on":true`)
	isOff     = pieceOf(`","on":false`)
	isLate    = pieceOf(`,"late":true`)
	isLogical = pieceOf(`,"logical":true`)
	isOK      = pieceOf(`,"ok":true`)
	isNotOK   = pieceOf(`,"ok":false`)
	toAll     = pieceOf(`"broadcast"`)
	endOfLine = pieceOf("}\n")

	// By kind: its field, and the beginning of that of a frame.
	ofKind, ofKindAndFrame = kindPieces()
)

func kindPieces() (alone, withFrame []piece) {
	for k := medium.Kind(0); medium.AllKinds.Has(k); k++ {
		alone = append(alone, pieceOf(`,"event":"`, k.String(), `"`))
		withFrame = append(withFrame, pieceOf(`,"event":"`, k.String(), `","frame":`))
	}
	return alone, withFrame
}

// write is written by hand: encoding/json would cost more than the simulation.
func (e *Events) write(b []byte, n int, ev *medium.Event) int {
	n = e.stamp.put(b, n, ev.At)
	if ev.Station != medium.NoStation {
		n = putPiece(b, n, &ofStation)
		n = e.names.put(b, n, ev.Station)
	}
	if ev.Frame.Number == 0 {
		n = putPiece(b, n, &ofKind[ev.Kind])
	} else {
		n = putPiece(b, n, &ofKindAndFrame[ev.Kind])
		n = putUint(b, n, uint64(ev.Frame.Number))
		sender := ev.Station
		if ev.Kind == medium.RxStart || ev.Kind == medium.RxEnd {
			sender = ev.From
		}
		if ev.Frame.Source != sender { // a copy that a bridge sends, or what a repeater sends again
			n = e.names.put(b, putPiece(b, n, &ofSender), ev.Frame.Source)
		}
		// A listener does not know which attempt it hears; a frame that is only queued has made
		// no attempt.
		if ev.Attempt != 0 && ev.Kind != medium.RxStart && ev.Kind != medium.RxEnd {
			n = putPiece(b, n, &ofAttempt)
			n = putUint(b, n, uint64(ev.Attempt))
		}
	}
	n = e.writeOwn(b, n, ev)
	return putPiece(b, n, &endOfLine)
}

// writeOwn writes the fields that only events of this kind have.
func (e *Events) writeOwn(b []byte, n int, ev *medium.Event) int {
	switch ev.Kind {
	case medium.Queued:
		if ev.Frame.Size == 0 {
			break // work of a client, for which no octets are sent
		}
		n = putPiece(b, n, &ofOctets)
		n = putInt(b, n, int64(ev.Frame.Size))
		n = putPiece(b, n, &ofTo)
		n = e.writeDestination(b, n, ev.Frame.Destination)
	case medium.Collision:
		if ev.Late {
			n = putPiece(b, n, &isLate)
		}
		if ev.OK {
			n = putPiece(b, n, &isLogical)
		}
	case medium.Commit, medium.CommitEnd:
		n = putPiece(b, n, &ofID)
		n = putInt(b, n, int64(ev.ID))
	case medium.Turn:
		n = putPiece(b, n, &ofID)
		n = putInt(b, n, int64(ev.ID))
		if ev.OK {
			n = putPiece(b, n, &isUsed)
		} else {
			n = putPiece(b, n, &isYielded)
		}
	case medium.PLCAStatus, medium.TxEnd, medium.RepeatEnd, medium.Write, medium.WriteResponse, medium.Response:
		n = writeOK(b, n, ev.OK)
	case medium.Backoff:
		if ev.Slots >= 0 {
			n = putPiece(b, n, &ofSlots)
			n = putInt(b, n, int64(ev.Slots))
		}
		if ev.Range != 0 {
			n = putPiece(b, n, &ofRange)
			n = putInt(b, n, int64(ev.Range))
		}
		n = putPiece(b, n, &ofUntil)
		n = putDecimal(b, n, ev.Until, e.stamp.bit, e.stamp.places)
	case medium.Dropped:
		n = writeWhy(b, n, ev.Why)
	case medium.RxStart:
		n = e.writeFrom(b, n, ev.From)
	case medium.Changed:
		n = putPiece(b, n, &ofChange)
		n += copy(b[n:], medium.ChangeKind(ev.ID).String())
		if ev.OK {
			n = putPiece(b, n, &isOn)
		} else {
			n = putPiece(b, n, &isOff)
		}
	case medium.RxEnd:
		n = e.writeFrom(b, n, ev.From)
		n = writeOK(b, n, ev.OK)
		n = putPiece(b, n, &ofOctets)
		n = putInt(b, n, int64(ev.Octets))
		if !ev.OK {
			n = writeWhy(b, n, ev.Why)
		}
	}
	return n
}

// writeFrom writes the sender of a reception, unless it begins with the jam of a repeater, which has
// none.
func (e *Events) writeFrom(b []byte, n int, from int32) int {
	if from < 0 {
		return n
	}
	return e.names.put(b, putPiece(b, n, &ofFrom), from)
}

// writeDestination writes a station's name, "broadcast", or an address.
func (e *Events) writeDestination(b []byte, n int, destination int32) int {
	switch {
	case destination == medium.Broadcast:
		return putPiece(b, n, &toAll)
	case destination >= 0:
		return e.names.put(b, n, destination)
	}
	const digits = "0123456789abcdef"
	separator := byte('"')
	for _, octet := range e.stations.Address(destination) {
		n = putOctet(b, n, separator)
		n = putOctet(b, n, digits[octet>>4])
		n = putOctet(b, n, digits[octet&15])
		separator = ':'
	}
	return putOctet(b, n, '"')
}

func writeOK(b []byte, n int, ok bool) int {
	if ok {
		return putPiece(b, n, &isOK)
	}
	return putPiece(b, n, &isNotOK)
}

func writeWhy(b []byte, n int, why medium.Why) int {
	n = putPiece(b, n, &ofWhy)
	n += copy(b[n:], why.String())
	return putOctet(b, n, '"')
}
