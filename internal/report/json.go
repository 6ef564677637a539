package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"

	"github.com/csmacd/csmacd/medium"
)

// JSON writes a result, a [medium.Result] or a [Lived], indented and with a newline at its end. It encodes
// stations one by one: there may be a million of them, and an encoder holds everything that it writes twice.
func JSON[R *medium.Result | Lived](w io.Writer, r R) error {
	var whole any
	var stations []medium.Station
	switch r := any(r).(type) {
	case *medium.Result:
		head := *r
		head.Stations, stations, whole = nil, r.Stations, &head
	case Lived:
		head := *r.Result
		head.Stations, stations, whole = nil, r.Stations, Lived{&head, r.Live}
	}
	var b bytes.Buffer
	if err := indented(&b, "").Encode(whole); err != nil {
		return err
	}
	if stations == nil {
		_, err := w.Write(b.Bytes())
		return err
	}
	// No string contains a newline, so only a member of the result itself begins like this.
	const member, none = "\n \"stations\": ", "null"
	before, after, _ := bytes.Cut(b.Bytes(), []byte(member+none))
	out := bufio.NewWriterSize(w, 64<<10) // Flush returns its errors
	_, _ = out.Write(before)
	_, _ = out.WriteString(member + "[")
	var one bytes.Buffer
	e := indented(&one, "  ")
	for i := range stations {
		if i > 0 {
			_ = out.WriteByte(',')
		}
		one.Reset()
		if err := e.Encode(&stations[i]); err != nil {
			return err
		}
		_, _ = out.WriteString("\n  ")
		if _, err := out.Write(bytes.TrimSuffix(one.Bytes(), []byte("\n"))); err != nil {
			return err
		}
	}
	if len(stations) > 0 {
		_, _ = out.WriteString("\n ")
	}
	_ = out.WriteByte(']')
	_, _ = out.Write(after)
	return out.Flush()
}

func indented(w io.Writer, prefix string) *json.Encoder {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent(prefix, " ")
	return e
}
