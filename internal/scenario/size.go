package scenario

import (
	"slices"
	"strconv"
	"strings"

	"github.com/csmacd/csmacd/mac/traffic"
)

// defaultSize is that of frames whose size is not given: the longest untagged.
const defaultSize = 1518

// mostWeight bounds a weight, so that sums of them stay exact.
const mostWeight = 1_000_000_000

// weighted is one size of a list.
type weighted struct {
	size   int
	weight uint64
	rules  *rules
}

var weightedTable = table[weighted]{
	what: "a size with its weight",
	fields: []field[weighted]{
		{"size", func(r *reader, w *weighted, n *node) { w.size, _ = r.size(n, w.rules) }},
		{"weight", func(r *reader, w *weighted, n *node) { w.weight, _ = r.whole(n, 1, mostWeight) }},
	},
}

// readSize reads the size of frames, in octets from destination address to FCS: a
// number, a list of sizes of like weight or with weights, uniform(a,b), or imix.
func readSize(r *reader, f *flow, n *node) {
	p := &f.group.rules
	switch {
	case n.kind == listNode:
		r.weightedSizes(f, n, r.sizeItems(n, p))
	case n.kind == mappingNode:
		r.weightedSizes(f, n, r.sizeEntries(n, p))
	case n.number():
		if v, ok := r.size(n, p); ok {
			f.Size = traffic.Octets(v)
		}
	case n.text == "imix":
		f.Size = traffic.IMIX()
		least, greatest := f.Size.Range()
		_ = r.checkSize(n, p, least, "imix's ") && r.checkSize(n, p, greatest, "imix's ")
	case strings.HasPrefix(n.text, "uniform("):
		r.readUniform(f, n)
	default:
		r.fail(n, "%q is not a size: write octets from destination address to FCS, such as 1518, a list such as [64, 1518], {64: 7, 1518: 1} with weights, \"uniform(64,1518)\", or imix", n.text)
	}
}

// sizeItems reads a list whose items are sizes, [size, weight], or {size, weight}.
func (r *reader) sizeItems(n *node, p *rules) []weighted {
	var list []weighted
	for _, item := range n.items {
		w := weighted{weight: 1, rules: p}
		switch {
		case item.kind == mappingNode:
			weightedTable.read(r, item, &w)
			if item.get("size") == nil {
				r.fail(item, "size is missing: write {size: 64, weight: 7}")
			}
		case item.kind == scalarNode:
			w.size, _ = r.size(item, p)
		case len(item.items) != 2:
			r.fail(item, "a size with its weight is two numbers, such as [64, 7]")
		default:
			w.size, _ = r.size(item.items[0], p)
			w.weight, _ = r.whole(item.items[1], 1, mostWeight)
		}
		list = append(list, w)
	}
	return list
}

// sizeEntries reads a mapping from size to weight.
func (r *reader) sizeEntries(n *node, p *rules) []weighted {
	var list []weighted
	for _, e := range n.entries {
		w := weighted{weight: 1}
		size, err := strconv.ParseUint(e.key, 10, 31)
		if err != nil {
			r.failKey(n, e, "%q is not a size in octets: a mapping goes from size to weight, such as {64: 7, 1518: 1}", e.key)
			continue
		}
		w.size = int(size)
		r.checkSize(e.value, p, w.size, "the size ")
		w.weight, _ = r.whole(e.value, 1, mostWeight)
		list = append(list, w)
	}
	return list
}

func (r *reader) weightedSizes(f *flow, n *node, list []weighted) {
	if len(list) == 0 || len(list) > r.limits.sizes {
		r.fail(n, "a list of sizes has 1 to %d of them", r.limits.sizes)
		return
	}
	var sizes []int
	var weights []uint64
	for _, w := range list {
		if w.size == 0 || w.weight == 0 {
			return // has been said
		}
		sizes, weights = append(sizes, w.size), append(weights, w.weight)
	}
	f.Size = traffic.Weighted(sizes, weights)
}

// readUniform reads uniform(a,b).
func (r *reader) readUniform(f *flow, n *node) {
	inside, closed := strings.CutSuffix(strings.TrimPrefix(n.text, "uniform("), ")")
	first, second, comma := strings.Cut(inside, ",")
	a, errA := strconv.ParseUint(strings.TrimSpace(first), 10, 31)
	b, errB := strconv.ParseUint(strings.TrimSpace(second), 10, 31)
	switch {
	case !closed || !comma || errA != nil || errB != nil:
		r.fail(n, "%q is not a size: write uniform(a,b) with two whole numbers, such as uniform(64,1518)", n.text)
	case a > b:
		r.fail(n, "uniform(%d,%d) has its bounds the wrong way round", a, b)
	case r.checkSize(n, &f.group.rules, int(a), "") && r.checkSize(n, &f.group.rules, int(b), ""):
		f.Size = traffic.Uniform(int(a), int(b))
	}
}

// mendUniform joins a uniform(a,b) that YAML has torn in two: within { } a comma
// ends the value, so that "b)" became a key of its own.
func mendUniform(n *node) {
	torn := func(v *node) bool {
		return v.kind == scalarNode && strings.HasPrefix(v.text, "uniform(") && !strings.Contains(v.text, ")")
	}
	for i := 0; i+1 < len(n.entries); i++ {
		v, half := n.entries[i].value, n.entries[i+1]
		if torn(v) && strings.HasSuffix(half.key, ")") && half.value.null() {
			v.text += "," + half.key
			n.entries = slices.Delete(n.entries, i+1, i+2)
		}
	}
}

// size reads a number of octets that the rules allow.
func (r *reader) size(n *node, p *rules) (v int, ok bool) {
	if v, ok = r.integer(n, 1, 65535); !ok || !r.checkSize(n, p, v, "") {
		return 0, false
	}
	return v, true
}

// checkSize says whether a frame of n octets is one that the rules allow.
func (r *reader) checkSize(n *node, p *rules, octets int, what string) bool {
	most := p.MaxFrame - r.tags
	switch {
	case octets < p.MinFrame:
		r.fail(n, "%s%d is below the minimum frame of %d octets (mac: {min_frame: ...} changes that)", what, octets, p.MinFrame)
	case octets > most:
		r.fail(n, "%s%d is above the maximum frame of %d octets (mac: {max_frame: ...} changes that)", what, octets, most)
	default:
		return true
	}
	return false
}
