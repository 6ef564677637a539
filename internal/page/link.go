package page

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"fmt"
	"os"

	"github.com/csmacd/csmacd/internal/page/player"
)

// MostLinked is the most octets of text that the page accepts from a link: a small link can be
// made that expands to a large text (share.ts has the same number).
const MostLinked = 1 << 20

// Link returns the part after the page's address that makes it open a scenario: the scenario's
// text, compressed, which is not sent to any server. The page makes the same, and reads both.
func Link(text string) string {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		panic(err) // the level is one of the package's own
	}
	_, _ = w.Write([]byte(text)) // a Buffer accepts everything
	_ = w.Close()
	return "#s=" + base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// LinkTo returns the fragment of the page's address that opens it with the scenario in a file,
// which the page must be able to show.
func LinkTo(file string) (string, error) {
	octets, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	if len(octets) > MostLinked {
		return "", fmt.Errorf("%s: has %d octets, and a link to the page holds at most %d: combine identical stations into groups (count)", file, len(octets), MostLinked)
	}
	if _, err := player.Load(file, string(octets)); err != nil {
		return "", fmt.Errorf("%s: %w", file, err)
	}
	return Link(string(octets)), nil
}
