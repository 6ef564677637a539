package scenario

import (
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/backoff"
)

// A file must have a name. Those that are named are listed, as the paths to them.
func TestNamesOfFiles(t *testing.T) {
	const name = "must be the name of a file, relative to the scenario's folder"
	o := Options{
		ReadCapture: func(string, bool) (Capture, error) {
			return Capture{Frames: slices.Values([]Captured{{Octets: 60}})}, nil
		},
		ReadDraws: func(string) (*backoff.Recorded, error) { return nil, errors.New("not read") },
	}
	replay := func(file string) []byte {
		return []byte("duration: 1ms\nstations:\n  - {name: A, traffic: {kind: pcap, file: " + file + "}}\n  - {name: B}\n")
	}
	_, err := Parse("s.yaml", replay("''"), o)
	require.EqualError(t, err, "s.yaml:3:43: stations[0].traffic.file: "+name)
	_, err = Parse("s.yaml", []byte("duration: 1s\ndraws: ''\nmedium: {kind: store}\nstations:\n  - {name: c}\n"), o)
	require.ErrorContains(t, err, "s.yaml:2:8: draws: "+name)
	s, err := Parse("folder/s.yaml", replay("c.pcapng"), o)
	require.NoError(t, err)
	require.Equal(t, []File{{"the capture", "folder/c.pcapng"}}, s.Files)
}
