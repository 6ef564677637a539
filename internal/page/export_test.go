package page_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/page/player"
)

// What the page writes out is, octet for octet, what the engine writes elsewhere.
func TestExport(t *testing.T) {
	text, err := os.ReadFile("../../testdata/scenarios/two-stations-collide.yaml")
	require.NoError(t, err)
	p, err := player.Load("x", string(text))
	require.NoError(t, err)
	for p.RunOn(5000) {
	}
	events, _, err := p.Events()
	require.NoError(t, err)
	capture, _, err := p.Capture()
	require.NoError(t, err)
	result, err := p.JSON(player.Version)
	require.NoError(t, err)

	b := open(t)
	folder := t.TempDir()
	_, err = chromedp.CallBrowser(b.ctx, cdpbrowser.SetDownloadBehavior, cdpbrowser.SetDownloadBehaviorParams{Behavior: cdpbrowser.SetDownloadBehaviorBehaviorAllow, DownloadPath: folder})
	require.NoError(t, err)
	b.do(chromedp.Navigate(serve(t) + "#free"))
	b.until(ready)
	b.click("Share")
	b.until(`!document.querySelector("#json").disabled`)
	for button, want := range map[string]struct {
		file   string
		octets []byte
	}{
		"Scenario (YAML)":                 {"two-stations-collide.scenario.yaml", text},
		"Events (JSON lines)":             {"two-stations-collide.events.jsonl", events},
		"Capture (pcapng, for Wireshark)": {"two-stations-collide.pcapng", capture},
		"Result (JSON)":                   {"two-stations-collide.json", result},
		"Picture (PNG)":                   {"two-stations-collide.png", nil},
		"Picture (SVG)":                   {"two-stations-collide.svg", nil},
	} {
		b.click(button)
		var got []byte
		for end := time.Now().Add(time.Minute); len(got) == 0 && time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
			got, _ = os.ReadFile(filepath.Join(folder, want.file))
		}
		if want.octets == nil {
			assert.Contains(t, []string{"\x89PNG", "<svg"}, string(got[:min(4, len(got))]))
			continue
		}
		assert.Equal(t, string(want.octets), string(got), button)
	}
	b.quiet()
}
