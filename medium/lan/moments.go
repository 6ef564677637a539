package lan

import "github.com/csmacd/csmacd/phy"

// moment is an instant of something that has a number: when an entry of a table may be too old, or before which a port has no frame.
type moment struct {
	at      phy.Time
	of      int32
	version uint32 // by which a schedule tells whether it is void
}

// moments is a heap by time, then by number.
type moments []moment

func (x *moment) before(y *moment) bool { return x.at < y.at || x.at == y.at && x.of < y.of }

// add adds a moment.
func (m *moments) add(x moment) {
	list := append(*m, x)
	k := len(list) - 1
	for k > 0 && x.before(&list[(k-1)/2]) {
		list[k] = list[(k-1)/2]
		k = (k - 1) / 2
	}
	list[k] = x
	*m = list
}

// drop drops the first moment.
func (m *moments) drop() {
	last := len(*m) - 1
	x := (*m)[last]
	if *m = (*m)[:last]; last > 0 {
		m.replace(x)
	}
}

// replace puts a moment in place of the first one.
func (m *moments) replace(x moment) {
	list, k := *m, 0
	for child := 1; child < len(list); child = 2*k + 1 {
		if child+1 < len(list) && list[child+1].before(&list[child]) {
			child++
		}
		if !list[child].before(&x) {
			break
		}
		list[k], k = list[child], child
	}
	list[k] = x
}
