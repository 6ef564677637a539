package lan

import "github.com/csmacd/csmacd/phy"

// inbox has the copies that are to be queued in a domain: a heap by time, then by where they were received. Many of them may come in no order, from
// domains that are far ahead.
type inbox []injection

// before orders the frames for a domain by time, then by domain and port of the reception.
func (x *injection) before(y *injection) bool {
	if x.at != y.at {
		return x.at < y.at
	}
	return x.from.part < y.from.part || x.from.part == y.from.part && x.from.local < y.from.local
}

// add adds a copy.
func (b *inbox) add(x *injection) {
	list := append(*b, *x)
	k := len(list) - 1
	for k > 0 && x.before(&list[(k-1)/2]) {
		list[k] = list[(k-1)/2]
		k = (k - 1) / 2
	}
	list[k] = *x
	*b = list
}

// drop drops the first copy.
func (b *inbox) drop() {
	last := len(*b) - 1
	x := &(*b)[last]
	list, k := (*b)[:last], 0
	for child := 1; child < last; child = 2*k + 1 {
		if child+1 < last && list[child+1].before(&list[child]) {
			child++
		}
		if !list[child].before(x) {
			break
		}
		list[k], k = list[child], child
	}
	if last > 0 {
		list[k] = *x
	}
	*b = list
}

// first returns when the first copy comes that is not for a port: k is 0.
func (b inbox) first(but int32, k int) phy.Time {
	switch {
	case k >= len(b):
		return phy.Forever
	case b[k].port != but:
		return b[k].at
	}
	return min(b.first(but, 2*k+1), b.first(but, 2*k+2))
}

// last returns when the last copy comes.
func (b inbox) last() phy.Time {
	t := phy.Time(0)
	for k := range b {
		t = max(t, b[k].at)
	}
	return t
}
