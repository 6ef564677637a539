package draw

import (
	"fmt"

	"gonum.org/v1/plot/vg"

	"github.com/csmacd/csmacd/internal/palette"
	"github.com/csmacd/csmacd/internal/scene"
)

// rows draws a window with too many transmissions to tell apart. In each row of a station's column a bar from
// the left is the share of time of attempts that get through, and a bar from the right that of attempts that
// collide.
func (d *drawing) rows() {
	v := d.view
	n := len(v.Rows)
	wide := (d.box.Max.X - d.box.Min.X) / vg.Length(max(1, len(v.Lanes)))
	most := wide * 0.86
	for k := range v.Lanes {
		x := d.posts[k].x - most/2
		d.titled(fmt.Sprintf("%s: %s", v.Stations[v.Lanes[k].Station].Name, share(v.Lanes[k].Rows)), func() {
			var good, bad vg.Path
			for row, s := range v.Lanes[k].Rows {
				from := float64(v.From) + float64(float64(v.To-v.From)*float64(row)/float64(n))
				y, end := d.y(from), d.y(from+float64(v.To-v.From)/float64(n))
				box := func(p *vg.Path, a, b vg.Length) {
					if b-a < 0.01 {
						return
					}
					p.Move(vg.Point{X: a, Y: y})
					p.Line(vg.Point{X: b, Y: y})
					p.Line(vg.Point{X: b, Y: end})
					p.Line(vg.Point{X: a, Y: end})
					p.Close()
				}
				box(&good, x, x+vg.Length(most*vg.Length(s.Success)))
				box(&bad, x+vg.Length(most*vg.Length(1-s.Collision)), x+most)
			}
			if len(good) > 0 {
				d.SetColor(palette.Sent)
				d.Fill(good)
			}
			if len(bad) > 0 {
				d.SetColor(palette.Collided)
				d.Fill(bad)
			}
		})
	}
}

// share describes how a station used the whole window.
func share(rows []scene.Shares) string {
	good, bad := 0.0, 0.0
	for _, r := range rows {
		good, bad = good+r.Success, bad+r.Collision
	}
	n := float64(max(1, len(rows)))
	return fmt.Sprintf("attempts that get through %.1f %% of the time, attempts that collide %.1f %%", 100*good/n, 100*bad/n)
}
