package metric

import (
	"reflect"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// summed is a result and the sums of its stations' counters.
type summed struct {
	*medium.Result
	counters mac.Counters
	octets   uint64
	slot     phy.Time // slotTime; 0 if the medium has none
	settled  bool     // false: a warm-up was looked for and not found
}

// ruled is a medium whose stations follow the rules of clause 4.
type ruled interface{ Params(station int) mac.Params }

// Append appends the values of all metrics of a run to a list. settled is false if a warm-up was looked for and
// not found.
func Append(list []float64, r *medium.Result, net medium.Network, settled bool) []float64 {
	s := sum(r, net)
	s.settled = settled
	for i := range All {
		list = append(list, All[i].of(s))
	}
	return list
}

func sum(r *medium.Result, net medium.Network) *summed {
	s := &summed{Result: r, counters: Counters(r)}
	if n, ok := net.(ruled); ok && net.Len() > 0 {
		s.slot = n.Params(0).SlotTime
	}
	for i := range r.Stations {
		s.octets += r.Stations[i].OctetsDelivered
	}
	return s
}

// Counters returns the sums of the counters of all stations.
func Counters(r *medium.Result) (sum mac.Counters) {
	into := reflect.ValueOf(&sum).Elem()
	for i := range r.Stations {
		from := reflect.ValueOf(&r.Stations[i].Counters).Elem()
		for k := range into.NumField() {
			into.Field(k).SetUint(into.Field(k).Uint() + from.Field(k).Uint())
		}
	}
	return sum
}
