package page

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"fmt"
	"os"

	"github.com/csmacd/csmacd/internal/page/player"
)

// MostLinked is how many octets of text the page takes from a link: one that is made up is
// small, and its text need not be (share.ts has the same number).
const MostLinked = 1 << 20

// Link returns what stands behind the address of the page to have it open a scenario: its
// text, compressed, which no server is sent. The page makes the same, and reads both.
func Link(text string) string {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		panic(err) // the level is one of the package's own
	}
	_, _ = w.Write([]byte(text)) // a Buffer takes everything
	_ = w.Close()
	return "#s=" + base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// LinkTo returns the fragment of the page's address that opens it with the scenario in a file. The page must
// be able to show that.
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
