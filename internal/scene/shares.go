package scene

import "github.com/csmacd/csmacd/phy"

// Shares is how senders used a stretch of time, by what happened at their taps. It is about all stations
// or about one. The rest of the time was idle.
type Shares struct {
	Success   float64 `json:"success"`   // an attempt was on the medium that met no collision
	Collision float64 `json:"collision"` // of the rest: an attempt was on that met a collision
}

// shares divides [from, to) into a number of rows of the same length, and returns how each was used: by
// all stations, and by each of the given ones. It visits each transmission of the window once.
func (s *Scene) shares(from, to phy.Time, rows int, stations []int) (all []Shares, each [][]Shares) {
	whole := newUse(from, to, rows)
	of := map[int32]*use{}
	for _, i := range stations {
		of[int32(i)] = newUse(from, to, rows)
	}
	on := s.between(from, to)
	for k := range on {
		t := &on[k]
		if t.Signal != 0 { // a turn does not count as an attempt: an idle bus with PLCA is idle
			continue
		}
		end := min(t.end(), s.until)
		whole.add(t, end)
		if u := of[t.Station]; u != nil {
			u.add(t, end)
		}
	}
	for _, i := range stations {
		each = append(each, of[int32(i)].shares())
	}
	return whole.shares(), each
}

// use computes shares from transmissions that come in order of their starts.
type use struct{ good, any *cover }

func newUse(from, to phy.Time, rows int) *use {
	return &use{newCover(from, to, rows), newCover(from, to, rows)}
}

func (u *use) add(t *Transmission, end phy.Time) {
	if t.Collision == None {
		u.good.add(t.Start, end)
	}
	u.any.add(t.Start, end)
}

func (u *use) shares() []Shares {
	shares := make([]Shares, len(u.any.rows))
	for k := range shares {
		if long := float64(u.any.edge(k+1) - u.any.edge(k)); long > 0 {
			shares[k] = Shares{float64(u.good.rows[k]) / long, float64(u.any.rows[k]-u.good.rows[k]) / long}
		}
	}
	return shares
}

// cover computes how much time of each row is covered by intervals, which come in order of their
// beginnings.
type cover struct {
	from, long phy.Time
	rows       []phy.Time
	upTo       phy.Time // everything before it has been counted
}

func newCover(from, to phy.Time, rows int) *cover {
	return &cover{from: from, long: to - from, rows: make([]phy.Time, rows), upTo: from}
}

// edge returns the beginning of a row, rounded to a picosecond.
func (c *cover) edge(row int) phy.Time {
	n := phy.Time(len(c.rows))
	return c.from + c.long/n*phy.Time(row) + c.long%n*phy.Time(row)/n
}

func (c *cover) add(from, to phy.Time) {
	from, to = max(from, c.upTo), min(to, c.from+c.long)
	if from >= to {
		return
	}
	c.upTo = to
	row := int(float64(from-c.from) / float64(c.long) * float64(len(c.rows)))
	for row = max(0, min(row, len(c.rows)-1)); row > 0 && c.edge(row) > from; row-- {
	}
	for ; row < len(c.rows) && from < to; row++ {
		if until := min(to, c.edge(row+1)); until > from {
			c.rows[row] += until - from
			from = until
		}
	}
}
