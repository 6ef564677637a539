package main

import (
	"fmt"
	"os"

	"github.com/csmacd/csmacd/internal/trace"
	"github.com/csmacd/csmacd/mac/backoff"
)

// readDraws reads recorded draws, for a scenario's key draws.
func readDraws(path string) (*backoff.Recorded, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, trace.Because(path, err)
	}
	defer f.Close()
	draws, err := backoff.ReadRecorded(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return draws, nil
}
