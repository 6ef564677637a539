package scenario

import "slices"

// table is the keys that a kind of mapping has, and how each is read into a T. It
// serves the reader, its messages, and the test that holds schema.json to it.
type table[T any] struct {
	what   string // for messages: "mac", "traffic of kind poisson"
	fields []field[T]

	// misplaced says where a key belongs that is none of this mapping's, but is
	// likely to be written there.
	misplaced map[string]string
}

// field is one key. Keys are read in the table's order, not the file's, so that
// one may lean on those before it; one without read is read elsewhere.
type field[T any] struct {
	key  string
	read func(r *reader, into *T, n *node)
}

// keys gives the names of the keys, in order.
func (t *table[T]) keys() []string {
	var keys []string
	for _, f := range t.fields {
		keys = append(keys, f.key)
	}
	return keys
}

// read works a mapping off against the table. It says whether n is a mapping.
func (t *table[T]) read(r *reader, n *node, into *T) bool {
	if !r.isMapping(n) {
		return false
	}
	keys := t.keys()
	for _, e := range n.entries {
		switch hint, misplaced := t.misplaced[e.key]; {
		case slices.Contains(keys, e.key) || r.problems.full():
		case misplaced:
			r.failKey(n, e, "%s", hint)
		default:
			r.failKey(n, e, "unknown key %q: %s", e.key, instead(e.key, "keys of "+t.what, keys))
		}
	}
	for _, f := range t.fields {
		switch v := n.get(f.key); {
		case v == nil:
		case v.null():
			r.fail(v, "has no value: write one, or leave the key out")
		case f.read != nil:
			f.read(r, into, v)
		}
	}
	return true
}

// isMapping says whether a value is a mapping, and else that it should be.
func (r *reader) isMapping(n *node) bool {
	if n.kind != mappingNode {
		r.fail(n, "a mapping of keys is wanted here, not %s", n.kind)
		return false
	}
	return true
}

// has says whether a key is one of the table's.
func (t *table[T]) has(key string) bool { return slices.Contains(t.keys(), key) }
