package exercise

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// maxEvents is how many events of a run are kept for expressions.
const maxEvents = 400_000

// recorder keeps the events of a run that expressions ask for.
type recorder struct {
	stations medium.Stations
	names    map[string]int32
	bit      phy.Time
	kinds    medium.Kinds
	list     []medium.Event
	missed   bool // there were more
}

func newRecorder(net medium.Network, kinds medium.Kinds) *recorder {
	r := &recorder{stations: net, kinds: kinds, names: map[string]int32{}, bit: net.BitTime()}
	for i := range net.Len() {
		r.names[net.Name(i)] = int32(i)
	}
	return r
}

// Interest implements [medium.Observer].
func (r *recorder) Interest() medium.Interest { return medium.Interest{Kinds: r.kinds} }

// Observe implements [medium.Observer].
func (r *recorder) Observe(e *medium.Event) {
	if len(r.list) == maxEvents {
		r.missed = true
		return
	}
	r.list = append(r.list, *e)
}

// Told is an event as expressions see it.
type Told struct {
	Station   string  `json:"station"`
	Bits      float64 `json:"bits"`
	Us        float64 `json:"us"`
	Frame     float64 `json:"frame"`
	Attempt   float64 `json:"attempt"`
	OK        bool    `json:"ok"`
	Late      bool    `json:"late"`
	Why       string  `json:"why"`
	Octets    float64 `json:"octets"`
	Slots     float64 `json:"slots"`
	Range     float64 `json:"range"`
	UntilBits float64 `json:"until_bits"`
}

func (r *recorder) tell(e *medium.Event) map[string]any {
	bits := func(t phy.Time) float64 { return float64(t) / float64(r.bit) }
	station := ""
	if e.Station >= 0 {
		station = r.stations.Name(int(e.Station))
	}
	return map[string]any{
		"station": station, "bits": bits(e.At), "us": e.At.Microseconds(), "frame": float64(e.Frame.Number), "attempt": float64(e.Attempt),
		"ok": e.OK, "late": e.Late, "why": e.Why.String(), "octets": float64(e.Octets), "slots": float64(e.Slots),
		"range": float64(e.Range), "until_bits": bits(e.Until),
	}
}
