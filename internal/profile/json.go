package profile

import (
	"encoding/json"
)

// Schema names the format of the output of csmacd backoff --json. Times are in
// units, and rates in retries for each client and unit.
const Schema = "csmacd/backoff/1"

// JSON returns the output of csmacd backoff --json. version is that of the program.
func (v *View) JSON(version string, list []Named) ([]byte, error) {
	whole, err := json.MarshalIndent(struct {
		Schema   string  `json:"schema"`
		Version  string  `json:"version"`
		Seed     uint64  `json:"seed"`
		Clients  int     `json:"clients"`
		Attempts int     `json:"attempts"`
		UnitPS   int64   `json:"unit_ps"` // 0: plain numbers
		Takes    float64 `json:"takes"`
		Policies []Named `json:"policies"`
	}{Schema, version, v.Options.Seed, v.Options.Clients, v.Options.Failures, int64(v.Unit), v.Options.Takes, list}, "", " ")
	return append(whole, '\n'), err
}
