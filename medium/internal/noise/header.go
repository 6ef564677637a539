package noise

import "github.com/csmacd/csmacd/phy"

// delimiter is the start frame delimiter in the order of its bits.
const delimiter = 0b10101011

// Read returns what a receiver makes of the header of a transmission that no other signal
// overlaps: the length of what it takes for the header, and whether the frame is as it was sent. It takes
// a bit for the first of the frame if the eight bits before it are the delimiter (4.2.9), so that a
// bit error in the preamble can begin the frame early. If an error hides the delimiter, the receiver
// does not find the frame at all: everything is header. (It would take the octets of a frame for the
// delimiter if they were equal; the octets are not known here.) Errors after the header damage the
// frame.
func (l *Line) Read(start, end, header phy.Time) (length phy.Time, whole bool) {
	if l.Clean(start, end) {
		return header, true
	}
	from, to := l.slots(start, end)
	bits := int64(header / l.bit)
	hits := l.hits[l.search(from):]
	data := from + bits
	if bits < 8 || hits[0] >= data {
		return header, false
	}
	seen, wrong := 0, 0
	for k := int64(0); k < bits; k++ {
		b := int((bits - 1 - k) & 1)
		if k == bits-1 {
			b = 1
		}
		if wrong < len(hits) && hits[wrong] == from+k {
			b ^= 1
			wrong++
		}
		seen = seen<<1 | b
		if k >= 7 && seen&0xff == delimiter {
			early := k < bits-1
			return phy.Time(k+1) * l.bit, !early && (wrong == len(hits) || hits[wrong] >= to)
		}
	}
	return end - start, false
}
