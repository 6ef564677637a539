package page_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/page"
)

// crowd is a scenario of a number of stations with frames to send all the time.
func crowd(n int) string {
	return fmt.Sprintf("name: %d stations\nphy: 10base5\nseed: 3\nmedium: {kind: bus, length: 1500m}\nduration: 20ms\nstations:\n  - {name: \"h%%02d\", count: %d, from: 0m, spacing: %.3fm, traffic: {kind: saturated, size: 64, to: random}}\n", n, n, 1500/float64(max(n-1, 1))-0.001)
}

func lessonText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../testdata/scenarios/" + name + ".yaml")
	require.NoError(t, err)
	return string(text)
}

// showing opens a scenario, and waits until it has run.
func (b *browser) showing(at, text string) {
	b.t.Helper()
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(at+page.Link(text)))
	b.until(ready)
	b.until(`!document.querySelector(".transport").innerText.includes("running")`)
}

// rectangle is where a text stands on the picture.
type rectangle struct {
	X, Y, W, H float64
	Text       string
}

// texts returns what is written on the picture.
func (b *browser) texts() []rectangle {
	b.t.Helper()
	return eval[[]rectangle](b, `document.querySelector("#diagram").texts`)
}

// says waits until a text stands on the picture.
func (b *browser) says(text string) {
	b.t.Helper()
	b.until(`document.querySelector("#diagram").texts.some((r) => r.text === ` + quoted(text) + `)`)
}

// instant goes to an instant, in bit times, by the timeline.
func (b *browser) instant(bits float64) {
	b.t.Helper()
	b.until(fmt.Sprintf(`(() => { const e = document.querySelector(".timeline"), p = document.querySelector("#now"); if (!e) return false;
		const until = document.querySelector(".transport .small:last-of-type").innerText.match(/([\d.,]+) (µs|ms|s)$/), us = parseFloat(until[1].replace(/,/g, "")) * { "µs": 1, ms: 1e3, s: 1e6 }[until[2]];
		e.value = String(%g / 10 / us * 1000); e.dispatchEvent(new Event("input", {bubbles: true})); return !!p; })()`, bits))
	b.do(chromedp.Sleep(80 * time.Millisecond)) // until it is painted
}

// spots returns what computes the place on the screen of a station's line, moved by some pixels, at an instant in bit
// times of the window that is shown.
func (b *browser) spots() func(station string, by, bits float64) (x, y float64) {
	b.t.Helper()
	columns := map[string]float64{}
	var names, places []rectangle // from left to right: each place stands below its station's line
	var ticks [][2]float64
	all := b.texts()
	for k, r := range all {
		if r.Y < 10 {
			names = append(names, r)
		} else if r.Y > 70 && r.Y < 82 && r.X > 84 {
			places = append(places, r)
		}
		// A time of the axis has the same in seconds below it.
		if k+1 < len(all) && r.X < 84 && strings.HasSuffix(all[k+1].Text, "s") && all[k+1].X < 84 {
			var at float64
			_, err := fmt.Sscanf(strings.ReplaceAll(r.Text, ",", ""), "%g bt", &at)
			if err == nil {
				ticks = append(ticks, [2]float64{at, r.Y + r.H/2 + 6})
			}
		}
	}
	require.GreaterOrEqual(b.t, len(ticks), 2)
	require.Len(b.t, places, len(names))
	for k := range names {
		columns[names[k].Text] = places[k].X + places[k].W/2
	}
	a, z := ticks[0], ticks[len(ticks)-1]
	at := eval[[]float64](b, `(() => { const r = document.querySelector("#diagram").getBoundingClientRect(); return [r.left, r.top]; })()`)
	return func(station string, by, bits float64) (x, y float64) {
		require.NotZero(b.t, columns[station], station)
		return at[0] + columns[station] + by, at[1] + a[1] + (bits-a[0])*(z[1]-a[1])/(z[0]-a[0])
	}
}

