package metric

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/medium"
)

// Every counter of every station is in the sums.
func TestCountersOfAllStations(t *testing.T) {
	r := &medium.Result{Stations: make([]medium.Station, 3)}
	for i := range r.Stations {
		c := reflect.ValueOf(&r.Stations[i].Counters).Elem()
		for k := range c.NumField() {
			c.Field(k).SetUint(uint64(1) << (8 * i) * uint64(k+1))
		}
	}
	sum := reflect.ValueOf(Counters(r))
	for k := range sum.NumField() {
		require.Equal(t, 0x010101*uint64(k+1), sum.Field(k).Uint(), sum.Type().Field(k).Name)
	}
}
