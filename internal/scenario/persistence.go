package scenario

import (
	"math/big"

	"github.com/csmacd/csmacd/internal/document"
)

// persistTable has the keys of a p-persistent station's persistence.
var persistTable = table[rules]{
	What: "persistence",
	Fields: []field[rules]{
		{Key: "p", Read: func(r *reader, p *rules, n *document.Node) {
			if v, ok := r.Decimal(n); ok {
				r.setPersist(p, n, v)
			}
		}},
		{Key: "slot", Read: func(r *reader, p *rules, n *document.Node) {
			document.SetTo(&p.PersistSlot)(r.Positive(n))
			p.givenPersistSlot = true
		}},
	},
}

// readPersistence reads what a station does when it may start, or finds the medium busy
// (Kleinrock and Tobagi 1975). 1 starts as soon as it may, as IEEE 802.3 does. non draws a
// backoff if it finds the medium busy. p, a number between 0 and 1, starts with this
// probability and otherwise looks again a slot later.
func readPersistence(r *reader, p *rules, n *document.Node) {
	p.NonPersistent, p.Persist, p.givenPersistSlot = false, 0, false
	switch {
	case n.Kind == document.Mapping:
		if persistTable.Read(r, n, p); n.Get("p") == nil {
			r.Fail(n, "p is missing: write {p: 0.1, slot: 512bt}")
		}
	case n.Kind == document.Scalar && n.Text == "non":
		p.NonPersistent = true
	case n.Number():
		if v, ok := r.Decimal(n); ok {
			r.setPersist(p, n, v)
		}
	default:
		r.Fail(n, "persistence must be 1, non, a probability between 0 and 1, or {p: 0.1, slot: 512bt}")
	}
}

// setPersist sets the probability in units of 2^-64, rounded down; a probability of 1 sets
// nothing.
func (r *reader) setPersist(p *rules, n *document.Node, v *big.Rat) {
	one := big.NewRat(1, 1)
	if v.Cmp(one) == 0 {
		return
	}
	units := new(big.Int).Lsh(v.Num(), 64)
	units.Quo(units, v.Denom())
	if v.Cmp(one) > 0 || units.Sign() == 0 {
		r.Fail(n, "%s is not a probability above 0 and up to 1", n.Text)
		return
	}
	p.Persist = units.Uint64()
}