// A card says what is under the pointer, whose it is, from when to when, and by which clause; one that is clicked stays,
// and leads to the instants that it names.
func TestCardsExplain(t *testing.T) {
	b := open(t)
	b.do(chromedp.EmulateViewport(1280, 900))
	b.showing(serve(t), lessonText(t, "two-stations-collide"))
	b.instant(1900)
	hover := func(x, y float64, want ...string) {
		t.Helper()
		b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y, chromedp.ButtonNone))
		card := ""
		for range 40 { // until it is that of this point
			if card = eval[string](b, `document.querySelector("#card")?.innerText ?? "no card"`); strings.Contains(card, want[len(want)-1]) {
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
		for _, w := range want {
			assert.Contains(t, card, w)
		}
	}
	at := b.spots()
	x, y := at("A", 40, 130)
	hover(x, y, "Frame 1 of A", "64 octets, first attempt", "A sends it from 64 bt to 245 bt: 181 bt.", "It passes this place", "Its sender detected a collision at 245 bt", "IEEE 802.3, 3.1.1")
	x, y = at("A", 0, 245)
	hover(x, y, "A detects a collision", "a signal of B reaches it: 245 bt after its first bit", "It jams from 245 bt to 277 bt.", "4.2.3.2.4")
	x, y = at("A", 4, 420)
	hover(x, y, "A defers", "From 0 bt to 522 bt: 522 bt.", "4.2.3.2.1")
	x, y = at("A", 4, 550)
	hover(x, y, "Gap of A, part 1", "From 522 bt to 586 bt", "4.2.3.2.2")
	x, y = at("B", 15, 600)
	hover(x, y, "Backoff of B", "After collision 1 of frame 1, B drew 1 from 0 to 1: it waits 1 slot of 512 bt.", "4.2.3.2.5")
	ax, ay := at("A", 0, 300)
	bx, _ := at("B", 0, 300)
	hover((ax+bx)/2, ay, "Collision", "the signals of A and B overlap", "A detects the collision at 245 bt.", "B detects the collision at 245 bt.")
	x, y = at("B", 0, 2057)
	b.instant(2600)
	hover(x, y, "B receives a frame", "B receives frame 1 of A whole: 64 octets.", "4.2.9")

	// The cable at the present: nothing at 600, a station, the terminator.
	b.instant(600)
	top := eval[float64](b, `document.querySelector("#diagram").getBoundingClientRect().top`)
	hover((ax+bx)/2, top+63, "Cable", "245 bt long")
	hover(ax, top+20, "A", "Now, at 600 bt: gap: 18 bt left.", "Its place is 0 bt")
	b.instant(700)
	hover((ax+bx)/2-200, top+63, "Preamble of A", "4.2.5")

	// Clicked, it stays.
	x, y = at("A", 40, 1600)
	b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, x, y, chromedp.ButtonLeft), chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, x, y, chromedp.ButtonLeft))
	b.until(`document.querySelector("#card.pinned")?.innerText.includes("attempt 3")`)
	b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x+100, y+100, chromedp.ButtonNone), chromedp.Sleep(50*time.Millisecond))
	assert.True(t, eval[bool](b, `document.querySelector("#card").innerText.includes("attempt 3")`))
	b.click("Go to its end")
	b.until(`document.querySelector("#now").innerText.startsWith("1,812 bt")`)
	b.do(chromedp.KeyEvent(kb.Escape))
	b.until(`!document.querySelector("#card.pinned")`)

	// The keyboard goes through what the picture shows.
	b.do(chromedp.Focus(chromedp.CSS("#diagram")), chromedp.KeyEvent("."))
	b.until(`document.querySelector("#card.pinned .clause")`)
	seen := map[string]bool{}
	for range 60 {
		seen[b.text("#card b")] = true
		b.do(chromedp.KeyEvent("."), chromedp.Sleep(10*time.Millisecond))
	}
	for _, title := range []string{"Preamble of A", "Jam of B", "A detects a collision", "B has a frame to send", "Backoff of B", "A waits", "A receives a frame", "Gap of B, part 2"} {
		assert.Contains(t, seen, title)
	}

	// And a finger.
	b.do(chromedp.KeyEvent(kb.Escape))
	x, y = at("A", 4, 420)
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		_, err := chromedp.Call(b.ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
		require.NoError(t, err)
	}
	touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
	touch(input.DispatchTouchEventTypeTouchEnd)
	b.until(`document.querySelector("#card.pinned b")?.innerText === "A defers"`)
	b.quiet()
}

