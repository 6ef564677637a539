package scenario

import (
	"cmp"

	"github.com/csmacd/csmacd/internal/attach"
	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// readEther reads a station's own address. The addresses of a group count up from it.
func readEther(r *reader, g *group, n *document.Node) {
	s, ok := r.Word(n)
	if !ok {
		return
	}
	a, err := phy.ParseAddress(s)
	switch {
	case err != nil:
		r.Fail(n, "%v", err)
	case a == phy.Address{}:
		r.Fail(n, "%s is not the address of a station", a)
	case a.Group():
		r.Fail(n, "%s is a group address: the first octet of a station's address must be even", a)
	case low(a)+uint64(g.Count-1) >= 1<<24:
		r.Fail(n, "the addresses of %d stations from %s on do not fit in the last three octets", g.Count, a)
	default:
		g.ether, g.etherAt = a, n
	}
}

// readAttach reads what a station is attached to, and the address that may be written there.
func readAttach(r *reader, g *group, n *document.Node) {
	if g.attach = attach.Read(r.Reader, &g.Members, n); g.attach == nil || g.attach.Ether == nil {
		return
	}
	if g.Node.Get("ether") != nil {
		r.Fail(g.attach.Ether, "ether beside attach already says this: give one of the two")
		return
	}
	readEther(r, g, g.attach.Ether)
}

// low returns the number in the last three octets.
func low(a phy.Address) uint64 {
	return uint64(a[3])<<16 | uint64(a[4])<<8 | uint64(a[5])
}

// address returns the address of a group's i-th station, or the zero value if none is written.
func (g *group) address(i int) phy.Address {
	a := g.ether
	if g.etherAt != nil {
		n := low(a) + uint64(i)
		a[3], a[4], a[5] = byte(n>>16), byte(n>>8), byte(n)
	}
	return a
}

// addressStations numbers the addresses that are written, and reports those that are used
// twice.
func (r *reader) addressStations() {
	r.addresses = map[phy.Address]int{}
	for _, g := range r.groups {
		if g.etherAt == nil {
			continue
		}
		for i := range g.Count {
			a := g.address(i)
			number, taken := r.stationAt(a)
			if !taken || number == g.First+i {
				r.addresses[a] = g.First + i
				continue
			}
			other := r.groupOf(number)
			r.Fail(g.etherAt, "the address %s is already used by %s (%s)", a, other.Node.Path(), cmp.Or(other.etherAt, other.NamedAt, other.Node).Where())
			break // one of two groups is enough
		}
	}
}

// stationAt returns the number of the station with an address, which is written or follows from
// the number.
func (r *reader) stationAt(a phy.Address) (number int, ok bool) {
	if number, ok = r.addresses[a]; ok {
		return number, true
	}
	number, ok = phy.StationIndex(a)
	return number, ok && number < r.Total && r.groupOf(number).etherAt == nil
}

// holder returns the name of what an address belongs to when an entry takes effect, or again when another entry ends;
// "": it is nobody's.
func (t *timeline) holder(a phy.Address) string {
	for s, e := range t.last {
		if s.kind == medium.Ether && e.For > 0 && t.now < e.end() && e.begins > 0 && e.Changes[0].Address == a {
			return s.target
		}
	}
	for s, c := range t.value {
		if s.kind == medium.Ether && c.Address == a {
			return s.target
		}
	}
	left := func(name string) bool {
		_, moved := t.value[slot{medium.Ether, name}]
		return moved
	}
	for name, e := range t.came {
		if e.added.address(0) == a && !left(name) {
			return name
		}
	}
	if number, taken := t.stationAt(a); taken {
		if name := t.groupOf(number).nameOf(number); !left(name) {
			return name
		}
	}
	if k, ok := phy.StationIndex(a); ok && t.net != nil && k >= t.Total && k < t.Total+t.net.bridgePorts() {
		return "a port of a bridge"
	}
	return ""
}
