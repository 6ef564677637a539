package terminal

import (
	"bytes"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestShown(t *testing.T) {
	for text, want := range map[string]string{
		"plain, 1.5 us ─ ▅\n\tA": "plain, 1.5 us ─ ▅\n\tA",
		"\x1b]0;owned\a":         `\u001b]0;owned\u0007`,
		"\x9b2J \u009b2J \x7f":   `\x9b2J \u009b2J \u007f`,
		"a\r\nb\rc":              "a\r\nb" + `\u000dc`,
		"\u202egpj.exe":          `\u202egpj.exe`,
		"\ufffd":                 "\ufffd",
	} {
		var b bytes.Buffer
		n, err := (&Text{To: &b}).Write([]byte(text))
		require.NoError(t, err)
		require.Equal(t, len(text), n)
		require.Equal(t, want, b.String())
	}
}

// Written in whatever pieces, the same is shown, and nothing that steers a terminal.
func TestShownInPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(rapid.StringOf(rapid.SampledFrom([]rune("a\n\r\x1b\u009b─\u202e\U0001f600"))).Draw(t, "text") + "\n")
		var whole, pieces bytes.Buffer
		_, _ = (&Text{To: &whole}).Write(text)
		s := &Text{To: &pieces}
		for len(text) > 0 {
			n := rapid.IntRange(1, len(text)).Draw(t, "n")
			_, _ = s.Write(text[:n])
			text = text[n:]
		}
		require.Equal(t, whole.String(), pieces.String())
		for _, r := range pieces.String() {
			require.False(t, unicode.IsControl(r) && r != '\n' && r != '\r')
		}
	})
}

// A message does not repeat all of a long input, and keeps its end.
func TestMessagesAreShort(t *testing.T) {
	var b bytes.Buffer
	_, err := (&Text{To: &b, Most: 100}).Write([]byte("short\n" + strings.Repeat("─", 100_000) + ": write a number\nshort\n"))
	require.NoError(t, err)
	require.Regexp(t, `^short\n─{25} \.\.\. \(\d+ octets left out\) \.\.\. ─{2}: write a number\nshort\n$`, b.String())
}
