package main

import (
	"encoding/json"
	"fmt"

	"github.com/csmacd/csmacd/internal/files"
)

// backoffSchema names the form of the output of csmacd backoff --json. Times are in
// units, and rates retries a client and unit.
const backoffSchema = "csmacd/backoff/1"

func writeBackoff(to string, v *view, list []profiled) error {
	whole, err := json.MarshalIndent(struct {
		Schema   string     `json:"schema"`
		Version  string     `json:"version"`
		Seed     uint64     `json:"seed"`
		Clients  int        `json:"clients"`
		Attempts int        `json:"attempts"`
		UnitPS   int64      `json:"unit_ps"` // 0: plain numbers
		Takes    float64    `json:"takes"`
		Policies []profiled `json:"policies"`
	}{backoffSchema, Version, v.options.Seed, v.options.Clients, v.options.Failures, int64(v.unit), v.options.Takes, list}, "", " ")
	if err != nil {
		return fmt.Errorf("%s: %w", to, err)
	}
	return files.Write(to, append(whole, '\n'))
}
