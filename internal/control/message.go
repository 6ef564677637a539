package control

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/names"
	"github.com/csmacd/csmacd/phy"
)

// Request is a command of a client.
type Request struct {
	ID    json.RawMessage `json:"id,omitempty"`    // a number or a string that the answer repeats
	Do    string          `json:"do"`              // one of Verbs
	Entry json.RawMessage `json:"entry,omitempty"` // change: an entry of a timeline without its instant, as an object or as YAML in a string
	Host  string          `json:"host,omitempty"`  // stats: the name of a station; all where it is empty; plca: the name of a station
	Of    []string        `json:"of,omitempty"`    // events: the kinds; all where it is empty
}

// Verbs are the commands that a run takes.
var Verbs = []string{"change", "events", "plca", "status", "stats", "stop"}

// Failure is the answer to a command that was not done.
type Failure struct {
	ID    json.RawMessage `json:"id,omitempty"`
	OK    bool            `json:"ok"` // false
	Error string          `json:"error"`
}

// Changed is the answer to the command change.
type Changed struct {
	At    phy.Time `json:"at_ps"`
	Until phy.Time `json:"until_ps,omitempty"` // when what was there before is restored; 0: never
	Text  string   `json:"text"`               // what changed, as people write it
}

// Status is the answer to the command status.
type Status struct {
	Scenario string   `json:"scenario"`
	Version  string   `json:"version"`
	Seed     uint64   `json:"seed"`
	Now      phy.Time `json:"now_ps"` // up to which the medium has been run
	Speed    float64  `json:"speed"`  // simulated over wall-clock time, as asked for
	Stations []string `json:"stations"`
	Left     []string `json:"left,omitempty"`   // stations that were removed
	Record   string   `json:"record,omitempty"` // the file of the recording
}

// parse reads a request. The error describes the first mistake in the line.
func parse(line []byte) (r Request, err error) {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err = d.Decode(&r); err == nil {
		if _, more := d.Token(); more != io.EOF {
			err = errors.New("there is more after the object")
		}
	}
	if err = files.JSON(err); err != nil {
		return Request{}, fmt.Errorf(`not a request: %w; one is {"do":"status"}`, err)
	}
	if len(r.ID) > 0 && (len(r.ID) > mostID || r.ID[0] == '{' || r.ID[0] == '[') {
		r.ID = nil
		return r, fmt.Errorf("id: a number or a string of at most %d octets is wanted", mostID)
	}
	if !slices.Contains(Verbs, r.Do) {
		err = fmt.Errorf("do: there is no command %q; there are %s", r.Do, names.Some(Verbs))
	}
	return r, err
}

// mostID is the largest number of octets of an ID.
const mostID = 64

// answer returns the line of an answer: that of a command that was done, or a [Failure].
func answer(id json.RawMessage, what any, failure error) []byte {
	if failure == nil {
		var line []byte
		if line, failure = success(id, what); failure == nil {
			return line
		}
	}
	line, err := json.Marshal(Failure{ID: id, Error: failure.Error()})
	if err != nil { // an ID that is not JSON cannot have been read
		line = []byte(`{"ok":false,"error":"the answer cannot be written"}`)
	}
	return append(line, '\n')
}

// success returns the line of a command that was done: what it returned as an object, with id and ok
// before it.
func success(id json.RawMessage, what any) ([]byte, error) {
	line := []byte("{}")
	if what != nil {
		var err error
		if line, err = json.Marshal(what); err != nil {
			return nil, err
		}
	}
	head := []byte(`{`)
	if id != nil {
		head = append(append(append(head, `"id":`...), id...), ',')
	}
	head = append(head, `"ok":true`...)
	if len(line) > len("{}") {
		head = append(head, ',')
	}
	return append(append(head, line[1:]...), '\n'), nil
}
