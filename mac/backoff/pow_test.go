package backoff

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// apart returns how many numbers are between a and b.
func apart(a, b float64) uint64 {
	if a == b || math.IsNaN(a) && math.IsNaN(b) {
		return 0
	}
	if math.Signbit(a) != math.Signbit(b) {
		return math.MaxUint64
	}
	x, y := math.Float64bits(a), math.Float64bits(b)
	return max(x, y) - min(x, y)
}

// Our results and those of package math are each within one unit of the exact result.
func TestPowersAreMathsOwn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(1e-300, 1e300).Draw(t, "x")
		require.LessOrEqual(t, apart(math.Log(x), Log(x)), uint64(2), "log(%v) is %v", x, Log(x))
		e := rapid.Float64Range(-760, 720).Draw(t, "e")
		require.LessOrEqual(t, apart(math.Exp(e), Exp(e)), uint64(2), "exp(%v) is %v", e, Exp(e))
		tiny := rapid.Float64Range(-1, 1).Draw(t, "tiny")
		require.LessOrEqual(t, apart(math.Exp(tiny), Exp(tiny)), uint64(2), "exp(%v)", tiny)
		near := rapid.Float64Range(0.5, 2).Draw(t, "near")
		require.LessOrEqual(t, apart(math.Log(near), Log(near)), uint64(2), "log(%v)", near)
	})
}

// Powers agree with multiplication and roots of 300 bits.
func TestPowersByMultiplication(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(0.01, 100).Draw(t, "x")
		n, eighths := rapid.IntRange(0, 140).Draw(t, "n"), rapid.IntRange(0, 7).Draw(t, "eighths")
		number := func() *big.Float { return new(big.Float).SetPrec(300) }
		root, want := number().SetFloat64(x), number().SetInt64(1)
		for range n {
			want.Mul(want, root)
		}
		for bit := 4; bit > 0; bit /= 2 {
			root = number().Sqrt(root)
			if eighths&bit != 0 {
				want.Mul(want, root)
			}
		}
		y := float64(n) + float64(eighths)/8
		right, _ := want.Float64()
		require.LessOrEqual(t, apart(right, Pow(x, y)), uint64(1), "%v^%v is %v", x, y, right)
		right, _ = number().Quo(number().SetInt64(1), want).Float64()
		require.LessOrEqual(t, apart(right, Pow(x, -y)), uint64(1), "%v^-%v is %v", x, y, right)
	})
}

// Powers agree with results to a hundred digits, computed by another program (Python's decimal).
func TestPowersAreRight(t *testing.T) {
	for _, c := range [][2]float64{
		{Exp(1), 2.718281828459045},
		{Exp(-1), 0.36787944117144233},
		{Exp(700), 1.0142320547350045e+304},
		{Exp(-740), 4.2e-322},
		{Log(10), 2.302585092994046},
		{Log(0.3), -1.2039728043259361},
		{Log(5e-324), -744.4400719213812},
		{Pow(2.71828, 7), 1096.6279948676925},
		{Pow(1.5, 13), 194.6195068359375},
		{Pow(1.1, 100), 13780.61233982238},
		{Pow(1.0000001, 1e9), 2.6881038582144647e+43},
		{Pow(10, -5), 1e-05},
		{Pow(3, 300), 1.3689147905858837e+143},
		{Pow(0.7, 0.3), 0.8985234417906397},
		{Pow(1.0000457763671875, -28), 0.9987191120926115},
	} {
		assert.LessOrEqual(t, apart(c[0], c[1]), uint64(1), "%v and not %v", c[0], c[1])
	}
	assert.Equal(t, math.Inf(-1), Log(0))
	assert.True(t, math.IsNaN(Log(-1)) && math.IsNaN(Log(math.NaN())) && math.IsNaN(Exp(math.NaN())))
	for n := range 60 {
		require.Equal(t, float64(uint64(1)<<n), Pow(2, float64(n)))
		require.Equal(t, 1/float64(uint64(1)<<n), Pow(2, -float64(n)))
	}
}

func TestPowersOfSpecialValues(t *testing.T) {
	special := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 2, -2, 3, -3, math.Inf(1), math.Inf(-1), math.NaN(),
		math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64, 1e300, 1e-300, math.Nextafter(1, 2), math.Nextafter(1, 0)}
	for _, x := range special {
		if math.Abs(x) > 1e-307 { // some processors are wrong below
			assert.LessOrEqual(t, apart(math.Log(x), Log(x)), uint64(1), "log(%v) is %v", x, Log(x))
		}
		assert.LessOrEqual(t, apart(math.Exp(x), Exp(x)), uint64(1), "exp(%v) is %v", x, Exp(x))
		for _, y := range special {
			assert.LessOrEqual(t, apart(math.Pow(x, y), Pow(x, y)), uint64(2), "%v^%v is %v and not %v", x, y, Pow(x, y), math.Pow(x, y))
		}
	}
}

// The results are the same to the last bit everywhere: the hash is that of amd64.
func TestPowersAreTheSame(t *testing.T) {
	h := fnv.New64a()
	r := NewRand(1, "powers", "")
	for range 20_000 {
		x, y := 8*r.Float64(), float64(40*r.Float64())-20
		fmt.Fprintf(h, "%x %x %x %x %x\n", Log(x), Exp(y), Pow(x, y), r.Normal(), r.Exponential())
	}
	assert.Equal(t, uint64(0x2e8dcda053a0d1ea), h.Sum64())
}
