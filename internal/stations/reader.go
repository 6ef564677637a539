package stations

import (
	"cmp"
	"math/big"
	"sort"
	"strings"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/phy"
)

// Most is the largest number of stations that a scenario can have.
const Most = 2_000_000

// Reader reads a list of stations, and keeps their numbers and names.
type Reader struct {
	*document.Reader
	Bit  phy.Time // the bit time, which the unit bt stands for
	Most int      // the largest number of stations

	Items   []*Members     // of the list
	Total   int            // the number of stations
	Numbers map[string]int // the number of each station, by its name
	Unnamed bool           // some station's name could not be read
}

// Join counts the stations of an item. It reports whether there is room for them.
func (r *Reader) Join(m *Members) bool {
	if m.Count > r.Most-r.Total {
		r.Fail(cmp.Or(m.Node.Get("count"), m.Node), "there are more than %d stations, the most that a scenario can have", r.Most)
		return false
	}
	r.Total += m.Count
	r.Items = append(r.Items, m)
	return true
}

// Number numbers all names, and reports those that are used twice.
func (r *Reader) Number() {
	r.Numbers = make(map[string]int, r.Total)
	for _, m := range r.Items {
		if m.Nameless {
			r.Unnamed = true
			continue
		}
		for i := range m.Count {
			name := m.StationName(i)
			number, taken := r.Numbers[name]
			if !taken {
				r.Numbers[name] = m.First + i
				continue
			}
			other := r.MembersOf(number)
			r.Fail(cmp.Or(m.NamedAt, m.Node), "the name %q is already used by %s (%s)",
				name, other.Node.Path(), cmp.Or(other.NamedAt, other.Node).Where())
			break // one of two groups is enough
		}
	}
}

// MembersOf returns the item of the list that a station comes from.
func (r *Reader) MembersOf(station int) *Members {
	after := sort.Search(len(r.Items), func(i int) bool { return r.Items[i].First > station })
	return r.Items[after-1]
}

// Duration reads a length of time.
func (r *Reader) Duration(n *document.Node) (t phy.Time, ok bool) {
	return r.Reader.Duration(n, r.Bit)
}

// Positive reads a length of time of more than 0.
func (r *Reader) Positive(n *document.Node) (t phy.Time, ok bool) {
	return r.Reader.Positive(n, r.Bit)
}

// Bits reads a length of time that is a whole number of bit times.
func (r *Reader) Bits(n *document.Node, least phy.Time) (t phy.Time, ok bool) {
	bit := r.Bit
	t, ok = r.Duration(n)
	switch {
	case !ok:
		return 0, false
	case t%bit != 0:
		r.Fail(n, "%s is %s bit times: it must be a whole number of bit times", n.Text, phy.Decimal(t, bit))
		return 0, false
	case t < least*bit:
		r.Fail(n, "must be at least %d bit time", least)
		return 0, false
	}
	return t, true
}

// MoreThanNone reads a number above 0. It returns nil if there is none.
func (r *Reader) MoreThanNone(n *document.Node) *big.Rat {
	if n.Number() && strings.HasPrefix(n.Text, "-") {
		r.Fail(n, "must be more than 0")
		return nil
	}
	v, ok := r.Decimal(n)
	if ok && v.Sign() == 0 {
		r.Fail(n, "must be more than 0")
		ok = false
	}
	if !ok {
		return nil
	}
	return v
}

// PerSecond returns the picoseconds between frames at a rate, in frames per second.
func PerSecond(rate *big.Rat) *big.Rat {
	second := new(big.Rat).SetInt64(int64(phy.Second))
	return second.Quo(second, rate)
}

// MeanTime rounds a time between frames to a picosecond.
func (r *Reader) MeanTime(n *document.Node, t *big.Rat) phy.Time {
	ps, ok := document.RoundRat(t, int64(phy.MaxTime))
	switch {
	case !ok:
		r.Fail(n, "%s leaves more than 30 days between frames", n.Text)
	case ps < 1:
		r.Fail(n, "%s leaves less than a picosecond between frames", n.Text)
	}
	return phy.Time(ps)
}
