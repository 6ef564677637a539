package figure

import (
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"github.com/csmacd/csmacd/internal/visible"
)

// shownText measures and draws texts, with the characters that cannot be shown written as their numbers.
// Names and labels may come from anywhere, and XML does not allow all characters.
type shownText struct{ text.Handler }

// Lines implements [text.Handler].
func (h shownText) Lines(txt string) []string { return h.Handler.Lines(visible.String(txt)) }

// Box implements [text.Handler].
func (h shownText) Box(txt string, fnt font.Font) (width, height, depth vg.Length) {
	return h.Handler.Box(visible.String(txt), fnt)
}

// Draw implements [text.Handler].
func (h shownText) Draw(c vg.Canvas, txt string, sty text.Style, pt vg.Point) {
	h.Handler.Draw(c, visible.String(txt), sty, pt)
}