// The cable shows at each instant what each station does.
func TestStationsHaveStates(t *testing.T) {
	b := open(t)
	b.do(chromedp.EmulateViewport(1280, 900))
	b.showing(serve(t), lessonText(t, "two-stations-collide"))
	for _, c := range []struct {
		at   float64
		a, b string
	}{
		{30, "sends preamble", "sends preamble"}, {100, "sends frame 1", "sends frame 1"}, {260, "jams", "jams"}, {400, "hears B", "hears A; waits 1 slot"},
		{540, "gap: 78 bt left", "gap 78 bt; waits 1 slot"}, {700, "sends frame 1, attempt 2", "waits 1 slot (from 0 to 1)"}, {1400, "sends frame 1, attempt 3", "gap 7 bt; waits 2 slots"}, {1450, "sends frame 1, attempt 3", "waits 1 slot (from 0 to 3)"},
		{2000, "idle", "hears A"}, {2200, "idle", "sends preamble, attempt 3"}, {2960, "hears B", "idle"},
	} {
		b.instant(c.at)
		b.until(fmt.Sprintf(`document.querySelector("#now").innerText.replace(",", "").startsWith("%g bt")`, c.at))
		b.do(chromedp.Sleep(60 * time.Millisecond))
		got := eval[[]string](b, `(() => { const at = (name) => { const all = document.querySelector("#diagram").texts, n = all.find((r) => r.text === name && r.y < 30), m = n && n.x + n.w / 2; return n && all.find((r) => r.y > 20 && r.y < 40 && Math.abs(r.x + r.w / 2 - m) < 2)?.text; };
			return [at("A") ?? "", at("B") ?? ""]; })()`)
		assert.Equal(t, []string{c.a, c.b}, got, "%g bit times", c.at)
	}
	b.quiet()
}

// No text of the picture stands on another or is cut, whatever it shows and however large it is.
func TestTextsDoNotOverlap(t *testing.T) {
	b, at := tour(t), serve(t)
	for name, text := range map[string]string{"two": lessonText(t, "two-stations-collide"), "sixteen": lessonText(t, "sixteen-collisions"), "five": crowd(5), "24": crowd(24), "200": crowd(200),
		"plca": lessonText(t, "plca"), "hub": lessonText(t, "hub"), "path": lessonText(t, "four-pairs")} {
		b.showing(at, text)
		for _, width := range []int64{360, 820, 1280, 1920} {
			b.do(chromedp.EmulateViewport(width, 800))
			b.until(fmt.Sprintf(`(() => { const c = document.querySelector("#diagram"); return Math.round(c.clientWidth) > %d / 3 && c.width === Math.round(c.clientWidth * devicePixelRatio); })()`, width))
			for range 6 {
				b.click("Step an event")
				b.do(chromedp.Sleep(40 * time.Millisecond))
				texts := b.texts()
				assert.Greater(t, len(texts), 4, name)
				wide, high := eval[float64](b, `document.querySelector("#diagram").clientWidth`), eval[float64](b, `document.querySelector("#diagram").clientHeight`)
				for k, r := range texts { // many thousand pairs, which package assert would be slow with
					if r.X < 0 || r.Y < 0 || r.X+r.W > wide+0.6 || r.Y+r.H > high+0.6 {
						t.Errorf("%s, %d pixels: %v is cut", name, width, r)
					}
					for _, o := range texts[:k] {
						if r.X < o.X+o.W && o.X < r.X+r.W && r.Y < o.Y+o.H && o.Y < r.Y+r.H {
							t.Errorf("%s, %d pixels: %v is on %v", name, width, r, o)
						}
					}
				}
			}
		}
	}
	b.quiet()
}

