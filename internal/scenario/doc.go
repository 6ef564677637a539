// Package scenario reads scenario files: from YAML text to a network that can run,
// or to the list of everything that stands in the way.
//
// A file passes these stages:
//
//	text   -> tree     package document, which --set, --seed and --duration change too
//	tree   -> values   top.go and the tables of keys beside what reads them
//	values -> network  rules.go, cable.go, group.go, traffic.go: the numbers of
//	                   IEEE 802.3, places, stations, frames; stations.go puts them
//	                   together; capture.go and replay.go: what was captured, as
//	                   traffic
//
// Parts of a scenario that know nothing of the cable have packages of their own: policies, plan
// (the key sweep), stations (numbers and names), resource (media other than cables) and attach
// (hosts behind stations).
//
// A live run goes the way back (recording.go): the tree, with what hosts sent
// in place of them, becomes text that replays it.
//
// Nothing stops at the first mistake: a stage says what is wrong, puts a harmless
// value in its place and goes on, so that [document.Problems] lists all of them, each with
// its position, its path in the grammar of --set (stations[0].traffic.size) and
// what would be right.
//
// The same tables of keys serve the reader, the messages and the tests that hold schema.json to them.
package scenario
