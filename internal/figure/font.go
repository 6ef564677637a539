package figure

import (
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"github.com/csmacd/csmacd/internal/palette"
)

// liberationSans is the font of figures. The package gonum.org/v1/plot is not imported: it embeds eleven more fonts
// (4 MB).
var liberationSans = font.Font{Typeface: "Liberation", Variant: "Sans"}

// plainText returns the handler that measures and draws texts in that font.
var plainText = sync.OnceValue(func() text.Handler {
	face, err := opentype.Parse(liberationsansregular.TTF)
	if err != nil {
		panic(err) // the font is part of the program
	}
	return shownText{text.Plain{Fonts: font.NewCache(font.Collection{{Font: liberationSans, Face: face}})}}
})

// Sans returns the style of a text of that many points.
func Sans(points float64) text.Style {
	return text.Style{Color: palette.Ink, Font: font.From(liberationSans, vg.Length(points)), Handler: plainText()}
}
