package path

import (
	"cmp"
	"slices"

	"github.com/csmacd/csmacd/internal/scenario"
)

// Of returns the worst paths of every collision domain of a network: those with the greatest delay
// and with the greatest variability, in both directions, with what the engine measures there. The margin is added to each delay, in bit
// times. It is an error if the standard has no values for a segment.
func Of(s *scenario.Scenario, margin float64) (*Report, error) {
	t := newTree(s.Topology())
	if err := t.check(); err != nil {
		return nil, err
	}
	c := s.LAN()
	domains := c.Domains()
	of := make([]int, len(t.segments))
	for i, d := range domains {
		for _, k := range d.Segments {
			of[k] = i
		}
	}
	worst := make([]worstPaths, len(domains))
	rule := true
	t.all(func(w *walk, to start) {
		d := &worst[of[to.segment]]
		if total := w.total(to); d.slowest == nil || rounded(total) > rounded(d.delay) {
			d.delay, d.slowest = total, w.path(to)
		}
		if d.most == nil || w.variability > d.variability {
			d.variability, d.most = w.variability, w.path(to)
		}
		if w.segments > 5 || w.segments == 5 && w.cables > 3 {
			rule = rule && fast(t.segments[to.segment].line)
		}
	})
	r := &Report{OK: true, Rule543: rule, Paths: []Path{}}
	for i := range worst {
		for _, p := range worst[i].list(t) {
			q := t.path(p, margin)
			q.domain = domains[i].Name
			if err := q.measure(c, &domains[i]); err != nil {
				return nil, err
			}
			r.OK = r.OK && q.OK
			r.Paths = append(r.Paths, *q)
		}
	}
	return r, nil
}

// route is a path as its ends and steps.
type route struct {
	from, to start
	steps    []step
}

// worstPaths are the worst paths of a domain so far.
type worstPaths struct {
	slowest, most      *route
	delay, variability float64
}

// path returns a copy of the path to an end.
func (w *walk) path(to start) *route {
	steps := slices.Clone(w.steps)
	steps[len(steps)-1].to = to.at
	return &route{w.from, to, steps}
}

// back returns the same path in the other direction.
func (r *route) back() *route {
	b := &route{r.to, r.from, slices.Clone(r.steps)}
	slices.Reverse(b.steps)
	hubs := make([]int, 0, len(b.steps))
	for _, s := range r.steps {
		hubs = append(hubs, s.hub)
	}
	for i := range b.steps {
		s := &b.steps[i]
		s.from, s.to = s.to, s.from
		s.hub = -1
		if i > 0 {
			s.hub = hubs[len(hubs)-i]
		}
	}
	return b
}

// list returns the worst paths, each followed by its other direction. The path with the most
// variability is left out if the slowest one has as much.
func (w *worstPaths) list(t *tree) []*route {
	if w.slowest == nil {
		return nil
	}
	list := []*route{w.slowest, w.slowest.back()}
	for _, r := range list {
		if p := t.path(r, 0); p.fast || *p.Variability >= w.variability {
			return list
		}
	}
	return append(list, w.most, w.most.back())
}

// path calculates a path.
func (t *tree) path(r *route, margin float64) *Path {
	p := &Path{From: r.from.name, To: r.to.name}
	total, changes := margin, 0.0
	for i, step := range r.steps {
		s := &t.segments[step.segment]
		role := Middle
		switch i {
		case 0:
			role = Left
		case len(r.steps) - 1:
			role = Right
		}
		length := s.between(step.from, step.to)
		bits := delay(s.line, role, length)
		total, changes = total+bits, changes+variability(s.line, role)
		if step.hub >= 0 {
			h := &t.hubs[step.hub]
			bits := repeaterDelay(s.line, h.class)
			total += bits
			p.repeaters = append(p.repeaters, repeater{h.name, bits})
		}
		p.Segments = append(p.Segments, Segment{s.name, s.line.Name, rounded(length), role, rounded(bits)})
		p.fast = fast(s.line)
	}
	limit := float64(MostDelay)
	if p.fast {
		total, limit = total+fastStations, MostFastDelay
	} else {
		p.Variability = &changes
	}
	p.Delay = rounded(total)
	p.OK = p.Delay <= limit && cmp.Or(p.fast, changes <= MostVariability)
	return p
}
