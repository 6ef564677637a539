package sha256

// Sum returns the hash of octets.
func Sum(octets []byte) [32]byte { return sum(octets) }
