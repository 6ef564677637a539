package document

import (
	"slices"
	"strings"
)

// mendCalls joins a value such as uniform(a,b) that YAML has split: within { } a comma ends the
// value, so that "b)" became a key of its own.
func mendCalls(n *Node, names []string) {
	torn := func(v *Node) bool {
		name, _, call := strings.Cut(v.Text, "(")
		return v.Kind == Scalar && call && slices.Contains(names, name) && !strings.Contains(v.Text, ")")
	}
	for i := 0; i+1 < len(n.Entries); i++ {
		v, half := n.Entries[i].Value, n.Entries[i+1]
		if torn(v) && strings.HasSuffix(half.Key, ")") && half.Value.Null() {
			v.Text += "," + half.Key
			n.Entries = slices.Delete(n.Entries, i+1, i+2)
		}
	}
}
