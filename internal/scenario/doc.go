// Package scenario reads scenario files: from YAML text to a network that can run,
// or to the list of everything that stands in the way.
//
// A file passes four stages, each in files of its own:
//
//	text  -> tree      yaml.go, expand.go: one YAML document becomes a tree of nodes
//	                   that know where they stand; aliases and merges are worked off
//	tree  -> tree      set.go: --set, --seed and --duration change it
//	tree  -> values    table.go and scalar.go: a mapping is read against a table of
//	                   its keys, a scalar by the kind of value that it holds
//	values -> network  rules.go, cable.go, group.go, choice.go, traffic.go: the
//	                   numbers of IEEE 802.3, places, stations, backoff, frames;
//	                   stations.go puts them together; attach.go, attached.go and
//	                   ether.go: the hosts behind stations that are real; capture.go
//	                   and replay.go: what was captured, as traffic
//
// A live run goes the way back (recording.go, write.go): the tree, with what hosts sent
// in place of them, becomes text that replays it.
//
// Nothing stops at the first mistake: a stage says what is wrong, puts a harmless
// value in its place and goes on, so that [Problems] lists all of them, each with
// its position, its path in the grammar of --set (stations[0].traffic.size) and
// what would be right.
//
// The same tables of keys and policies serve the reader, the messages, `csmacd
// policies` and the tests that hold schema.json to them.
package scenario
