// Package document reads YAML files that people write: into a tree of values that know their
// position, and from there into Go values, or into the list of everything that is wrong.
//
// A file passes these stages, each in files of its own:
//
//	text  -> tree      text.go, yaml.go, paths.go, expand.go, calls.go: one document
//	                   becomes a tree of nodes; aliases and merges are expanded
//	tree  -> tree      set.go: options --set change it
//	tree  -> values    table.go, scalar.go: a mapping is read against a table of its
//	                   keys, a scalar by the kind of value that it holds
//	tree  -> text      copy.go, write.go: a tree, or a part of it, is written again
//
// A room with a format of its own embeds a [Reader] in its own reader, and keeps a [Table] for
// each kind of mapping beside the code that reads it.
//
// Nothing stops at the first mistake. A stage reports what is wrong, puts a harmless value in
// its place and continues, so that [Problems] lists all mistakes, each with its position, its
// path in the grammar of --set (stations[0].traffic.size) and what would be right.
package document
