package page_test

import (
	"context"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/page"
)

// The accessibility checker finds nothing to object to, in any mode, light or dark.
func TestAxeFindsNothing(t *testing.T) {
	axe, err := os.ReadFile("../../web/node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Skip("needs the front end's packages: npm ci in web")
	}
	b := open(t)
	at := serve(t)
	check := func(what string) {
		t.Helper()
		// A picture that is drawn anew is dim for a while, and its buttons with it.
		b.until(`[...document.querySelectorAll(".picture")].every((p) => p.getAttribute("aria-busy") !== "true" && getComputedStyle(p).opacity === "1")`)
		eval[any](b, `void (window.found = undefined, axe.run(document, {resultTypes: ["violations"]}).then((r) => { window.found = r.violations.flatMap((v) => v.nodes.map((n) => v.id + ": " + n.html.slice(0, 160) + " " + (n.any[0]?.message ?? ""))); }))`)
		b.until(`window.found !== undefined`)
		assert.Empty(t, eval[[]string](b, `window.found`), what)
	}
	for _, theme := range []string{"light", "dark"} {
		for _, hash := range []string{"lesson=two-collide", "lesson=plca", "lab=why-64-octets", "lab=server-never-up", "free"} {
			b.do(chromedp.Navigate("about:blank"), chromedp.EmulateViewport(1280, 720), chromedp.Navigate(at+"?theme="+theme+"#"+hash))
			b.until(ready)
			eval[any](b, "void "+string(axe))
			check(hash + ", " + theme)
			switch hash {
			case "lesson=plca": // with its figures
				b.press("#prediction button:nth-child(1)")
				b.until(`document.querySelector("#figures")`)
				check("figures, " + theme)
			case "lab=server-never-up":
				b.do(chromedp.EmulateViewport(390, 844))
				eval[any](b, `void (document.querySelector("#lang").value = "de", document.querySelector("#lang").dispatchEvent(new Event("change", {bubbles: true})))`)
				b.until(`document.documentElement.lang === "de"`)
				check("a phone, in German, " + theme)
				eval[any](b, `void (document.querySelector("#lang").value = "en", document.querySelector("#lang").dispatchEvent(new Event("change", {bubbles: true})))`)
				b.until(`document.documentElement.lang === "en"`)
			case "lesson=two-collide":
				b.press("#prediction button:nth-child(1)")
				b.press("#play")
				b.until(`document.querySelector("#prediction .verdict")`)
				b.press("#play")
				b.until(`document.querySelector("#question")`)
				b.press("#question .choices button")
				check("a question, " + theme)
				b.press("#all")
				check("all lessons, " + theme)
			case "free":
				for _, tab := range []string{"Scenario", "Charts", "Figures", "Share"} {
					b.click(tab)
					b.do(chromedp.Sleep(200 * time.Millisecond))
					check(tab + ", " + theme)
				}
			}
		}
	}
	b.quiet()
}

// Changes are undone, made again, and reset; they are there again on the next visit.
func TestChangesAreUndone(t *testing.T) {
	b := open(t)
	at := serve(t)
	b.do(chromedp.Navigate(at + "#free"))
	b.until(ready)
	seed := `document.querySelector("[aria-label=Seed]").value`
	first := eval[string](b, seed)
	for _, v := range []string{"7", "8"} {
		b.set("Seed", v)
		b.until(seed + ` === "` + v + `" && !document.querySelector("#back").disabled`)
	}
	b.press("#back")
	b.until(seed + ` === "7"`)
	b.press("#forward")
	b.until(seed + ` === "8" && document.querySelector("#forward").disabled`)
	assert.Equal(t, "two stations collide", eval[string](b, `document.querySelector("#open").selectedOptions[0].text`))
	b.press("#reset")
	b.until(seed + ` === ` + quoted(first) + ` && document.querySelector("#back").disabled`)
	b.press("#forward")
	b.until(seed + ` === "7"`)
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(at+"#free"))
	b.until(ready)
	b.until(seed + ` === "7"`)
	b.quiet()
}

// A link to a million stations is refused at once, with one sentence, and the page goes on.
func TestLinkWithAMillionStations(t *testing.T) {
	b := open(t)
	text := "name: x\nphy: 10base5\nduration: 1s\nstations:\n  - {name: \"s%d\", count: 1000000}\n"
	b.do(chromedp.Navigate(serve(t) + page.Link(text)))
	b.until(ready)
	b.until(`document.querySelector("#problems")?.innerText.startsWith("the page shows at most 10000 stations, and this scenario has 1000000")`)
	b.quiet()
}

// A page of an origin that the server names shows a lesson in a frame, without the header; no other page does.
func TestEmbedding(t *testing.T) {
	server, err := page.Listen("127.0.0.1:0")
	require.NoError(t, err)
	for _, wrong := range []string{"example.org", "https://example.org/x", "*", "https://a.example; script-src *", "ftp://example.org"} {
		require.ErrorIs(t, server.Embed(wrong), page.ErrOrigin, wrong)
	}
	require.NoError(t, server.Embed("https://moodle.example.org", "http://127.0.0.1:9"))
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx) }()
	defer func() { cancel(); require.NoError(t, <-ended) }()
	r, err := http.Get(server.URL())
	require.NoError(t, err)
	defer r.Body.Close()
	assert.True(t, strings.HasSuffix(r.Header.Get("Content-Security-Policy"), "frame-ancestors https://moodle.example.org http://127.0.0.1:9"))
	assert.Empty(t, r.Header.Get("X-Frame-Options"))
	_, _, header := ask(t, "GET", serve(t), nil)
	assert.True(t, strings.HasSuffix(header.Get("Content-Security-Policy"), "frame-ancestors 'none'"))
	http.DefaultClient.CloseIdleConnections()

	b := open(t)
	b.do(chromedp.EmulateViewport(800, 480), chromedp.Navigate(server.URL()+"?embed=1#lesson=two-collide"))
	b.until(ready)
	assert.False(t, eval[bool](b, `!!document.querySelector("header")`))
	b.quiet()
}

// The language is that of the address, then that of the browser, and the choice is kept. A projector has large text.
func TestLanguageAndSize(t *testing.T) {
	b := open(t)
	at := serve(t)
	b.do(chromedp.Navigate(at + "?lang=de"))
	b.until(ready)
	assert.Equal(t, "Zwei Rechner, ein Kabel", b.text(".lead h2"))
	b.set("Sprache", "en")
	b.until(`document.querySelector(".lead h2").innerText === "Two computers, one cable"`)
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(at))
	b.until(ready)
	assert.Equal(t, "Two computers, one cable", b.text(".lead h2"))
	small := eval[float64](b, `parseFloat(getComputedStyle(document.querySelector("#situation")).fontSize)`)
	eval[any](b, `void document.querySelector("#projector").click()`)
	b.until(`document.documentElement.dataset.projector === "true"`)
	assert.Greater(t, eval[float64](b, `parseFloat(getComputedStyle(document.querySelector("#situation")).fontSize)`), 1.3*small)
	b.do(chromedp.EmulateViewport(1280, 720))
	b.goTo("free")
	b.until(`document.querySelector(".tools")`)
	b.do(chromedp.Sleep(200 * time.Millisecond))
	assert.LessOrEqual(t, eval[float64](b, `document.querySelector("#diagram").getBoundingClientRect().bottom`), eval[float64](b, `document.querySelector(".tools").getBoundingClientRect().top`), "the picture lies on its tools")
	b.quiet()
}
