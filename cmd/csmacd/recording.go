package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/trace"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// recording is what arrived from hosts, as a scenario that csmacd run replays: FILE.yaml,
// and the frames in FILE.pcapng beside it. A nil recording records nothing.
type recording struct {
	*trace.Recorder
	scenario *scenario.Scenario
	file     string   // of the scenario
	capture  string   // beside it
	text     *os.File // the scenario's, open as long as there may be the right to
	saved    time.Time
	until    phy.Time // up to here all is written
	frames   int
	octets   int
	failure  error
}

// newRecording makes the files' names.
func newRecording(file string, s *scenario.Scenario) *recording {
	if !strings.HasSuffix(file, ".yaml") && !strings.HasSuffix(file, ".yml") {
		file += ".yaml"
	}
	return &recording{scenario: s, file: file, capture: strings.TrimSuffix(file, filepath.Ext(file)) + ".pcapng"}
}

// begin opens the files.
func (r *recording) begin(stations medium.Stations) (err error) {
	if r == nil {
		return nil
	}
	if r.text, err = os.OpenFile(r.file, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666); err != nil {
		return fmt.Errorf("--record: %w", err)
	}
	out, err := trace.Create(r.capture)
	if err != nil {
		return fmt.Errorf("--record: %w", err)
	}
	var attached []int
	for _, a := range r.scenario.Attached {
		attached = append(attached, a.Station)
	}
	if r.Recorder, err = trace.NewRecorder(out, stations, attached); err != nil {
		return err
	}
	return r.save(0)
}

// errFull says that csmacd run would take no more.
var errFull = fmt.Errorf("--record: it is full: csmacd run takes %d frames, or %d octets, at most", trace.MaxPackets, trace.MaxOctets)

// arrived writes a frame down.
func (r *recording) arrived(station int, at phy.Time, octets []byte) {
	if r.failure != nil {
		return
	}
	r.frames++
	r.octets += len(octets)
	if r.frames > trace.MaxPackets || r.octets > trace.MaxOctets {
		r.failure = errFull
		return
	}
	r.failure = r.Arrival(station, at, octets)
}

// turn is called between two steps. What there is is written each second, so that a run
// that is killed leaves a scenario that can be replayed.
func (r *recording) turn(now phy.Time) {
	if r == nil || r.failure != nil || time.Since(r.saved) < time.Second {
		return
	}
	if r.failure = r.Flush(); r.failure == nil {
		r.failure = r.save(now)
	}
}

// save writes the scenario of a run up to an instant.
func (r *recording) save(now phy.Time) error {
	r.saved = time.Now()
	text, err := r.scenario.Recording(r.file, r.capture, max(now, 1))
	if err != nil {
		return err
	}
	// One write, so that a run that is killed leaves this one or the one before.
	if _, err = r.text.WriteAt(text, 0); err == nil {
		err = r.text.Truncate(int64(len(text)))
	}
	if err != nil {
		return fmt.Errorf("--record: %w", err)
	}
	r.until = now
	return nil
}

func (r *recording) err() error {
	if r == nil {
		return nil
	}
	return r.failure
}

// close ends the recording of a run that ended at an instant.
func (r *recording) close(now phy.Time) error {
	if r == nil || r.Recorder == nil {
		return nil
	}
	failure := r.Close()
	if failure == nil {
		failure = r.failure
	}
	if failure != nil {
		now = r.until // what came later is not there
	}
	return errors.Join(failure, r.save(now), r.text.Close())
}
