package player

import (
	"bytes"
	"errors"

	"github.com/csmacd/csmacd/internal/report"
	"github.com/csmacd/csmacd/internal/run"
	"github.com/csmacd/csmacd/internal/said"
	"github.com/csmacd/csmacd/internal/trace"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// MostExported is the most octets of events, or of a capture, that are written: a browser keeps
// them in memory.
const MostExported = 64 << 20

// Events returns all events of the run as JSON lines, as csmacd run --events writes them. cut
// reports that they were more than [MostExported], and that the last ones are missing.
func (p *Player) Events() (text []byte, cut bool, err error) {
	return p.write(func(out *trace.Output, net medium.Network) (writer, error) {
		e := trace.NewEvents(out, net, net.BitTime())
		net.Observe(e)
		return e, nil
	})
}

// Capture returns all transmissions as pcapng, as csmacd run --pcap writes them.
func (p *Player) Capture() (file []byte, cut bool, err error) {
	return p.write(func(out *trace.Output, net medium.Network) (writer, error) {
		cable, ok := net.(run.Captured)
		if !ok {
			return nil, errCapture
		}
		return run.NewCapture(out, p.Scenario, cable, trace.Options{At: trace.AllStations})
	})
}

var errCapture = errors.New("this medium has no frames to capture")

// writer is an observer that writes what happens in a run.
type writer interface{ Close() error }

// write runs the scenario once more for a writer.
func (p *Player) write(attach func(*trace.Output, medium.Network) (writer, error)) (_ []byte, cut bool, err error) {
	net, err := p.build()
	if err != nil {
		return nil, false, err
	}
	var b bytes.Buffer
	w, err := attach(trace.NewOutput(&b, "export"), net)
	if err != nil {
		return nil, false, err
	}
	end := phy.Forever
	if p.Scenario.Duration > 0 {
		end = p.Scenario.Duration
	}
	for !net.Done() && net.Now() < end && !cut {
		// A run that fails is written up to its failure.
		if net.Run(min(net.Now()+1<<16*net.BitTime(), end)) != nil {
			break
		}
		cut = b.Len() > MostExported
	}
	err = w.Close()
	return b.Bytes(), cut, err
}

// Summary returns what csmacd run prints, and JSON what its --json writes.
func (p *Player) Summary(version string) (string, error) {
	var b bytes.Buffer
	err := report.Summary(&b, p.Result(version), p.Scenario.Used())
	return b.String(), err
}

// Story returns the sentences of the summary that say what happened.
func (p *Player) Story(version string) string { return report.Story(p.Result(version)) }

// Sentences returns the sentences of [Player.Story].
func (p *Player) Sentences(version string) []said.Sentence {
	return report.Sentences(p.Result(version))
}

// JSON writes the result.
func (p *Player) JSON(version string) ([]byte, error) {
	var b bytes.Buffer
	err := report.JSON(&b, p.Result(version))
	return b.Bytes(), err
}
