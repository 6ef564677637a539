package document

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// treeOf reads a text that must be right.
func treeOf(t *testing.T, text string) *Node {
	t.Helper()
	r := NewReader("test.yaml", &Format{Name: "test"}, StandardLimits)
	n := r.Tree([]byte(text))
	require.NoError(t, r.Problems.Err())
	return n
}

// Only values on lines of their own are blocks.
func TestBlock(t *testing.T) {
	n := treeOf(t, "a: word\nb: \"quoted\"\nc: [1]\nd: {e: 1}\nf: |\n  text\ng: >\n  text\nh:\n  - 1\ni:\n  e: 1\n")
	for key, want := range map[string]bool{"a": false, "b": false, "c": false, "d": false, "f": true, "g": true, "h": true, "i": true} {
		require.Equal(t, want, n.Get(key).Block(), key)
	}
}

// A copy is apart from its original; a bare one has no place in the file either.
func TestCopies(t *testing.T) {
	const text = "a: [1, x]\nb: {c: 2.5, d: \"7\"}\n"
	n := treeOf(t, text)
	where := func(n *Node) (list []string) {
		for _, v := range []*Node{n, n.Get("a"), n.Get("a").Items[1], n.Get("b").Get("d")} {
			list = append(list, v.Where()+" "+v.Path())
		}
		return list
	}
	clone, bare := n.Clone(), n.Bare()
	require.Equal(t, []string{"line 1, column 1 ", "line 1, column 4 a", "line 1, column 8 a[1]", "line 2, column 16 b.d"}, where(clone))
	require.Equal(t, []string{"line 0, column 0 ", "line 0, column 0 a", "line 0, column 0 a[1]", "line 0, column 0 b.d"}, where(bare))
	require.Zero(t, bare.Find("b").Line)
	require.Equal(t, 2, clone.Find("b").Line)
	for _, c := range []*Node{clone, bare} {
		require.Equal(t, string(n.AppendExact(nil)), string(c.AppendExact(nil)))
		c.Remove("a")
		c.Remove("absent")
		c.Get("b").Get("d").Text = "8"
		require.Equal(t, `{"b":{"c":2.5,"d":"8",},}`, string(c.AppendExact(nil)))
	}
	require.Equal(t, `{"a":[1,"x",],"b":{"c":2.5,"d":"7",},}`, string(n.AppendExact(nil)))
}

// A plain number has digits and a point, and is short: neither a fraction nor an exponent, which
// could ask for a number of any size.
func TestBareNumber(t *testing.T) {
	for s, want := range map[string]bool{
		"0": true, "64": true, "0.5": true, ".5": true, strings.Repeat("9", 40): true,
		strings.Repeat("9", 41): false, "1/2": false, "1e9": false, "-1": false, "10m": false, "": false, ".": false, "1.2.3": false,
	} {
		_, ok := BareNumber(s)
		require.Equal(t, want, ok, s)
	}
}

// The characters of YAML 1.2, 5.1, at the ends of its ranges.
func TestFirstBad(t *testing.T) {
	for _, c := range "\t\n\r ~\u0085\u00a0\ud7ff\ue000\ufeff\ufffd\U00010000\U0010ffff" {
		require.Equal(t, -1, firstBad([]byte("a"+string(c))), "%U", c)
	}
	for _, c := range "\x00\x08\x0b\x0c\x0e\x1f\x7f\u0080\u0084\u0086\u009f\ufffe\uffff" {
		require.Equal(t, 1, firstBad([]byte("a"+string(c))), "%U", c)
	}
}
