package stats_test

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"github.com/csmacd/csmacd/internal/stats"
)

// Whatever the bits: no panic, no index out of its range, no p beyond 0 to 1, and what
// is no number stays none.
func FuzzStats(f *testing.F) {
	pack := func(values ...float64) (b []byte) {
		for _, x := range values {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
		}
		return b
	}
	f.Add(pack())
	f.Add(pack(1, 2))
	f.Add(pack(math.NaN(), 1, math.Inf(1)))
	f.Add(pack(math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64))
	f.Add(pack(make([]float64, 60)...))
	f.Fuzz(func(t *testing.T, b []byte) {
		var values []float64
		for ; len(b) >= 8; b = b[8:] {
			values = append(values, math.Float64frombits(binary.LittleEndian.Uint64(b)))
		}
		odd := slices.ContainsFunc(values, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) })
		s := stats.Summarize(values)
		if odd && !(math.IsNaN(s.Mean) || math.IsInf(s.Mean, 0)) {
			t.Errorf("%v: a mean of %v", values, s.Mean)
		}
		if h := s.HalfWidth(0.95); h < 0 {
			t.Errorf("%v: a half-width of %v", values, h)
		}
		p := stats.Precision{Relative: 0.1}
		if more := p.More(s.N, s.Mean, s.HalfWidth(0.95)); more < 0 || more > max(2, s.N) || more == 0 && math.IsNaN(s.Mean) {
			t.Errorf("%v: %d more", values, more)
		}
		if j := stats.Jain(values); j < 0 || j > 1+1e-9 {
			t.Errorf("%v: Jain %v", values, j)
		}
		half := len(values) / 2
		for _, test := range []func() (stats.Difference, error){
			func() (stats.Difference, error) { return stats.Paired(values[:half], values[half:2*half]) },
			func() (stats.Difference, error) {
				return stats.Welch(stats.Summarize(values[:half]), stats.Summarize(values[half:]))
			},
		} {
			if d, err := test(); err == nil && (d.P < 0 || d.P > 1) {
				t.Errorf("%v: p %v", values, d.P)
			}
		}
		if w, err := stats.MSER5(values); err == nil && (w < 0 || w > len(values)/2) {
			t.Errorf("%v: warm-up %d", values, w)
		}
		slices.Sort(values)
		q := stats.Percentile(values, 0.3)
		if len(values) > 0 && !odd && (q < values[0] || q > values[len(values)-1] || math.IsNaN(q)) {
			t.Errorf("%v: percentile %v", values, q)
		}
	})
}
