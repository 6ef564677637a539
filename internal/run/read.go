package run

import (
	"fmt"
	"os"

	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/trace"
	"github.com/csmacd/csmacd/mac/backoff"
)

// ReadDraws reads recorded draws, for a scenario's key draws.
func ReadDraws(path string) (*backoff.Recorded, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, files.Because(path, err)
	}
	defer f.Close()
	draws, err := backoff.ReadRecorded(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return draws, nil
}

// ReadCapture reads a capture, for traffic of kind pcap.
func ReadCapture(path string, octets bool) (scenario.Capture, error) {
	file, err := trace.ReadCapture(path, octets)
	return scenario.Capture{Interfaces: file.Interfaces, Count: file.Len(), Frames: func(yield func(scenario.Captured) bool) {
		for p := range file.Packets() {
			if !yield(scenario.Captured(p)) {
				return
			}
		}
	}}, err
}
