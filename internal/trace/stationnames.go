package trace

import (
	"bytes"
	"encoding/json"

	"github.com/csmacd/csmacd/medium"
)

// stationNames are the names of stations as JSON strings, one after the other in one text.
type stationNames struct {
	text    []byte // followed by shortName octets
	ends    []int  // of the names; the first is 0
	longest int
}

// shortName is the length up to which a name, quotes included, is copied by moves.
const shortName = 16

func quoteNames(stations medium.Stations) (s stationNames) {
	named := medium.Named(stations)
	s.ends = make([]int, named+1)
	for i := range named {
		s.text = append(s.text, quote(stations.Name(i))...)
		s.ends[i+1] = len(s.text)
		s.longest = max(s.longest, s.ends[i+1]-s.ends[i])
	}
	s.text = append(s.text, make([]byte, shortName)...)
	return s
}

// put writes the name of a station.
func (s *stationNames) put(b []byte, n int, station int32) int {
	start, end := s.ends[station], s.ends[station+1]
	if end-start > shortName {
		return n + copy(b[n:], s.text[start:end])
	}
	*(*[shortName]byte)(b[n:]) = [shortName]byte(s.text[start:])
	return n + end - start
}

// quote writes a string as JSON, without the escapes that are meant for web pages.
func quote(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string always encodes, and a Buffer always takes it
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}
