package page_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/page"
)

// Media other than cables are in the menu: each runs, with its rows, figures, curves and events, and nothing of it speaks of
// cables.
func TestOtherMediaAreShown(t *testing.T) {
	b := open(t)
	b.do(chromedp.EmulateViewport(1440, 900), chromedp.Navigate(serve(t)+"?lang=en#free"))
	b.until(ready)
	inMenu := eval[[]string](b, `[...document.querySelectorAll("#open option")].map((e) => e.value)`)
	for _, m := range []struct{ name, field, told, counted, figure string }{
		{"store-100", "leg of store", "The question of none00 for the row", "Not done yet:", "all done after"},
		{"server", "delay of server", "c", "Not done yet:", "most requests at once"},
		{"submit-50", "descriptors of submit", "c", "Not done yet:", "crashes"},
		{"slotted-aloha", "slot of slotted-aloha", "frame", "Not done yet:", "throughput"},
	} {
		require.Contains(t, inMenu, m.name)
		b.free(m.name)
		b.until(`document.querySelector("#open").value === ` + quoted(m.name) + ` && document.querySelector("[aria-label=" + JSON.stringify(` + quoted(m.field) + `) + "]")`)
		b.until(`!document.querySelector(".transport").innerText.includes("running")`)
		assert.Empty(t, eval[string](b, `document.querySelector("#problems")?.innerText ?? ""`), m.name)
		assert.Contains(t, b.text(".counters"), m.counted, m.name)
		b.click("To the beginning")
		b.click("Step an event")
		b.until(`!document.querySelector("#sentence").innerText.startsWith("Nothing yet")`)
		b.shootIfAsked("crowd-" + m.name)
		b.click("Figures")
		b.until(`document.querySelector("#summary")?.innerText.includes(` + quoted(m.figure) + `)`)
		b.click("Charts")
		b.until(`document.querySelector(".charts")?.innerText.includes("Failed attempts")`)
		b.click("Events")
		b.until(`document.querySelectorAll(".events .instant .what > span").length > 5`)
		b.click("failure")
		b.until(`/fail|refused|crash|gives/.test(document.querySelector("#sentence").innerText)`)
		shown := eval[string](b, `document.body.innerText`)
		for _, word := range []string{"bt", "carrier", "jam", "crowd."} {
			assert.False(t, slices.Contains(strings.Fields(shown), word), "%s: %s", m.name, word)
		}
		assert.False(t, eval[bool](b, `[...document.querySelectorAll("button")].some((e) => e.id === "pcap")`))
		b.click("Network")
	}
	b.quiet()
}

// Of a store of two clients the picture has all, and a card for each thing; a change is made in a field, undone, and a link has it.
func TestAStoreIsEdited(t *testing.T) {
	b := open(t)
	const text = "name: two writers\nmedium: {kind: store, leg: 10ms} # each message\nuntil: {idle: true}\nstations:\n  - {name: A, backoff: {policy: fixed, delay: 7ms}}\n  - {name: B, backoff: {policy: fixed, delay: 7ms}}\n"
	at := serve(t)
	b.do(chromedp.EmulateViewport(1280, 800), chromedp.Navigate(at+"?lang=en"+page.Link(text)))
	b.until(ready)
	b.click("To the end")
	b.until(`document.querySelector("#now").innerText === "87 ms"`)
	assert.Equal(t, "Not done yet: 0", b.text("#under-way"))
	row := func(of string) string {
		return eval[string](b, `[...document.querySelectorAll(".counters tbody tr")].find((e) => e.children[0].innerText === `+quoted(of)+`).innerText.replace(/\s+/g, " ")`)
	}
	assert.Equal(t, "A 1 1 0 1 0", row("A"))
	assert.Equal(t, "B 1 2 1 1 0", row("B"))
	titles := b.titles()
	for _, title := range []string{"A reads", "Attempt 1 of A", "The attempt of B fails", "B waits", "Attempt 2 of B", "B has work"} {
		assert.Contains(t, titles, title)
	}
	b.set("leg of store", "20ms")
	b.until(`document.querySelector(".transport").innerText.includes("167 ms")`)
	b.set("leg of store", "tomorrow")
	b.until(`document.querySelector("#problems")?.innerText.includes("tomorrow")`)
	b.set("leg of store", "{uniform: [20ms, 20ms]}")
	b.until(`!document.querySelector("#problems") && document.querySelector(".transport").innerText.includes("167 ms")`)
	b.click("Share")
	b.click("Link to this scenario")
	b.until(`location.hash.startsWith("#s=") && document.querySelector("#said").innerText !== ""`)
	link := eval[string](b, `location.href`)
	b.click("↶ Undo")
	b.click("↶ Undo")
	b.until(`document.querySelector(".transport").innerText.includes("87 ms")`)
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(link))
	b.until(ready)
	b.until(`document.querySelector(".transport").innerText.includes("167 ms")`)
	b.quiet()
}

// On a phone, in German and in the dark, nothing is wider than the screen, and no two texts of the picture overlap.
func TestOtherMediaOnAPhone(t *testing.T) {
	b := open(t)
	b.do(chromedp.EmulateViewport(390, 844), chromedp.Navigate(serve(t)+"?lang=de&theme=dark#free=store-100"))
	for _, name := range []string{"store-100", "server", "submit-mixed", "slotted-aloha"} {
		b.free(name)
		b.until(ready)
		b.until(`document.querySelector("#open").value === ` + quoted(name) + ` && !document.querySelector(".transport").innerText.includes("läuft")`)
		b.until(`document.querySelector("#summary, #tab")`)
		assert.LessOrEqual(t, eval[int](b, `document.documentElement.scrollWidth`), 390, name)
		texts := eval[[]struct{ X, Y, W, H float64 }](b, `document.querySelector("#diagram").texts.map((r) => ({X: r.x, Y: r.y, W: r.w, H: r.h}))`)
		require.NotEmpty(t, texts, name)
		for i, r := range texts {
			for _, s := range texts[:i] {
				assert.False(t, r.X < s.X+s.W && s.X < r.X+r.W && r.Y < s.Y+s.H && s.Y < r.Y+r.H, "%s: two texts overlap", name)
			}
		}
		b.shootIfAsked(fmt.Sprintf("crowd-390-%s", name))
	}
	b.quiet()
}