// From seven stations on each has a row, and the rows scroll; fewer can have them as well.
func TestManyStationsHaveRows(t *testing.T) {
	b, at := open(t), serve(t)
	b.do(chromedp.EmulateViewport(1280, 800))
	b.showing(at, crowd(200))
	b.says("h00")
	box := eval[[]float64](b, `(() => { const r = document.querySelector("#diagram").getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; })()`)
	for range 40 {
		eval[bool](b, fmt.Sprintf(`document.querySelector("#diagram").dispatchEvent(new WheelEvent("wheel", {clientX: %g, clientY: %g, deltaY: 200, cancelable: true}))`, box[0], box[1]))
	}
	b.until(`document.querySelector("#diagram").texts.some((r) => r.text === "h199" && r.x < 30) && !document.querySelector("#diagram").texts.some((r) => r.text === "h00" && r.x < 30)`)
	// A row tells what its station does, and a card what is in it.
	b.until(`document.querySelector("#diagram").texts.some((r) => r.x < 190 && r.y > 90 && /^(hears|sends|waits|gap|idle|jams)/.test(r.text))`)
	b.do(chromedp.Focus(chromedp.CSS("#diagram")), chromedp.KeyEvent(kb.PageUp), chromedp.KeyEvent(kb.PageUp))
	b.until(`!document.querySelector("#diagram").texts.some((r) => r.text === "h199" && r.x < 30)`)
	b.showing(at, lessonText(t, "two-stations-collide"))
	b.click("Rows")
	b.until(`document.querySelector("#diagram").texts.some((r) => r.text === "frame 1" && r.x > 100)`)
	b.quiet()
}

// Idle time is folded: the picture says how much it leaves out, and shows it on demand.
func TestIdleTimeIsFolded(t *testing.T) {
	b := open(t)
	b.do(chromedp.EmulateViewport(1280, 800))
	b.showing(serve(t), "name: idle\nphy: 10base5\nmedium: {kind: bus, length: 500m}\nduration: 2ms\nstations:\n  - {name: A, at: 0m, traffic: {kind: frames, starts: [0s, 200us], size: 64, to: B}}\n  - {name: B, at: 500m}\n")
	b.until(`document.querySelector("#diagram").texts.some((r) => /^[\d,.]+ bt idle$/.test(r.text))`)
	folded := eval[string](b, `document.querySelector("#diagram").texts.find((r) => r.text.endsWith(" idle")).text`)
	x, y := 0.0, 0.0
	for _, r := range b.texts() {
		if r.Text == folded {
			x, y = r.X+r.W/2, r.Y+r.H/2
		}
	}
	at := eval[[]float64](b, `(() => { const r = document.querySelector("#diagram").getBoundingClientRect(); return [r.left, r.top]; })()`)
	b.instant(2200)
	b.do(chromedp.Sleep(100*time.Millisecond), chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0]+x, at[1]+y, chromedp.ButtonNone))
	b.until(`document.querySelector("#card")?.innerText.includes("Nothing is on the medium for ` + strings.TrimSuffix(folded, " idle") + `")`)
	b.click("Fold idle time")
	b.until(`!document.querySelector("#diagram").texts.some((r) => r.text.endsWith(" idle"))`)
	b.quiet()
}

// While a hand drags a station, the picture is that of the run to come, and the cable keeps its length; its end is
// dragged by itself.
func TestDraggingRecomputes(t *testing.T) {
	b := open(t)
	b.do(chromedp.EmulateViewport(1280, 900))
	b.showing(serve(t), lessonText(t, "two-stations-collide"))
	at := eval[[]float64](b, `(() => { const r = document.querySelector("#diagram").getBoundingClientRect(); return [r.left, r.top]; })()`)
	var x float64
	for _, r := range b.texts() {
		if r.Text == "B" {
			x = at[0] + r.X + r.W/2
		}
	}
	y := at[1] + 20
	b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, x, y, chromedp.ButtonLeft))
	for k := range 50 {
		b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x-float64(4*k), y, chromedp.ButtonLeft))
	}
	b.until(`+document.querySelector("#diagram").dataset.previews >= 5`)
	// The place beside the tap is that under the hand, and so are the states; the text is as it was.
	b.until(`document.querySelector("#diagram").texts.some((r) => r.y > 70 && r.y < 95 && /^1\d\d bt$/.test(r.text))`)
	b.do(chromedp.Sleep(300 * time.Millisecond)) // until the last picture
	shown := eval[string](b, `document.querySelector("#diagram").texts.find((r) => r.y > 70 && r.y < 95 && /^1\d\d bt$/.test(r.text)).text`)
	assert.Equal(t, "245", eval[string](b, `document.querySelector("[aria-label='Place of B, bit times']").value`))
	b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, x-196, y, chromedp.ButtonLeft))
	b.until(`document.querySelector("[aria-label='Place of B, bit times']").value === ` + quoted(strings.TrimSuffix(shown, " bt")))
	assert.Equal(t, "245", eval[string](b, `document.querySelector("[aria-label='Cable, bt']").value`))

	// The terminator stands right of the last place. Where the page has moved the picture meanwhile, the hand has missed it, and tries again.
	const short = `+document.querySelector("[aria-label='Cable, bt']").value < 240`
	for try := 0; !eval[bool](b, short) && try < 20; try++ {
		at = eval[[]float64](b, `(() => { const r = document.querySelector("#diagram").getBoundingClientRect(); return [r.left, r.top]; })()`)
		end := at[0] + eval[float64](b, `(() => { const c = document.querySelector("#diagram"); return c.clientWidth; })()`) - 60 - 18 + 5
		b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, end, at[1]+63, chromedp.ButtonLeft))
		for k := range 30 {
			b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, end-float64(3*k), at[1]+63, chromedp.ButtonLeft))
		}
		b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, end-87, at[1]+63, chromedp.ButtonLeft))
		b.do(chromedp.Sleep(time.Second))
	}
	b.until(short)
	assert.Equal(t, strings.TrimSuffix(shown, " bt"), eval[string](b, `document.querySelector("[aria-label='Place of B, bit times']").value`), "the station stays")
	b.quiet()
}

