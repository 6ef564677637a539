//go:build !js

package sha256

import "crypto/sha256"

// Sum returns the hash of octets.
func Sum(octets []byte) [32]byte { return sha256.Sum256(octets) }
