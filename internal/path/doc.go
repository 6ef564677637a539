// Package path calculates whether collision domains are small enough: the path delay and path
// variability values of clause 13 at 10 Mb/s, and the delays of clause 29 at 100 Mb/s.
//
// Both are worst cases. A path delay is the longest round trip between two stations, from the first
// bit of one to the end of the collision there, and has room for the slowest transceivers and
// repeaters that the standard allows. A path variability is how much the gap between two frames can
// shrink on the way. What a run shows is less: its repeaters have one delay each.
package path
