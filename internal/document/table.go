package document

import "slices"

// Table has the keys of a kind of mapping, and how a room's own reader, R, reads each into a T.
// It serves the reader, its messages, and tests that compare a schema with it.
type Table[R Room, T any] struct {
	What   string // for messages: "mac", "traffic of kind poisson"
	Fields []Field[R, T]

	// Misplaced says where a key belongs that is not one of this mapping's, but is likely to be
	// written there.
	Misplaced map[string]string
}

// Field is one key. Keys are read in the order of the table, not of the file, so that one may
// depend on those before it. A key without Read is read elsewhere.
type Field[R Room, T any] struct {
	Key  string
	Read func(r R, into *T, n *Node)
}

// Room is the reader of a room: a [Reader], or a type that embeds one.
type Room interface{ Document() *Reader }

// Document returns the reader itself.
func (r *Reader) Document() *Reader { return r }

// Keys returns the names of the keys, in order.
func (t *Table[R, T]) Keys() []string {
	var keys []string
	for _, f := range t.Fields {
		keys = append(keys, f.Key)
	}
	return keys
}

// Read reads a mapping against the table. It reports whether n is a mapping.
func (t *Table[R, T]) Read(own R, n *Node, into *T) bool {
	r := own.Document()
	if !r.IsMapping(n) {
		return false
	}
	keys := t.Keys()
	for _, e := range n.Entries {
		switch hint, misplaced := t.Misplaced[e.Key]; {
		case slices.Contains(keys, e.Key) || r.Problems.Full():
		case misplaced:
			r.FailKey(n, e, "%s", hint)
		default:
			r.FailKey(n, e, "unknown key %q: %s", e.Key, Instead(e.Key, "keys of "+t.What, keys))
		}
	}
	for _, f := range t.Fields {
		switch v := n.Get(f.Key); {
		case v == nil:
		case v.Null():
			r.Fail(v, "has no value: write one, or leave the key out")
		case f.Read != nil:
			f.Read(own, into, v)
		}
	}
	return true
}

// IsMapping reports whether a value is a mapping, and adds a problem if it is not.
func (r *Reader) IsMapping(n *Node) bool {
	if n.Kind != Mapping {
		r.Fail(n, "must be a mapping of keys, not %s", n.Kind)
		return false
	}
	return true
}

// Has reports whether a key is one of the table's.
func (t *Table[R, T]) Has(key string) bool { return slices.Contains(t.Keys(), key) }
