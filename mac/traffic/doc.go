// Package traffic says what a station is given to send: when each frame arrives at
// its queue, how long it is and whom it is for.
//
// A [Source] is immutable and shared by all stations alike; each station owns a
// [State] and a stream of random numbers for every purpose. The built-in kinds
// are worked off behind a switch; a program's own is a [Generator].
//
// Everything here is integer arithmetic, so that a run is the same on every
// platform: exponential variates come from comparisons of uniform ones (John von
// Neumann, "Various techniques used in connection with random digits", 1951),
// never from a logarithm.
package traffic
