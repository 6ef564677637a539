package record

import (
	"crypto/sha256"
	"encoding/binary"
	"strconv"
	"strings"
)

// Address is a hash of everything that determines the records of a point except the seeds: the
// engine, the scenario's text at the point, the files that it names, what is
// kept of a run, and from when on.
type Address [16]byte

// AddressOf returns the address of a point, for records of a version.
func AddressOf(records int, engine, inputs, kept string, text []byte) (a Address) {
	h := sha256.New()
	for _, part := range []string{"csmacd/run/" + strconv.Itoa(records), strings.Join(metricHeads, ""), engine, inputs, kept} {
		WritePart(h, part)
	}
	h.Write(text)
	copy(a[:], h.Sum(nil))
	return a
}

// WritePart writes a text with its length, so that different lists of texts are written differently.
func WritePart(h interface{ Write([]byte) (int, error) }, part string) {
	h.Write(appendPart(nil, part))
}

func appendPart(b []byte, part string) []byte {
	return append(binary.BigEndian.AppendUint64(b, uint64(len(part))), part...)
}
