package trace

import (
	"bytes"
	"encoding/json"
	"strconv"

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
	bit      phy.Time
	names    []string // of stations, as JSON strings
	interest medium.Interest
}

// NewEvents returns an observer that writes the events of a network with the bit time given.
// [Events.Close] closes the output.
func NewEvents(out *Output, stations medium.Stations, bit phy.Time) *Events {
	e := &Events{out: out, stations: stations, bit: bit, interest: medium.Interest{Kinds: medium.AllKinds}}
	e.names = make([]string, stations.Len())
	for i := range e.names {
		e.names[i] = quote(stations.Name(i))
	}
	return e
}

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
	if e.out.err == nil {
		e.out.commit(e.appendEvent(e.out.begin(), ev))
	}
}

// Err returns the first error of writing. A run should stop at it.
func (e *Events) Err() error { return e.out.Err() }

// Flush writes what has been gathered, for readers that watch.
func (e *Events) Flush() error { return e.out.Flush() }

// Close writes the rest and closes the output.
func (e *Events) Close() error { return e.out.Close() }

// appendEvent is written by hand: encoding/json would cost more than the simulation.
func (e *Events) appendEvent(b []byte, ev *medium.Event) []byte {
	b = append(b, `{"ps":`...)
	b = strconv.AppendInt(b, int64(ev.At), 10)
	b = append(b, `,"bits":`...)
	b = phy.AppendDecimal(b, ev.At, e.bit)
	if ev.Station != medium.NoStation {
		b = append(b, `,"station":`...)
		b = append(b, e.names[ev.Station]...)
	}
	b = append(b, `,"event":"`...)
	b = append(b, ev.Kind.String()...)
	b = append(b, '"')
	if ev.Frame.Number != 0 {
		b = appendField(b, `,"frame":`, int64(ev.Frame.Number))
		// A listener does not know which attempt it hears; a frame that is only queued has made
		// no attempt.
		if ev.Attempt != 0 && ev.Kind != medium.RxStart && ev.Kind != medium.RxEnd {
			b = appendField(b, `,"attempt":`, int64(ev.Attempt))
		}
	}
	b = e.appendOwn(b, ev)
	return append(b, '}', '\n')
}

// appendOwn appends the fields that only events of this kind have.
func (e *Events) appendOwn(b []byte, ev *medium.Event) []byte {
	switch ev.Kind {
	case medium.Queued:
		if ev.Frame.Size == 0 {
			break // work of a client, for which no octets are sent
		}
		b = appendField(b, `,"octets":`, int64(ev.Frame.Size))
		b = append(b, `,"to":`...)
		b = e.appendDestination(b, ev.Frame.Destination)
	case medium.Collision:
		if ev.Late {
			b = append(b, `,"late":true`...)
		}
	case medium.TxEnd, medium.Write, medium.WriteResponse, medium.Response:
		b = appendOK(b, ev.OK)
	case medium.Backoff:
		if ev.Slots >= 0 {
			b = appendField(b, `,"slots":`, int64(ev.Slots))
		}
		if ev.Range != 0 {
			b = appendField(b, `,"range":`, int64(ev.Range))
		}
		b = append(b, `,"until_bits":`...)
		b = phy.AppendDecimal(b, ev.Until, e.bit)
	case medium.Dropped:
		b = appendWhy(b, ev.Why)
	case medium.RxStart:
		b = append(append(b, `,"from":`...), e.names[ev.From]...)
	case medium.RxEnd:
		b = append(append(b, `,"from":`...), e.names[ev.From]...)
		b = appendOK(b, ev.OK)
		b = appendField(b, `,"octets":`, int64(ev.Octets))
		if !ev.OK {
			b = appendWhy(b, ev.Why)
		}
	}
	return b
}

// appendDestination appends a station's name, "broadcast", or an address.
func (e *Events) appendDestination(b []byte, destination int32) []byte {
	switch {
	case destination == medium.Broadcast:
		return append(b, `"broadcast"`...)
	case destination >= 0:
		return append(b, e.names[destination]...)
	}
	const digits = "0123456789abcdef"
	separator := byte('"')
	for _, octet := range e.stations.Address(destination) {
		b = append(b, separator, digits[octet>>4], digits[octet&15])
		separator = ':'
	}
	return append(b, '"')
}

func appendField(b []byte, name string, v int64) []byte {
	return strconv.AppendInt(append(b, name...), v, 10)
}

func appendOK(b []byte, ok bool) []byte {
	return strconv.AppendBool(append(b, `,"ok":`...), ok)
}

func appendWhy(b []byte, why medium.Why) []byte {
	b = append(append(b, `,"why":"`...), why.String()...)
	return append(b, '"')
}

// quote writes a string as JSON, without the escapes that are meant for web pages.
func quote(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string always encodes, and a Buffer always takes it
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}
