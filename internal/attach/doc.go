// Package attach reads what makes stations live: the key attach of a scenario, which says what
// host is behind a station, and the way there.
//
// Each way has a table of its keys (read.go). A group of stations has one attach, in which
// names and addresses count up; [Hosts] writes out the host of each station.
package attach
