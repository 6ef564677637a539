package page_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What the page runs in a browser is what csmacd run comes to, for every lesson in its menu.
func TestDigestsAreThoseOfTheCommandLine(t *testing.T) {
	b := open(t)
	b.do(chromedp.Navigate(serve(t)))
	b.until(ready)
	b.click("Figures")
	lessons := eval[[]string](b, `[...document.querySelectorAll("#lesson optgroup:first-of-type option")].map((o) => o.value)`)
	require.GreaterOrEqual(t, len(lessons), 10)
	for _, value := range lessons {
		b.until(`(() => { const e = document.querySelector("#lesson"); e.value = ` + quoted(value) + `; e.dispatchEvent(new Event("change", {bubbles: true})); return true; })()`)
		want := digest(t, strings.TrimPrefix(value, "lesson:"))
		b.until(`document.querySelector("#summary")?.innerText.includes("digest ` + want + `")`)
	}
	b.quiet()
	assert.Contains(t, lessons, "lesson:two-stations-collide")
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

// Every lab in the menu opens, with its question, and runs to its end.
func TestLabsOpen(t *testing.T) {
	b := open(t)
	b.do(chromedp.Navigate(serve(t)))
	b.until(ready)
	b.click("Figures")
	labs := eval[[]string](b, `[...document.querySelectorAll("#lesson optgroup:last-of-type option")].map((o) => o.value)`)
	require.GreaterOrEqual(t, len(labs), 10)
	for _, value := range labs {
		b.until(`(() => { const e = document.querySelector("#lesson"); e.value = ` + quoted(value) + `; e.dispatchEvent(new Event("change", {bubbles: true})); return true; })()`)
		b.until(`document.querySelector(".question")?.innerText.length > 20`)
		assert.NotZero(t, eval[int](b, `document.querySelectorAll(".question li").length`), value)
		b.do(chromedp.Sleep(30 * time.Millisecond)) // until what was shown before is gone
		b.until(`document.querySelector("#summary") || document.querySelector("#problems")`)
		assert.Equal(t, false, eval[bool](b, `!!document.querySelector("#problems, .told .trouble")`), "%s: %s", value, eval[string](b, `document.querySelector("#problems, .told .trouble")?.innerText ?? ""`))
	}
	b.quiet()
}
