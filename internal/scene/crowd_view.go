package scene

import (
	"sort"

	"github.com/csmacd/csmacd/phy"
)

// View computes a window. Its transmissions are those of the given stations, or of all.
func (c *Crowd) View(w Window) *View {
	v := &View{Bit: CrowdUnit, From: w.From, To: w.To, Until: c.until, Crowd: c.kind, Transmissions: []Transmission{}, Lanes: []Lane{}}
	for i := range c.all {
		v.Stations = append(v.Stations, Station{Name: c.names.Name(i)})
	}
	for _, s := range c.stops {
		if s.From < w.To && (s.Until == None || s.Until > w.From) {
			v.Stops = append(v.Stops, s)
		}
	}
	if w.Stations == nil {
		for i := range c.all {
			w.Stations = append(w.Stations, i)
		}
	}
	of := make([]*use, len(c.all))
	for _, i := range w.Stations {
		of[i] = newUse(w.From, w.To, max(1, w.Rows))
	}
	on := c.tries[c.first(w.From):c.startedBy(w.To)]
	for k := range on {
		t := on[k]
		if of[t.Station] == nil || t.end() <= w.From {
			continue
		}
		if t.Header == phy.Forever {
			t.Header = c.until
		}
		if v.Count++; v.Count <= w.Most {
			v.Transmissions = append(v.Transmissions, t)
		}
	}
	if v.Count <= w.Most {
		for _, i := range w.Stations {
			v.Lanes = append(v.Lanes, c.Lane(i, w.From, w.To))
		}
		return v
	}
	v.Transmissions = v.Transmissions[:0]
	whole := newUse(w.From, w.To, max(1, w.Rows))
	for k := range on {
		if t := &on[k]; of[t.Station] != nil {
			end := min(t.end(), c.until)
			whole.add(t, end)
			of[t.Station].add(t, end)
		}
	}
	v.Rows = whole.shares()
	for _, i := range w.Stations {
		v.Lanes = append(v.Lanes, Lane{Station: i, Rows: of[i].shares()})
	}
	return v
}

// Lane computes what a client does in [from, to) besides its attempts.
func (c *Crowd) Lane(i int, from, to phy.Time) Lane {
	k := &c.all[i]
	l := Lane{Station: i, Arrivals: within(k.arrivals, from, to, func(a *Arrival) phy.Time { return a.At })}
	first := sort.Search(len(k.holds), func(n int) bool { return k.holds[n].From >= from-k.long })
	for _, h := range k.holds[first:] {
		if h.From >= to {
			break
		}
		if h.Until > from {
			l.Spans = append(l.Spans, h)
		}
	}
	for _, h := range k.waits {
		if h.From < min(to, c.until) {
			l.Spans = append(l.Spans, h)
		}
	}
	return l
}

// mostFirst is the most attempts that a window to look at first shows.
const mostFirst = 400

// Choose returns a window to look at first: from the first attempt to the first that succeeds after a failure, but not so
// much that it cannot be read. ok is false while more of the run is needed for a choice.
func (c *Crowd) Choose(last bool) (Choice, bool) {
	if len(c.tries) == 0 {
		return Choice{0, max(c.until, CrowdUnit), "nothing was tried: all of the run"}, last
	}
	from, failed := c.tries[0].Start, false
	if len(c.all[c.tries[0].Station].arrivals) > 0 {
		from = min(from, c.all[c.tries[0].Station].arrivals[0].At)
	}
	for k := range c.tries {
		t := &c.tries[k]
		switch failed = failed || t.Collision != None; {
		case k == mostFirst:
			return Choice{from, max(t.Start, from+CrowdUnit), "the beginning"}, true
		case failed && t.Outcome == Sent && t.End != None:
			long := t.End - from
			return Choice{from, t.End + long/4, "from the first attempt to the first that succeeds after a failure"}, true
		}
	}
	if !last {
		return Choice{}, false
	}
	return Choice{from, max(c.until, from+CrowdUnit), Whole}, true
}
