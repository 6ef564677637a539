package page_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/page"
)

const collision = "A detects the collision at 245 bit times, after its preamble, and jams until 277 (4.2.3.2.4)"

// A reader opens the page: the first collision is there, in a picture and in words. Steps
// lead on from it and back.
func TestFirstPicture(t *testing.T) {
	b := open(t)
	b.do(chromedp.Navigate(serve(t) + "#free"))
	b.until(ready)
	assert.Equal(t, collision, b.text("#sentence"))
	assert.Contains(t, b.text("#now"), "245 bt")

	b.click("Step an event")
	b.until(`document.querySelector("#sentence").innerText.startsWith("A jams for 32 bit times")`)
	b.click("Step back an event")
	b.until(`document.querySelector("#sentence").innerText === ` + quoted(collision))
	b.click("Step a bit time")
	b.until(`document.querySelector("#now").innerText.startsWith("246 bt")`)
	b.click("To the beginning")
	b.until(`document.querySelector("#now").innerText.startsWith("0 bt")`)
	b.click("To the end")
	b.until(`document.querySelector("#sentence").innerText.startsWith("A receives frame 1 of B whole")`)
	b.quiet()
}

// Play moves time on, and back.
func TestPlay(t *testing.T) {
	b := open(t)
	b.do(chromedp.Navigate(serve(t) + "#free"))
	b.until(ready)
	now := `parseFloat(document.querySelector("#now").innerText.replace(",", ""))`
	b.click("Play")
	b.until(now + ` > 300`)
	b.click("Play backwards")
	b.until(now + ` < 290`)
	b.click("Play backwards")
	b.quiet()
}

// A name is dragged along the cable: the station is elsewhere, in the text as well, and
// the collision is at another instant.
func TestDrag(t *testing.T) {
	b := open(t)
	b.do(chromedp.EmulateViewport(1280, 800), chromedp.Navigate(serve(t)+"#free"))
	b.until(ready)
	at := eval[[]float64](b, `(() => { const r = document.querySelector("#diagram").getBoundingClientRect(); return [r.left, r.top, r.width]; })()`)
	from, y := at[0]+at[2]-36, at[1]+36
	b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, from, y, chromedp.ButtonLeft), chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, from-100, y, chromedp.ButtonLeft),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, from-300, y, chromedp.ButtonLeft), chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, from-300, y, chromedp.ButtonLeft))
	b.until(`+document.querySelector("[aria-label='Place of B, bit times']").value < 200`)
	place := eval[string](b, `document.querySelector("[aria-label='Place of B, bit times']").value`)
	b.click("To the beginning")
	for range 5 {
		b.click("Step an event")
	}
	b.until(`document.querySelector("#sentence").innerText.startsWith("A detects the collision at ` + place + ` bit times")`)
	b.click("Scenario")
	assert.Contains(t, eval[string](b, `document.querySelector("#text").value`), "at: "+place+"bt")
	b.quiet()
}

// Backoffs are chosen by hand, one after the other, as they are due.
func TestBackoffByHand(t *testing.T) {
	b := open(t)
	b.do(chromedp.Navigate(serve(t) + "#free"))
	b.until(ready)
	b.set("Slots of A, in order", "")
	b.until(`document.querySelector(".wanted")?.innerText.includes("A has to back off at 277 bt")`)
	b.click("1") // by its name: what stands above may still move it
	b.until(`document.querySelector("#sentence").innerText.startsWith("A draws 1 from 0 to 1")`)
	b.quiet()
}

// A mistake in the text is told with its place, and the picture stays.
func TestMistake(t *testing.T) {
	b := open(t)
	b.do(chromedp.Navigate(serve(t) + "#free"))
	b.until(ready)
	b.click("Scenario")
	b.write("name: x\nstations:\n  - {name: A, att: 3m}\nduration: 1ms\n")
	b.until(`document.querySelector("#problems")?.innerText.includes("line 3, column 15")`)
	assert.Equal(t, collision, b.text("#sentence"))
	b.quiet()
}

// All of it can be had with the keyboard alone.
func TestKeyboardOnly(t *testing.T) {
	b := open(t)
	b.do(chromedp.Navigate(serve(t) + "#free"))
	b.until(ready)
	b.do(chromedp.KeyEvent(kb.Home))
	b.until(`document.querySelector("#now").innerText.startsWith("0 bt")`)
	for range 5 {
		b.do(chromedp.KeyEvent(kb.ArrowRight), chromedp.Sleep(50*time.Millisecond))
	}
	b.until(`document.querySelector("#sentence").innerText === ` + quoted(collision))
	// The tab key comes to every control, in the order in which they stand.
	names := map[string]bool{}
	for range 60 {
		b.do(chromedp.KeyEvent(kb.Tab))
		names[eval[string](b, `(() => { const e = document.activeElement; return e.getAttribute("aria-label") || e.innerText || e.id || e.tagName; })()`)] = true
	}
	for _, name := range []string{"Choose a scenario", "Step an event", "Play", "Speed of play", "Window", "Timeline", "Stations", "Cable, bt", "Place of B, bit times", "Backoff of B", "Network"} {
		assert.Contains(t, names, name)
	}
	b.quiet()
}

// Everything that is to be worked with has a name for those who do not see it.
func TestNames(t *testing.T) {
	b := open(t)
	b.do(chromedp.Navigate(serve(t) + "#free"))
	b.until(ready)
	for _, tab := range []string{"Network", "Scenario", "Events", "Charts", "Figures", "Share"} {
		b.click(tab)
		b.do(chromedp.Sleep(100 * time.Millisecond))
		assert.Empty(t, eval[[]string](b, `[...document.querySelectorAll("button, input, select, textarea, [role=img]")]
			.filter((e) => !(e.getAttribute("aria-label") || e.textContent?.trim() || e.closest("label")?.textContent.trim())).map((e) => e.outerHTML)`), tab)
		assert.LessOrEqual(t, eval[float64](b, `document.documentElement.scrollWidth - innerWidth`), 0.0, "%s: wider than the window", tab)
	}
	b.quiet()
}

// A link opens the scenario that it holds.
func TestLink(t *testing.T) {
	text, err := os.ReadFile("../../testdata/scenarios/late-collision.yaml")
	require.NoError(t, err)
	b := open(t)
	b.do(chromedp.Navigate(serve(t) + page.Link(string(text))))
	b.until(ready)
	b.click("Scenario")
	assert.Equal(t, string(text), eval[string](b, `document.querySelector("#text").value`))
	b.click("Share")
	b.press("#link")
	b.until(`document.querySelector("#said").innerText.includes("link is")`)
	b.do(chromedp.Reload())
	b.until(ready)
	b.click("Scenario")
	assert.Equal(t, string(text), eval[string](b, `document.querySelector("#text").value`))
	b.quiet()
}

// The folder that is written out works from disk, with no server.
func TestFolderFromDisk(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "page")
	require.NoError(t, page.Write(folder))
	require.ErrorIs(t, page.Write(folder), page.ErrFolder)
	b := open(t)
	b.do(chromedp.Navigate("file://" + folder + "/index.html#free"))
	b.until(ready)
	assert.Equal(t, collision, b.text("#sentence"))
	b.quiet()
}
