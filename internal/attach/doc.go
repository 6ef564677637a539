// Package attach reads what makes stations live: the key attach of a scenario, which describes
// the host behind a station, and the way to it.
//
// Each way to a host has a table of its keys (read.go). A group of stations has one attach, in
// which names and addresses count up; [Hosts] returns the host of each station.
package attach
