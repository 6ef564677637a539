package visible_test

import (
	"bytes"
	"encoding/xml"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/visible"
)

func TestString(t *testing.T) {
	for text, want := range map[string]string{
		"plain, 1.5 us ─ ▅\n\tA": "plain, 1.5 us ─ ▅\n\tA",
		"\x1b]0;owned\a":         `\u001b]0;owned\u0007`,
		"\x9b2J \u009b2J \x7f":   `\x9b2J \u009b2J \u007f`,
		"\u202egpj.exe\r":        `\u202egpj.exe\u000d`,
		"\ufffd \uffff":          "\ufffd " + `\uffff`,
	} {
		assert.Equal(t, want, visible.String(text))
	}
}

// Whatever the octets, XML has every character of what is shown, and showing it again changes nothing.
func TestShownTextsAreXML(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shown := visible.String(string(rapid.SliceOf(rapid.Byte()).Draw(t, "octets")) + rapid.String().Draw(t, "text"))
		for _, r := range shown {
			require.False(t, unicode.IsControl(r) && r != '\n' && r != '\t', "%q", r)
		}
		require.Equal(t, shown, visible.String(shown))
		var escaped bytes.Buffer
		require.NoError(t, xml.EscapeText(&escaped, []byte(shown)))
		var read string
		require.NoError(t, xml.Unmarshal([]byte("<a>"+escaped.String()+"</a>"), &read))
		require.Equal(t, shown, read, "EscapeText puts U+FFFD in place of what XML has not")
	})
}
