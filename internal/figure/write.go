package figure

import (
	"fmt"
	"io"
	"sync"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
)

// Formats are the names of the formats that [Figure.Write] takes.
var Formats = []string{"svg", "png", "pdf"}

// dpi is the resolution of PNG files, which is enough for print.
const dpi = 300

const (
	defaultWidth = 120 // mm
	panelHeight  = 72  // of a single panel
	tileHeight   = 48  // of each of several panels
)

// Write draws a figure in one of the [Formats]. Text is in Liberation Sans. PDF files embed the font; SVG
// files name it, and fonts of the same measures.
func (f Figure) Write(w io.Writer, format string) error {
	if err := f.check(); err != nil {
		return err
	}
	width, height := mm(f.Width), mm(f.Height)
	if f.Matrix != nil {
		width, height = f.Matrix.size(width, height)
	}
	if width == 0 {
		width = mm(defaultWidth)
	}
	if height == 0 {
		height = mm(panelHeight)
		if n := len(f.Panels); n > 1 {
			height = mm(float64(tileHeight * n))
		}
	}
	slack := vg.Length(1)
	if format == "svg" {
		slack = svgSlack
	}
	return page(w, format, width, height, func(c draw.Canvas) { f.draw(c, slack) })
}

func mm(x float64) vg.Length { return vg.Length(x) * vg.Millimeter }

// undated makes PDF files reproducible: they have no date of creation, and do not depend on the order of a
// map.
var undated = sync.OnceFunc(func() {
	fpdf.SetDefaultCreationDate(time.Unix(0, 0).UTC())
	fpdf.SetDefaultModificationDate(time.Unix(0, 0).UTC())
	fpdf.SetDefaultCatalogSort(true)
})

func canvas(format string, w, h vg.Length) (vg.CanvasWriterTo, error) {
	switch format {
	case "svg":
		return newSVG(w, h), nil
	case "png":
		return vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(dpi))}, nil
	case "pdf":
		undated()
		return pdfCanvas{vgpdf.New(w, h)}, nil
	}
	return nil, fmt.Errorf("%q is not a format: write svg, png or pdf", format)
}
