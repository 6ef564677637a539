// Package domain simulates one collision domain that is more than a cable: segments joined by
// repeaters (IEEE 802.3 clauses 9 and 27), and links with an end that is full duplex.
package domain
