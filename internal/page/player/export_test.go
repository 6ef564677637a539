package player

import "github.com/csmacd/csmacd/internal/scene"

// PreviewByText is Preview by way of the text, whatever the change.
func (p *Player) PreviewByText(e Edit, w scene.Window) (*scene.View, error) {
	q, err := p.edited(e)
	if err != nil {
		return nil, err
	}
	return q.upto(w), nil
}

// PreviewsDirectly reports whether Preview makes a change without writing a text.
func (p *Player) PreviewsDirectly(e Edit) bool { return p.moved(e) != nil }

var FilterOf = filterOf
