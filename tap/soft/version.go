package soft

import "math/bits"

// Version names the TCP/IP stack. With another one, runs in virtual time have other results.
const Version = "gvisor v0.0.0-20260905035102-160fafc42237"

// Build returns Version, and " fma" or " 32-bit" after it if this build is one whose flows differ from those of
// most others: see [Fused] and [Narrow].
func Build() string {
	switch {
	case Narrow():
		return Version + " 32-bit"
	case Fused():
		return Version + " fma"
	}
	return Version
}

// Narrow reports whether this build is for a processor with 32 bits. The stack counts the size of its own
// structures among the octets in a buffer, so that it offers other windows there.
func Narrow() bool { return bits.UintSize == 32 }

// Fused reports whether this build rounds x*y+z once and not twice. Go's compiler does so for arm64, and for
// amd64 with GOAMD64=v3, unless the program is built with -gcflags=all=-d=fmahash=qn. The stack estimates
// round trips in floating point. Its timers then run out a nanosecond earlier or later now and then, and flows
// have other digests.
func Fused() bool {
	x := 1 + 0x1p-30
	return multiplyAdd(x, x, -1-0x1p-29) != 0 // the square is 2^-60 more, which a float64 cannot hold
}

//go:noinline
func multiplyAdd(x, y, z float64) float64 { return x*y + z }
