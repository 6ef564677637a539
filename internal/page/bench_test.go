package page_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/page"
)

// How fast the page is in a real browser: make page-bench.
func TestPageBench(t *testing.T) {
	if os.Getenv("CSMACD_PAGE_BENCH") == "" {
		t.Skip("make page-bench measures the page")
	}
	b, at := open(t), serve(t)
	b.do(chromedp.EmulateViewport(1280, 800))
	say := func(format string, args ...any) { fmt.Printf(format+"\n", args...) }

	var first []float64
	for range 5 {
		began := time.Now()
		b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(at+page.Link(crowd(20))))
		b.until(ready)
		first = append(first, float64(time.Since(began).Milliseconds()))
	}
	say("first picture, 20 stations:     %s ms", figures(first))

	// Painting: the time that the script takes for a picture.
	painted := func() []float64 { return eval[[]float64](b, `document.querySelector("#diagram").painting.splice(0)`) }
	b.showing(at, crowd(20))
	painted()
	eval[bool](b, stepping)
	b.until(`globalThis.took`)
	steps := eval[[]float64](b, `took`)
	say("painting at a step, 20 stations: %s ms", figures(painted()))
	say("a step until it is painted:     %s ms, of which a picture of the screen takes up to 16.7", figures(steps))
	b.click("Play")
	b.do(chromedp.Sleep(3 * time.Second))
	say("painting at play, 20 stations:  %s ms, %.0f pictures a second", figures(painted()), b.frames())
	b.click("Play")
	for range 40 {
		b.do(chromedp.KeyEvent(kb.ArrowDown), chromedp.Sleep(30*time.Millisecond))
	}
	say("painting as the window moves:   %s ms", figures(painted()))

	for _, n := range []int{2, 5, 10} {
		b.showing(at, crowd(n))
		if n >= 7 {
			b.click("Rows") // on a diagram with overlaps
			b.do(chromedp.Sleep(300 * time.Millisecond))
		}
		corner := eval[[]float64](b, `(() => { const r = document.querySelector("#diagram").getBoundingClientRect(); return [r.left, r.top]; })()`)
		var x float64
		for _, r := range b.texts() {
			if strings.HasPrefix(r.Text, "h01"[:3]) && r.Y < 20 {
				x = corner[0] + r.X + r.W/2
			}
		}
		require.NotZero(t, x)
		y := corner[1] + 20
		b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, x, y, chromedp.ButtonLeft), chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x-10, y, chromedp.ButtonLeft))
		const previews = `+document.querySelector("#diagram").dataset.previews`
		// The page moves the pointer itself: a hundred messages a second to a browser are work for it as well. Each step is more
		// than a bit time of the cable, so that each asks for a picture of its own.
		eval[bool](b, fmt.Sprintf(`(() => { let k = 0; const c = document.querySelector("#diagram");
			globalThis.moving = setInterval(() => c.dispatchEvent(new PointerEvent("pointermove", { clientX: %g - 23 * k++ %% 115, clientY: %g, pointerId: 1, pointerType: "mouse", bubbles: true })), 5); return true; })()`, x-10, y))
		painted()
		count, began := eval[float64](b, previews), time.Now()
		b.do(chromedp.Sleep(3 * time.Second))
		eval[bool](b, `(clearInterval(moving), true)`)
		rate := (eval[float64](b, previews) - count) / time.Since(began).Seconds()
		say("dragging one of %2d stations:    %.0f recomputed pictures a second; one takes %s ms, painting %s", n, rate, figures(eval[[]float64](b, `document.querySelector("#diagram").previews`)), figures(painted()))
		b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, x-10, y, chromedp.ButtonLeft))
	}

	began := time.Now()
	b.showing(at, strings.Replace(lessonText(t, "saturated24-short"), "duration: 2s", "duration: 12s", 1))
	say("a million events, 24 stations:  run in %.1f s, %s", time.Since(began).Seconds(), b.text(".transport .small:last-of-type"))
	for _, window := range []string{"10000000000", "1000000000000"} {
		b.set("Window", window)
		b.do(chromedp.Sleep(time.Second))
		b.set("Speed of play", "10000000")
		painted()
		b.click("Play")
		b.do(chromedp.Sleep(300 * time.Millisecond))
		frames := b.frames()
		say("  a window of %4s ms at play:   %.0f pictures a second, painting %s ms", strings.TrimSuffix(window, "000000000"), frames, figures(painted()))
		b.click("Play")
	}
	b.quiet()
}

// stepping steps by a hundred bits, and keeps how long each takes until it is on the picture.
const stepping = `(async () => { const c = document.querySelector("#diagram"), took = [];
	for (let k = 0; k < 100; k++) {
		const before = c.dataset.frames, began = performance.now();
		document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", shiftKey: true, bubbles: true }));
		while (c.dataset.frames === before && performance.now() - began < 1000) await new Promise((done) => { const m = new MessageChannel(); m.port1.onmessage = done; m.port2.postMessage(0); });
		took.push(performance.now() - began);
	}
	globalThis.took = took; })(), true`

// figures returns the median and the 95th percentile of some times.
func figures(all []float64) string {
	if len(all) == 0 {
		return "none"
	}
	slices.Sort(all)
	return fmt.Sprintf("median %.1f, 95 %% within %.1f", all[len(all)/2], all[len(all)*95/100])
}
