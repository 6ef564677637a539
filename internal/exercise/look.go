package exercise

import "slices"

// Place says where to look for the answer to a question: the runs that it comes from, and what of them it is about. It says
// no more than the expression of the answer does.
type Place struct {
	Runs    []string `json:"runs"`              // that the answer needs; none: it is arithmetic
	Station string   `json:"station,omitempty"` // of the first run; "*": any
	Kind    string   `json:"kind,omitempty"`    // of an event; the answer is about the N-th of the station, or about them all
	N       int      `json:"n,omitempty"`
}

// Place returns where to look for the answer to a question.
func (l *Lab) Place(q *Question) Place {
	p := Place{Runs: []string{}}
	l.seek(&q.Answer, &p)
	return p
}

// seek adds what a formula asks for, and the figures in it.
func (l *Lab) seek(f *Formula, p *Place) {
	for _, n := range f.Names {
		if k := slices.IndexFunc(l.Figures, func(g Figure) bool { return g.Name == n }); k >= 0 {
			l.seek(&l.Figures[k].Formula, p)
		} else if !slices.Contains(p.Runs, n) {
			p.Runs = append(p.Runs, n)
		}
	}
	f.Tree.Walk(func(t *Tree) {
		text := func(i int) string {
			s, _ := t.Args[i].Value.(string)
			return s
		}
		if p.Station != "" {
			return
		}
		switch {
		case t.Op == "event" && len(t.Args) == 4:
			n, _ := number(t.Args[3].Value)
			p.Station, p.Kind, p.N = text(1), text(2), int(n)
		case t.Op == "count" && len(t.Args) == 3:
			p.Station, p.Kind = text(1), text(2)
		case t.Op == "count" && len(t.Args) == 2:
			p.Station, p.Kind = "*", text(1)
		case t.Op == "station" && len(t.Args) == 2:
			p.Station = text(1)
		default:
			return
		}
		// What is looked at is in the run that is asked first.
		if run, _ := t.Args[0].Args[0].Value.(string); slices.Contains(p.Runs, run) {
			p.Runs = slices.Insert(slices.DeleteFunc(p.Runs, func(n string) bool { return n == run }), 0, run)
		}
	})
}
