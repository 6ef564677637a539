package trace

import (
	"errors"
	"fmt"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

const recordingNote = "What the hosts of live stations gave them to send. Simulated time: 0 is the start of the run. " +
	"Packets are stamped at the instant at which they were queued."

// Recorder records what live stations are given to send, as a pcapng file: an interface for
// each station, with the station's name, and on it a packet for each frame. [ReadCapture] reads
// the file. A Recorder gathers frames until Flush, so that a note of how far the recording goes
// can be written together with them.
type Recorder struct {
	out   *Output
	ports map[int]int // by station
}

// NewRecorder writes the head of the file. attached are the numbers of the live stations, at
// least one; [Recorder.Join] adds more. [Recorder.Close] closes the output.
func NewRecorder(out *Output, stations medium.Stations, attached []int) (*Recorder, error) {
	if len(attached) == 0 {
		return nil, errors.New("there is no live station to record")
	}
	out.hold = true
	r := &Recorder{out: out, ports: make(map[int]int, len(attached))}
	for port, station := range attached {
		r.ports[station] = port
	}
	return r, writeHead(out, recordingNote, len(attached), func(i int) port { return stationPort(stations, attached[i]) })
}

// Join begins to record a station that joins the run.
func (r *Recorder) Join(stations medium.Stations, station int) {
	r.ports[station] = len(r.ports)
	r.out.commit(appendInterface(r.out.begin(), stationPort(stations, station)))
}

// Arrival records a frame that a station is given at an instant, from destination address to
// FCS. Instants are whole nanoseconds, and ascend; frames of one instant keep their order. The
// recorder does not keep the octets.
func (r *Recorder) Arrival(station int, at phy.Time, frame []byte) error {
	port, ok := r.ports[station]
	switch {
	case !ok:
		return fmt.Errorf("%s: station %d is not one of those recorded", r.out.name, station)
	case at < 0 || at%phy.Nanosecond != 0:
		return fmt.Errorf("%s: an arrival at %v: that is not a whole number of nanoseconds", r.out.name, at)
	case r.out.err == nil:
		// For its sender the frame is an outgoing one.
		r.out.commit(appendBlock(r.out.begin(), &packet{port: port, stamp: at, octets: len(frame), data: frame, flags: outbound | fcsPresent}))
	}
	return r.out.err
}

// Gathered returns the number of octets that have been gathered and not been written.
func (r *Recorder) Gathered() int { return len(r.out.buf) }

// Abandon closes the output and leaves the file as it was: see [Output.Abandon].
func (r *Recorder) Abandon() { r.out.Abandon() }

// Flush writes what has been gathered: what a killed run leaves is valid up to here.
func (r *Recorder) Flush() error { return r.out.Flush() }

// Close writes the rest and closes the output.
func (r *Recorder) Close() error { return r.out.Close() }
