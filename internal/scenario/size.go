package scenario

import (
	"strconv"
	"strings"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/mac/traffic"
)

// defaultSize is the size of frames if none is given: the longest untagged frame.
const defaultSize = 1518

// mostWeight bounds a weight, so that sums of weights stay exact.
const mostWeight = 1_000_000_000

// weighted is one size of a list.
type weighted struct {
	size   int
	weight uint64
	rules  *rules
}

var weightedTable = table[weighted]{
	What: "a size with its weight",
	Fields: []field[weighted]{
		{Key: "size", Read: func(r *reader, w *weighted, n *document.Node) { w.size, _ = r.size(n, w.rules) }},
		{Key: "weight", Read: func(r *reader, w *weighted, n *document.Node) { w.weight, _ = r.Whole(n, 1, mostWeight) }},
	},
}

// readSize reads the size of frames, in octets from destination address to FCS: a number, a
// list of sizes with equal or given weights, uniform(a,b), or imix.
func readSize(r *reader, f *flow, n *document.Node) {
	p := &f.group.rules
	switch {
	case n.Kind == document.List:
		r.weightedSizes(f, n, r.sizeItems(n, p))
	case n.Kind == document.Mapping:
		r.weightedSizes(f, n, r.sizeEntries(n, p))
	case n.Number() || quoted(n.Text):
		if v, ok := r.size(n, p); ok {
			f.Size = traffic.Octets(v)
		}
	case n.Text == "imix":
		f.Size = traffic.IMIX()
		least, greatest := f.Size.Range()
		_ = r.checkSize(n, p, least, "imix's ") && r.checkSize(n, p, greatest, "imix's ")
	case strings.HasPrefix(n.Text, "uniform("):
		r.readUniform(f, n)
	default:
		r.Fail(n, "%q is not a size: write octets from destination address to FCS, such as 1518, a list such as [64, 1518], {64: 7, 1518: 1} with weights, \"uniform(64,1518)\", or imix", n.Text)
	}
}

// quoted reports whether a text would be a number without its quotes.
func quoted(text string) bool {
	_, err := strconv.Atoi(text)
	return err == nil
}

// sizeItems reads a list whose items are sizes, [size, weight], or {size, weight}.
func (r *reader) sizeItems(n *document.Node, p *rules) []weighted {
	var list []weighted
	for _, item := range n.Items {
		w := weighted{weight: 1, rules: p}
		switch {
		case item.Kind == document.Mapping:
			weightedTable.Read(r, item, &w)
			if item.Get("size") == nil {
				r.Fail(item, "size is missing: write {size: 64, weight: 7}")
			}
		case item.Kind == document.Scalar:
			w.size, _ = r.size(item, p)
		case len(item.Items) != 2:
			r.Fail(item, "a size with its weight is two numbers, such as [64, 7]")
		default:
			w.size, _ = r.size(item.Items[0], p)
			w.weight, _ = r.Whole(item.Items[1], 1, mostWeight)
		}
		list = append(list, w)
	}
	return list
}

// sizeEntries reads a mapping of sizes to weights.
func (r *reader) sizeEntries(n *document.Node, p *rules) []weighted {
	var list []weighted
	for _, e := range n.Entries {
		w := weighted{weight: 1}
		size, err := strconv.ParseUint(e.Key, 10, 31)
		if err != nil {
			r.FailKey(n, e, "%q is not a size in octets: write sizes with their weights, such as {64: 7, 1518: 1}", e.Key)
			continue
		}
		w.size = int(size)
		r.checkSize(e.Value, p, w.size, "the size ")
		w.weight, _ = r.Whole(e.Value, 1, mostWeight)
		list = append(list, w)
	}
	return list
}

func (r *reader) weightedSizes(f *flow, n *document.Node, list []weighted) {
	if len(list) == 0 || len(list) > r.limits.sizes {
		r.Fail(n, "a list of sizes must have 1 to %d items", r.limits.sizes)
		return
	}
	var sizes []int
	var weights []uint64
	for _, w := range list {
		if w.size == 0 || w.weight == 0 {
			return // it has been reported
		}
		sizes, weights = append(sizes, w.size), append(weights, w.weight)
	}
	f.Size = traffic.Weighted(sizes, weights)
}

// readUniform reads uniform(a,b).
func (r *reader) readUniform(f *flow, n *document.Node) {
	inside, closed := strings.CutSuffix(strings.TrimPrefix(n.Text, "uniform("), ")")
	first, second, comma := strings.Cut(inside, ",")
	a, errA := strconv.ParseUint(strings.TrimSpace(first), 10, 31)
	b, errB := strconv.ParseUint(strings.TrimSpace(second), 10, 31)
	switch {
	case !closed || !comma || errA != nil || errB != nil:
		r.Fail(n, "%q is not a size: write uniform(a,b) with two whole numbers, such as uniform(64,1518)", n.Text)
	case a > b:
		r.Fail(n, "uniform(%d,%d) has its bounds in the wrong order: write the smaller one first", a, b)
	case r.checkSize(n, &f.group.rules, int(a), "") && r.checkSize(n, &f.group.rules, int(b), ""):
		f.Size = traffic.Uniform(int(a), int(b))
	}
}

// size reads a number of octets that the rules allow.
func (r *reader) size(n *document.Node, p *rules) (v int, ok bool) {
	if v, ok = r.Integer(n, 1, 65535); !ok || !r.checkSize(n, p, v, "") {
		return 0, false
	}
	return v, true
}

// checkSize reports whether a frame of n octets is one that the rules allow.
func (r *reader) checkSize(n *document.Node, p *rules, octets int, what string) bool {
	most := p.MaxFrame - r.tags
	switch {
	case octets < p.MinFrame:
		r.Fail(n, "%s%d is below the minimum frame of %d octets (mac: {min_frame: ...} changes that)", what, octets, p.MinFrame)
	case octets > most:
		r.Fail(n, "%s%d is above the maximum frame of %d octets (mac: {max_frame: ...} changes that)", what, octets, most)
	default:
		return true
	}
	return false
}
