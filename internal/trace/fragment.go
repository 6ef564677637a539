package trace

// The jam that a station sends after a collision may be anything except the FCS that would make
// the fragment a frame (4.2.3.2.4). A capture shows it as alternating bits that begin with a 1,
// the pattern that transceivers usually send; in whole octets, lowest bit first, that is 0x55.
const jamOctet = 0x55

// jamFrom overwrites the bits of data from the given one on with jam. Bits are numbered in the
// order in which they are sent, the lowest of each octet first.
func jamFrom(data []byte, bit int) {
	i := bit / 8
	if i >= len(data) {
		return
	}
	octet := byte(jamOctet)
	if bit%2 == 1 {
		octet = ^octet // the pattern begins at the bit, wherever in an octet it is
	}
	keep := byte(1)<<(bit%8) - 1
	data[i] = data[i]&keep | octet&^keep
	for i++; i < len(data); i++ {
		data[i] = octet
	}
}

// jam makes a packet's data that of a fragment with this number of octets. The jam begins at
// the given bit.
func (p *packet) jam(octets, bit int) {
	p.octets = octets
	captured := min(octets, maxCaptured)
	for len(p.data) < captured {
		p.data = append(p.data, jamOctet)
	}
	p.data = p.data[:captured]
	jamFrom(p.data, bit)
}
