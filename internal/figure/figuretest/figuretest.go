// Package figuretest reads figures that tests have drawn.
package figuretest

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"github.com/stretchr/testify/require"
)

// Drawing is what writes itself in a format: a figure.Figure.
type Drawing interface {
	Write(w io.Writer, format string) error
}

// Written returns a drawing's file in a format.
func Written(t require.TestingT, d Drawing, format string) []byte {
	var b bytes.Buffer
	require.NoError(t, d.Write(&b, format))
	return b.Bytes()
}

// Texts returns the texts of a drawing, as an SVG file has them.
func Texts(t require.TestingT, d Drawing) (list []string) {
	x := xml.NewDecoder(bytes.NewReader(Written(t, d, "svg")))
	in := false
	for {
		token, err := x.Token()
		if errors.Is(err, io.EOF) {
			return list
		}
		require.NoError(t, err, "an SVG file is XML")
		switch k := token.(type) {
		case xml.StartElement:
			in = k.Name.Local == "text"
		case xml.CharData:
			if in && strings.TrimSpace(string(k)) != "" {
				list = append(list, string(k))
			}
		case xml.EndElement:
			in = false
		}
	}
}
