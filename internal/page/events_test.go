package page_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/internal/page"
)

// In free play the list has all events, those of one instant together; it is tied to the picture, can be narrowed to a station and
// to a kind, says what stations hear, and runs until the next of a kind.
func TestEvents(t *testing.T) {
	b := open(t)
	at := serve(t)
	b.do(chromedp.EmulateViewport(1280, 720), chromedp.Navigate(at+"#free=two-stations-collide"))
	b.until(ready)
	b.until(`!document.querySelector(".transport").innerText.includes("running")`)
	b.click("Events")
	b.until(`document.querySelectorAll(".instant").length > 10`)
	current := `document.querySelector(".instant[aria-current]")`
	b.until(current + `.innerText.includes("B detects a collision (4.2.3.2.4)")`)
	both := eval[string](b, current+`.innerText`)
	assert.Contains(t, both, "245 bt")
	for _, text := range []string{"A detects a collision", "A jams", "B detects a collision", "B jams"} {
		assert.Contains(t, both, text, "the events of one instant stand together")
	}
	b.shootIfAsked("events-1280")

	// A click goes to the instant, and a step in the picture moves the list.
	eval[bool](b, `([...document.querySelectorAll(".instant")].find((e) => e.innerText.includes("A draws 0 of 0 to 1")).click(), true)`)
	b.until(`document.querySelector("#now").innerText.startsWith("277 bt")`)
	b.until(current + `.innerText.includes("B draws 1 of 0 to 1: it waits 1 slot, until 789 bt")`)
	b.click("Step back an event")
	b.click("To the beginning")
	b.until(`!` + current + ` || ` + current + `.innerText.includes("0 bt")`)

	// Run until: a detection, a delivery, and no discard.
	eval[bool](b, `(document.querySelector("#until-collision").click(), true)`)
	b.until(`document.querySelector("#now").innerText.startsWith("245 bt")`)
	eval[bool](b, `(document.querySelector("#until-delivered").click(), true)`)
	b.until(`document.querySelector("#now").innerText.startsWith("2,057 bt")`)
	eval[bool](b, `(document.querySelector("#until-dropped").click(), true)`)
	b.until(`document.querySelector(".until").innerText.includes("There is no further one.")`)

	// One station, one kind.
	b.set("Kinds", "collisions")
	b.set("Station", "1")
	b.until(`(() => { const all = [...document.querySelectorAll(".instant .what span")]; return all.length > 0 && all.every((e) => /^B (detects|jams|discards)/.test(e.innerText)); })()`)
	eval[bool](b, `(document.querySelector("#until-station").click(), true)`)
	b.until(`document.querySelector("#now").innerText.startsWith("2,153 bt")`)

	// What stations hear.
	b.set("Kinds", "")
	b.set("Station", "-1")
	eval[bool](b, `(document.querySelector("#event-taps").click(), true)`)
	b.until(`document.querySelector(".events .list").innerText.includes("A has received a frame: frame 1 of B, 64 octets (4.2.9)")`)
	list := b.text(".events .list")
	assert.Contains(t, list, "hears nothing any more: its carrier falls")
	assert.Contains(t, list, "The signal of B reaches A")
	b.shootIfAsked("events-taps-1280")

	// The same in German, on a phone: nothing is wider than it.
	b.do(chromedp.EmulateViewport(360, 740), chromedp.Navigate(at+"?lang=de#free=lost-unseen"))
	b.until(ready)
	eval[bool](b, `(document.querySelector("#tab-events").click(), true)`)
	b.until(`document.querySelector(".events .list")?.innerText.includes("empfängt Rahmen 1 von")`)
	assert.LessOrEqual(t, eval[int](b, `document.documentElement.scrollWidth`), 360)
	b.shootIfAsked("events-360-de")
	b.quiet()
}

// A million events are listed in pieces: the list around any instant is there at once.
func TestAMillionEvents(t *testing.T) {
	b := tour(t)
	b.do(chromedp.EmulateViewport(1280, 720), chromedp.Navigate(serve(t)+page.Link(strings.Replace(lessonText(t, "saturated24-short"), "duration: 2s", "duration: 12s", 1))))
	b.until(ready)
	b.click("Events")
	b.until(`Number(document.querySelector(".transport").innerText.replace(/[^]*?([\d,]+) events[^]*/, "$1").replaceAll(",", "")) >= 1000000`)
	b.click("To the end")
	b.until(`document.querySelectorAll(".instant").length > 10 && parseFloat(document.querySelector(".instant[aria-current] .when")?.innerText.replaceAll(",", "")) > 9e7`)
	rows := eval[int](b, `document.querySelectorAll(".instant").length`)
	assert.Less(t, rows, 400)
	assert.Greater(t, rows, 10)
	first := eval[string](b, `document.querySelector(".instant .when").innerText`)
	b.click("Earlier events")
	b.until(`document.querySelector(".instant .when").innerText !== ` + quoted(first))
	before, _ := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSuffix(first, " bt"), ",", ""), 64)
	after, _ := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSuffix(eval[string](b, `document.querySelector(".instant .when").innerText`), " bt"), ",", ""), 64)
	assert.Less(t, after, before)
	b.quiet()
}
