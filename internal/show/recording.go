package show

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/trace"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// recording is what arrived from hosts, as a scenario that csmacd run replays: FILE.yaml, with
// the frames in FILE.pcapng beside it. A nil recording records nothing.
type recording struct {
	*trace.Recorder
	scenario *scenario.Scenario
	file     string   // of the scenario
	capture  string   // beside it
	text     *os.File // the scenario's, opened while the process still has the right to
	made     bool     // there was no such file before
	saved    time.Time
	pause    time.Duration // until the scenario is written again
	until    phy.Time      // everything up to this instant is written
	last     phy.Time      // the last arrival
	frames   int
	octets   int
	failure  error
}

func newRecording(file string, s *scenario.Scenario) *recording {
	return &recording{scenario: s, file: file, capture: CaptureOf(file)}
}

// CaptureOf returns the file of the frames of a recording.
func CaptureOf(file string) string { return strings.TrimSuffix(file, filepath.Ext(file)) + ".pcapng" }

// CheckRecordingName returns an error if csmacd run would not take the file for a scenario.
func CheckRecordingName(file string) error {
	if ending := filepath.Ext(file); file != "" && ending != ".yaml" && ending != ".yml" {
		return fmt.Errorf("--record %s: a recording is a scenario: its name must end in .yaml, and its capture %s is written beside it", file, CaptureOf(file))
	}
	return nil
}

// begin opens the files. Their contents stay if the recording cannot begin.
func (r *recording) begin(stations medium.Stations) (err error) {
	if r == nil {
		return nil
	}
	_, missing := os.Stat(r.file)
	r.made = errors.Is(missing, fs.ErrNotExist)
	if r.text, err = os.OpenFile(r.file, os.O_WRONLY|os.O_CREATE, 0o666); err != nil {
		return fmt.Errorf("--record: %w", err)
	}
	if err = r.open(stations); err == nil {
		err = r.save(0)
	}
	if err == nil {
		err = r.Flush()
	}
	if err != nil {
		r.abandon()
	}
	return err
}

// abandon closes the files of a run that does not begin.
func (r *recording) abandon() {
	if r == nil || r.text == nil {
		return
	}
	if r.Recorder != nil {
		r.Recorder.Abandon()
	}
	_ = r.text.Close()
	if r.made {
		_ = os.Remove(r.file)
	}
	r.Recorder, r.text = nil, nil
}

// open opens the capture.
func (r *recording) open(stations medium.Stations) error {
	out, err := trace.Create(r.capture)
	if err != nil {
		return fmt.Errorf("--record: %w", err)
	}
	var attached []int
	for _, a := range r.scenario.Attached {
		attached = append(attached, a.Station)
	}
	r.Recorder, err = trace.NewRecorder(out, stations, attached)
	return err
}

// errFull says that csmacd run would not replay more.
var errFull = fmt.Errorf("--record: the recording is full: csmacd run replays at most %d frames, or %d octets", trace.MaxPackets, trace.MaxOctets)

// arrived records a frame.
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
	r.last = at
	r.failure = r.Arrival(station, at, octets)
}

// mostGathered is the most octets of frames that are kept back.
const mostGathered = 256 << 10

// turn is called between two steps. It writes what has been gathered each second, or more rarely if the
// scenario is long, and when there is much of it, so that a run that is killed leaves a scenario that replays all of its
// capture. A frame may have arrived after now, if the network has not been run so far yet;
// everything that arrived between the two is in the capture.
func (r *recording) turn(now phy.Time) {
	if r == nil || r.failure != nil || time.Since(r.saved) < r.pause && r.Gathered() < mostGathered {
		return
	}
	if r.failure = r.Flush(); r.failure == nil {
		r.failure = r.save(max(now, r.last+1))
	}
}

// save writes the scenario of a run that ends at an instant.
func (r *recording) save(now phy.Time) error {
	began := time.Now()
	defer func() {
		r.saved = time.Now()
		r.pause = max(time.Second, 100*r.saved.Sub(began))
	}()
	text, err := r.scenario.Recording(r.file, r.capture, max(now, 1))
	if err != nil {
		return err
	}
	// One write, so that a run that is killed leaves this one or the previous one.
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
		now = r.until // what came later is not in it
	}
	return errors.Join(failure, r.save(now), r.text.Close())
}
