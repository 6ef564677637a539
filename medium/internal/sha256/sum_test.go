package sha256

import (
	"crypto/sha256"
	"testing"

	"pgregory.net/rapid"
)

// The hash of the page is that of the standard library.
func TestSum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		octets := rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "octets")
		if want := sha256.Sum256(octets); sum(octets) != want || Sum(octets) != want {
			t.Fatalf("%x, %x; want %x", sum(octets), Sum(octets), want)
		}
	})
}
