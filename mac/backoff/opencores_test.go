package backoff

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// register is the shift register of eth_random.v, bit by bit as written there.
type register [10]bool

func (x *register) clock() {
	feedback := x[2] == x[9] // ~(x[2] ^ x[9])
	copy(x[1:], x[:9])
	x[0] = feedback
}

func (x *register) low(bits int) (v int) {
	for i := range bits {
		if x[i] {
			v |= 1 << i
		}
	}
	return v
}

// hardware counts the waits after failure n over all states of the register, from reset on: none if
// the low bits are 0, otherwise one slot more than the low bits one clock later.
func hardware(n int) map[float64]float64 {
	bits := min(max(1, n-1), 10)
	waits := map[float64]float64{}
	x := register{}
	for range 1023 {
		zero := x.low(bits) == 0
		if x.clock(); zero {
			waits[0]++
		} else {
			waits[float64(x.low(bits)+1)]++
		}
	}
	return waits
}

// every returns the states of the register one after another.
type every struct{ next float64 }

func (e *every) Uniform(a, b float64) float64 {
	e.next++
	return a + math.Mod(e.next-1, b-a)
}

func (e *every) Normal(float64, float64) float64 { panic("none is asked for") }

// The waits are those of the register, state by state, so that they have the means measured in a
// simulation of the hardware.
func TestOpenCoresIsTheHardware(t *testing.T) {
	means := map[int]float64{1: 0.749, 2: 0.749, 3: 2.123, 4: 4.309}
	for n := 1; n <= 16; n++ {
		waits, sum := map[float64]float64{}, 0.0
		s := State{Draws: &every{}}
		p := OpenCores(10)
		w := p.(interface{ Window(int) Window }).Window(n)
		for range 1023 {
			s.Attempt = n
			slots, stop := p.Next(&s, nil)
			require.False(t, stop)
			require.Less(t, slots, float64(w.Size))
			waits[slots]++
			sum += slots
		}
		assert.Equal(t, hardware(n), waits, "after failure %d", n)
		assert.Contains(t, waits, float64(w.Size-1))
		if mean, ok := means[n]; ok {
			assert.InDelta(t, mean, sum/1023, 0.0005, "after failure %d", n)
		}
	}
}

// From a stream, the waits after failures 1 and 2 are 0, 1 and 2 slots with probabilities of a
// half, a quarter and a quarter.
func TestOpenCoresFromAStream(t *testing.T) {
	const draws = 20000
	for n := 1; n <= 2; n++ {
		r, count := NewRand(1, "A", "backoff"), [3]float64{}
		for range draws {
			slots, _ := OpenCores(10).Next(&State{Attempt: n}, &r)
			count[int(slots)]++
		}
		for slots, share := range []float64{0.5, 0.25, 0.25} {
			assert.InDelta(t, share, count[slots]/draws, 0.02)
		}
	}
	assert.Equal(t, Window{0, 1024}, OpenCores(30).(openCores).Window(16), "the register has ten bits")
	assert.Equal(t, Window{0, 1}, OpenCores(0).(openCores).Window(16))
}
