package page_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What the page runs in a browser is what csmacd run comes to, for every lesson in its menu.
func TestDigestsAreThoseOfTheCommandLine(t *testing.T) {
	b := tour(t)
	b.do(chromedp.Navigate(serve(t) + "#free"))
	b.until(ready)
	b.click("Figures")
	lessons := eval[[]string](b, `[...document.querySelectorAll("#open option")].map((o) => o.value)`)
	require.GreaterOrEqual(t, len(lessons), 10)
	for _, value := range lessons {
		b.free(value)
		want := digest(t, value)
		b.until(`document.querySelector("#summary")?.innerText.includes("digest ` + want + `")`)
	}
	b.quiet()
	assert.Contains(t, lessons, "two-stations-collide")
}

// digest returns what csmacd run has for a lesson, as it stands beside it.
func digest(t *testing.T, lesson string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../testdata/scenarios", lesson+".json"))
	require.NoError(t, err)
	var result struct{ Digest string }
	require.NoError(t, json.Unmarshal(text, &result))
	return result.Digest
}
