// Package medium holds what every kind of shared medium has in common: the frame
// that travels, the [Event] that an [Observer] sees, and the [Result] of a run.
//
// The kinds themselves stand in packages of their own below this one; the cable and
// the star of IEEE 802.3 are in medium/bus.
package medium
