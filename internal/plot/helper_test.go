package plot

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/figure"
)

func written(t require.TestingT, f figure.Figure, format string) []byte {
	var b bytes.Buffer
	require.NoError(t, f.Write(&b, format))
	return b.Bytes()
}

// texts returns what is written in a figure.
func texts(t require.TestingT, f figure.Figure) (list []string) {
	d := xml.NewDecoder(bytes.NewReader(written(t, f, "svg")))
	in := false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return list
		}
		require.NoError(t, err, "an SVG file is XML")
		switch x := token.(type) {
		case xml.StartElement:
			in = x.Name.Local == "text"
		case xml.CharData:
			if in && strings.TrimSpace(string(x)) != "" {
				list = append(list, string(x))
			}
		case xml.EndElement:
			in = false
		}
	}
}
