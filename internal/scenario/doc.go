// Package scenario reads scenario files: from YAML text to a network that can run, or to the
// list of everything that is wrong.
//
// A file passes these stages:
//
//	text   -> tree     package document, which --set, --seed and --duration change too
//	tree   -> values   top.go and the tables of keys beside what reads them
//	values -> network  rules.go, cable.go, group.go, traffic.go: the numbers of
//	                   IEEE 802.3, places, stations, frames; stations.go puts them
//	                   together; capture.go and replay.go: what was captured, as
//	                   traffic; network.go, device.go, wire.go: segments, devices
//	                   and links, which wiring.go turns into a configuration
//
// Parts of a scenario that do not depend on the cable have packages of their own: policies,
// plan (the key sweep), stations (numbers and names), resource (media other than cables) and
// attach (hosts behind stations).
//
// A live run goes the other way (recording.go): the tree, in which what hosts sent replaces the
// hosts, becomes text that replays the run.
//
// Nothing stops at the first mistake. A stage reports what is wrong, puts a harmless value in
// its place and continues, so that [document.Problems] lists all mistakes, each with its
// position, its path in the grammar of --set (stations[0].traffic.size) and what would be
// right.
//
// The same tables of keys serve the reader, the messages and the tests that compare schema.json
// with them.
package scenario