// Another run stands behind the picture, at the same times.
func TestRunsAreCompared(t *testing.T) {
	b := open(t)
	b.do(chromedp.EmulateViewport(1280, 900))
	b.showing(serve(t), lessonText(t, "two-stations-collide"))
	b.click("Keep this run to compare")
	b.set("Place of B, bit times", "100")
	b.until(`document.querySelector("#diagram").texts.some((r) => r.text === "100 bt" && r.y < 100)`)
	b.until(`document.querySelector("#diagram").dataset.behind === "two stations collide"`)
	b.until(`(() => { const e = document.querySelector("#compare"); e.value = ""; e.dispatchEvent(new Event("change", {bubbles: true})); return true; })()`)
	b.until(`document.querySelector("#diagram").dataset.behind === ""`)
	b.until(`(() => { const e = document.querySelector("#compare"); e.value = "last"; e.dispatchEvent(new Event("change", {bubbles: true})); return true; })()`)
	b.until(`document.querySelector("#diagram").dataset.behind === "two stations collide"`)
	b.quiet()
}

// Screenshots of the picture, for a person to look at: CSMACD_SHOTS=DIR go test ./internal/page -run PictureShots
func TestPictureShots(t *testing.T) {
	folder := os.Getenv("CSMACD_SHOTS")
	if folder == "" {
		t.Skip("CSMACD_SHOTS=DIR takes screenshots for a person to look at")
	}
	b, at := open(t), serve(t)
	scenarios := map[string]string{"two": lessonText(t, "two-stations-collide"), "sixteen": lessonText(t, "sixteen-collisions"), "five": crowd(5), "ten": crowd(10), "24": crowd(24), "200": crowd(200),
		"plca": lessonText(t, "plca"), "hub": lessonText(t, "hub"), "path": lessonText(t, "four-pairs"), "capture": lessonText(t, "capture-effect")}
	only := os.Getenv("CSMACD_ONLY")
	for name, text := range scenarios {
		for _, width := range []int64{360, 820, 1280, 1920} {
			for _, dark := range []bool{false, true} {
				id := fmt.Sprintf("%s-%d-%v", name, width, map[bool]string{false: "light", true: "dark"}[dark])
				if only != "" && !strings.Contains(" "+only+" ", " "+id+" ") {
					continue
				}
				b.do(chromedp.EmulateViewport(width, map[int64]int64{360: 740, 820: 1100, 1280: 800, 1920: 1080}[width]))
				b.showing(at, text)
				if eval[bool](b, `document.documentElement.dataset.theme === "dark"`) != dark {
					b.press("#dark")
				}
				b.do(chromedp.Sleep(400 * time.Millisecond))
				b.shoot(folder, "picture-"+id)
			}
		}
	}
	b.quiet()
}
