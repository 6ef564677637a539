package figure

import (
	"bytes"
	"io"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Page writes a page of a size in millimetres, in one of the [Formats]; paint draws it.
func Page(w io.Writer, format string, width, height float64, paint func(draw.Canvas)) error {
	return page(w, format, mm(width), mm(height), paint)
}

func page(w io.Writer, format string, width, height vg.Length, paint func(draw.Canvas)) error {
	to, err := canvas(format, width, height)
	if err != nil {
		return err
	}
	paint(draw.NewCanvas(to, width, height))
	// Whole, so that a figure that fails leaves nothing behind.
	var b bytes.Buffer
	if _, err := to.WriteTo(&b); err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
}
