package page_test

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/internal/page"
)

// titles returns those of the cards of the picture, a line each, as the key full stop leads through them.
func (b *browser) titles() string {
	b.t.Helper()
	eval[bool](b, `((async () => { const c = document.querySelector("#diagram"), all = [], press = (key) => c.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
		for (let k = 0; k < 60; k++) {
			press(".");
			await new Promise((done) => setTimeout(done, 20));
			all.push(document.querySelector("#card .title b").innerText);
		}
		press("Escape");
		globalThis.titles = all.join("\n"); })(), true)`)
	b.until(`globalThis.titles`)
	return eval[string](b, `(() => { const all = titles; titles = undefined; return all; })()`)
}

// A link says whose signals are not drawn. A button draws them again, or hides those of the chosen station, and the link
// that the page makes says so.
func TestSignalsAreHidden(t *testing.T) {
	b := open(t)
	b.do(chromedp.EmulateViewport(1280, 900), chromedp.Navigate(serve(t)+page.Link(lessonText(t, "two-stations-collide"))+"&see=B&hide=B"))
	b.until(ready)
	b.until(`document.querySelector("#hide")?.getAttribute("aria-pressed") === "true"`)
	titles := b.titles()
	assert.Contains(t, titles, "Preamble of A")
	assert.Contains(t, titles, "B defers", "what B does stays")
	assert.NotContains(t, titles, "Preamble of B")
	assert.NotContains(t, titles, "B detects a collision")
	b.click("Hide the signals of B")
	b.until(`document.querySelector("#hide")?.getAttribute("aria-pressed") === "false"`)
	assert.Contains(t, b.titles(), "Preamble of B")
	b.click("Hide the signals of B")
	b.click("Share")
	b.click("Link to this scenario")
	b.until(`location.hash.endsWith("&see=B&hide=B")`)
	eval[any](b, `void (location.hash = location.hash.replace("&see=B", ""))`)
	b.click("Show all signals")
	b.until(`!document.querySelector("#hide")`)
	b.quiet()
}

// A collision on the medium is one; each station in it detects it.
func TestCollisionsAndDetectionsAreCounted(t *testing.T) {
	b := open(t)
	b.showing(serve(t), lessonText(t, "two-stations-collide"))
	b.click("To the end")
	b.until(`document.querySelector("#collisions").innerText === "Collisions on the medium: 2; detections by stations: 4"`)
	assert.Contains(t, b.text(".counters thead"), "detections")
	b.do(chromedp.KeyEvent("?"))
	b.until(`document.querySelector(".keys")`)
	for _, key := range []string{", .", "Enter", "Page Up, Page Down"} {
		assert.Contains(t, b.text(".keys"), key)
	}
	b.do(chromedp.KeyEvent(kb.Escape))
	b.quiet()
}

// All columns of the counters are in sight, with numbers of five digits, on a phone and beside the picture.
func TestCountersAreInSight(t *testing.T) {
	b := open(t)
	at := serve(t)
	for _, width := range []int64{1280, 1024, 390} {
		for _, language := range []string{"en", "de"} {
			b.do(chromedp.EmulateViewport(width, 800), chromedp.Navigate("about:blank"), chromedp.Navigate(at+"?lang="+language+"#free=saturated24"))
			b.until(ready)
			b.until(`(document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "End", bubbles: true})), document.querySelector(".counters .all td")?.innerText.length >= 6)`)
			assert.Equal(t, 9, eval[int](b, `document.querySelectorAll(".counters thead th").length`))
			assert.LessOrEqual(t, eval[int](b, `document.querySelector(".counters .scroll").scrollWidth - document.querySelector(".counters .scroll").clientWidth`), 0, "%d, %s", width, language)
		}
	}
	b.quiet()
}

// In German nothing of free play is English.
func TestFreePlayInGerman(t *testing.T) {
	english, german := catalogue(t, "en"), catalogue(t, "de")
	b := open(t)
	at := serve(t)
	for _, name := range []string{"two-stations-collide", "four-pairs"} {
		b.do(chromedp.EmulateViewport(1280, 900), chromedp.Navigate("about:blank"), chromedp.Navigate(at+"?lang=de#free="+name))
		b.until(ready)
		b.click("Ein Ereignis weiter")
		b.do(chromedp.KeyEvent("?"))
		for _, tab := range []string{"Netz", "Szenario", "Ereignisse", "Kurven", "Zahlen", "Teilen"} {
			b.click(tab)
			b.do(chromedp.Sleep(150 * time.Millisecond))
			shown := eval[string](b, `(() => { const all = [];
				for (const e of document.body.querySelectorAll("*")) {
					if (e.closest("[lang=en], #text, pre, #open") || e.tagName === "SCRIPT") continue;
					for (const a of ["aria-label", "title", "placeholder"]) if (e.hasAttribute(a)) all.push(e.getAttribute(a));
					for (const n of e.childNodes) if (n.nodeType === 3) all.push(n.data);
				}
				return "\n" + all.join("\n") + "\n"; })()`)
			for key, text := range english {
				// Words without arguments that the two languages do not share.
				if text != german[key] && !strings.Contains(text, "{") && !strings.Contains(strings.Join(values(german), "\n"), text) {
					assert.NotContains(t, shown, "\n"+text+"\n", "%s, %s: %s", name, tab, key)
				}
			}
		}
	}
	b.quiet()
}

func values(of map[string]string) (all []string) {
	for _, v := range of {
		all = append(all, v)
	}
	return all
}
