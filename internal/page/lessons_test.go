package page_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hand is how a student works: with the keys, or with a finger.
type hand struct {
	*browser
	press func(selector string) // what a button or a choice needs
}

// keys presses what it finds with the enter key.
func keys(b *browser) hand {
	return hand{b, func(selector string) {
		if eval[bool](b, `(() => { const e = document.querySelector(`+quoted(selector)+`); e?.focus(); return !!e && document.activeElement === e; })()`) {
			b.do(chromedp.KeyEvent("\r"))
		}
	}}
}

// finger taps in the middle of what it finds.
func finger(b *browser) hand {
	_, err := chromedp.Call(b.ctx, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
	require.NoError(b.t, err)
	return hand{b, func(selector string) {
		var at []float64
		for { // until it stands still: the page may be making room for a question
			was := at
			at = eval[[]float64](b, `(() => { const e = document.querySelector(`+quoted(selector)+`); e?.scrollIntoView({block: "center"}); const r = e?.getBoundingClientRect(); return r ? [r.left + r.width / 2, r.top + r.height / 2] : []; })()`)
			if len(at) == 0 {
				return // it has gone
			}
			if slices.Equal(at, was) {
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
		for _, kind := range []input.DispatchTouchEventType{input.DispatchTouchEventTypeTouchStart, input.DispatchTouchEventTypeTouchEnd} {
			p := input.DispatchTouchEventParams{Type: kind, TouchPoints: []*input.TouchPoint{}}
			if kind == input.DispatchTouchEventTypeTouchStart {
				p.TouchPoints = []*input.TouchPoint{{X: at[0], Y: at[1]}}
			}
			_, err := chromedp.Call(b.ctx, input.DispatchTouchEvent, p)
			require.NoError(b.t, err)
		}
	}}
}

// slide sets a slider, as arrow keys and fingers do: the change comes at the end.
func (h hand) slide(selector, value string) {
	h.t.Helper()
	h.until(`(() => { const e = document.querySelector(` + quoted(selector) + `); if (!e) return false; e.value = ` + quoted(value) + `; e.dispatchEvent(new Event("change", {bubbles: true})); return true; })()`)
	h.until(`document.querySelector(` + quoted(selector) + `).closest("label").querySelector("b").innerText === ` + quoted(value))
}

// pressUntil presses a button until the page shows that it has taken it: a press is lost if a question comes between
// the choice of the button and the press, or if the page moves it.
func (h hand) pressUntil(selector, taken string) {
	h.t.Helper()
	for end := time.Now().Add(3 * time.Minute); !eval[bool](h.browser, "!!("+taken+")"); {
		require.True(h.t, time.Now().Before(end), "%s was pressed in vain", selector)
		h.press(selector)
		for wait := time.Now().Add(2 * time.Second); time.Now().Before(wait) && !eval[bool](h.browser, "!!("+taken+")"); {
			time.Sleep(20 * time.Millisecond)
		}
	}
}

// choose presses one of the variants of a lesson.
func (h hand) choose(variant string) {
	h.t.Helper()
	button := ".variants button:nth-child(" + variant + ")"
	h.pressUntil(button, `document.querySelector(`+quoted(button+"[aria-pressed=true]")+`)`)
}

// hurry makes time in the picture pass six times as fast, with as many frames of the screen: as on a machine that paints
// only ten of them a second. The fastest pace of the page takes a minute for the longest lesson.
func (b *browser) hurry() {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{
		Source: `{ const real = requestAnimationFrame; window.requestAnimationFrame = (paint) => real((at) => paint(6 * at)); }`})
	require.NoError(b.t, err)
}

// extra is what a lesson asks for besides playing, by the number of the step.
var extra = map[string]map[int]func(hand){
	"one-frame": {5: func(h hand) { h.slide("#try-place", "60") }},
	"why-64":    {2: func(h hand) { h.slide("#try-length", "500") }, 3: func(h hand) { h.slide("#try-length", "600"); h.slide("#try-size", "128") }},
	"gap":       {3: func(h hand) { h.choose("2") }},
	"load":      {2: func(h hand) { h.choose("2") }, 3: func(h hand) { h.choose("3") }},
	"place":     {3: func(h hand) { h.choose("2") }},
	"hub":       {3: func(h hand) { h.choose("2") }},
	"aloha":     {2: func(h hand) { h.choose("2") }, 3: func(h hand) { h.choose("3") }},
	"plca":      {3: func(h hand) { h.choose("2") }},
	"free":      {2: func(h hand) { h.slide("#try-place", "30") }},
}

// state is what a student sees of a lesson.
type state struct {
	Done     int    // the number of steps before the first that is not done
	Of       int    // the number of steps
	Asked    string // the kind of a question that has not been answered
	Right    int    // its right answer
	Answered bool   // a question has been answered
	Good     bool   // rightly
	Wanted   bool   // a draw is asked for
	Playing  bool
}

const look = `(() => {
	const all = [...document.querySelectorAll(".steps li")], open = all.findIndex((e) => !e.classList.contains("done")), q = document.querySelector("#question");
	return {Done: open < 0 ? all.length : open, Of: all.length, Asked: q && !q.querySelector(".verdict") ? q.dataset.kind : "", Right: q ? +q.dataset.right : 0, Answered: !!q?.querySelector(".verdict"), Good: !!q?.querySelector(".verdict.good"),
		Wanted: !!document.querySelector(".wanted"), Playing: document.querySelector("#play").dataset.playing === "true"};
})()`

// do does a lesson to the end, and returns the kinds of questions on the way.
func (h hand) do(lesson string) (asked []string) {
	h.t.Helper()
	h.until(`document.querySelector("#lesson")?.dataset.lesson === ` + quoted(lesson) + ` && ` + ready)
	for range 6 {
		h.press(".paces button:last-child")
	}
	helped := -1
	for end := time.Now().Add(8 * time.Minute); ; time.Sleep(30 * time.Millisecond) {
		if time.Now().After(end) {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.t.Fatalf("%s is not done: %+v; the console: %v; the page: %s", lesson, eval[state](h.browser, look), h.errors, eval[string](h.browser, "document.body.innerText"))
		}
		s := eval[state](h.browser, look)
		help := extra[lesson][s.Done]
		switch {
		case s.Done == s.Of:
			return asked
		case lesson == "free" && s.Done == 3:
			h.pressUntil("#next", `location.hash.startsWith("#s=") && document.querySelector("#mode-free[aria-current]")`)
			return asked
		case s.Done == 0:
			h.press("#prediction button:nth-child(2)")
		case s.Asked != "":
			asked = append(asked, s.Asked)
			h.press("#question .choices button:nth-child(" + string(rune('1'+s.Right)) + ")")
		case s.Answered && !s.Good:
			h.t.Fatalf("%s: the right answer is not right", lesson)
		case s.Wanted:
			h.press(".wanted .pick:nth-child(" + string(rune('1'+len(asked)%2)) + ")")
			asked = append(asked, "draw")
			time.Sleep(100 * time.Millisecond)
		case help != nil && helped != s.Done:
			helped = s.Done
			help(h)
			time.Sleep(300 * time.Millisecond)
		case !s.Playing:
			h.press("#play")
			time.Sleep(50 * time.Millisecond)
		}
	}
}

var lessonIDs = []string{"one-frame", "two-collide", "why-64", "backoff", "gap", "capture", "sixteen", "late", "load", "place", "hub", "aloha", "plca", "free"}

// A student does every lesson with the keyboard alone, from the first to free play. Before the first collision, draw,
// deference and discard the page asks what comes next.
func TestLessonsByKeyboard(t *testing.T) {
	b := tour(t)
	b.hurry()
	b.do(chromedp.EmulateViewport(1280, 720), chromedp.Navigate(serve(t)+"?lang=en"))
	h, asked := keys(b), map[string]bool{}
	for _, id := range lessonIDs {
		b.goTo("lesson=" + id)
		began := time.Now()
		for _, kind := range h.do(id) {
			asked[kind] = true
		}
		t.Logf("%s: %v", id, time.Since(began))
		if id != "free" {
			b.until(`document.querySelector(".learned")`)
			assert.True(t, eval[bool](b, `document.querySelector("#prediction .verdict, #question") !== null`), id)
			assert.LessOrEqual(t, eval[float64](b, `document.documentElement.scrollWidth - innerWidth`), 0.0, "%s: wider than the window", id)
		}
		if id == "place" { // what the lesson says is so
			got := eval[[]float64](b, `[...document.querySelectorAll("#figures tbody tr")].slice(0, 2).flatMap((r) => [...r.querySelectorAll("td")].map((e) => +e.innerText.replace(/,/g, "")))`)
			require.Len(t, got, 4) // the lone one at 2,500 m and 250 m, and the mean of the others
			assert.Less(t, got[0], 0.75*got[2])
			assert.Greater(t, got[1], 0.9*got[3])
		}
	}
	for _, kind := range []string{"collision", "backoff", "defer", "dropped", "draw"} {
		assert.True(t, asked[kind], "nothing asks about %s", kind)
	}
	b.goTo("lesson=one-frame")
	b.until(`document.querySelector("#score")?.innerText.includes("right")`)
	assert.Equal(t, float64(len(lessonIDs)), eval[float64](b, `Object.keys(JSON.parse(localStorage.getItem("csmacd.progress")).done).length`))
	b.quiet()
}

// Space does in a lesson what the large button does: it plays, which is a step of the first lessons, and goes on after a question.
func TestSpacePlaysALesson(t *testing.T) {
	b := open(t)
	b.hurry()
	b.do(chromedp.EmulateViewport(1280, 720), chromedp.Navigate(serve(t)+"?lang=en#lesson=two-collide"))
	b.until(ready)
	b.do(chromedp.KeyEvent("2"))
	b.do(chromedp.KeyEvent(" "))
	b.until(`document.querySelector("#play").innerText.includes("Go on")`) // it rests, to be read
	b.do(chromedp.KeyEvent(" "))
	b.until(`document.querySelector("#question")`)
	assert.Regexp(t, `✓\s+Press Play`, b.text(".todo"))
	b.do(chromedp.KeyEvent("1"))
	b.until(`document.querySelector("#question .verdict")`)
	b.do(chromedp.KeyEvent(" "))
	b.until(`!document.querySelector("#question .verdict")`) // there may be another question by now
}

// A lesson does not tell the future: no step is checked off, and no backoff is asked for, before its instant.
func TestLessonsGiveNothingAway(t *testing.T) {
	if racing {
		t.Skip("the race detector sees nothing of what a browser does: run it without -race")
	}
	b := open(t)
	b.do(chromedp.EmulateViewport(1280, 720), chromedp.Navigate(serve(t)+"?lang=en#lesson=plca"))
	b.until(ready)
	b.do(chromedp.Sleep(300 * time.Millisecond))
	assert.Equal(t, "Choose what you think.", b.text(".steps"))
	assert.Contains(t, b.text(".later"), "3 more steps")
	b.goTo("lesson=backoff")
	b.until(`document.querySelector("#lesson")?.dataset.lesson === "backoff" && ` + ready)
	h := keys(b)
	h.press("#prediction button:nth-child(2)")
	for range 6 {
		h.press(".paces button:last-child")
	}
	for end := time.Now().Add(time.Minute); eval[state](b, look).Asked == "" && time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if !eval[state](b, look).Playing { // on a busy machine a press may come before the page has taken the last one
			h.press("#play")
		}
	}
	b.until(`document.querySelector("#question")`)
	assert.False(t, eval[bool](b, `!!document.querySelector(".wanted")`), "the question is whether there will be a collision")
	for end := time.Now().Add(time.Minute); !eval[bool](b, `!!document.querySelector(".wanted")`) && time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if s := eval[state](b, look); s.Asked != "" {
			h.press("#question .choices button:nth-child(1)")
		} else if !s.Playing {
			h.press("#play")
		}
	}
	assert.Contains(t, b.text(".wanted"), "A has to back off at 132 bt, after collision 1 of its frame.")
	b.quiet()
}

// A student does lessons on a phone, with a finger, in the dark and in German: those that between them have all that a finger
// does. By the keyboard every lesson is done.
func TestLessonsByTouch(t *testing.T) {
	b := tour(t)
	b.hurry()
	b.do(chromedp.EmulateViewport(390, 844), chromedp.Navigate(serve(t)+"?lang=de&theme=dark"))
	h := finger(b)
	for _, id := range []string{"one-frame", "two-collide", "backoff", "gap", "aloha", "plca", "free"} {
		b.goTo("lesson=" + id)
		h.do(id)
		if id != "free" {
			b.until(`document.querySelector(".learned")`)
			assert.LessOrEqual(t, eval[float64](b, `document.documentElement.scrollWidth - innerWidth`), 0.0, "%s: wider than the screen", id)
		}
	}
	b.quiet()
}

// The catalogue is whole in both languages: each lesson has a title, three predictions and as many steps as are checked,
// and no key stands where a text should.
func TestLessonsAreWhole(t *testing.T) {
	b := open(t)
	at := serve(t)
	for _, lang := range []string{"en", "de"} {
		b.do(chromedp.Navigate("about:blank"), chromedp.EmulateViewport(360, 740), chromedp.Navigate(at+"?lang="+lang))
		for _, id := range lessonIDs {
			b.goTo("lesson=" + id)
			b.until(`document.querySelector("#lesson")?.dataset.lesson === ` + quoted(id) + ` && ` + ready)
			assert.Equal(t, 3, eval[int](b, `document.querySelectorAll("#prediction .choices button").length`), id)
			assert.NotContains(t, eval[string](b, `document.body.innerText`), "lesson.", "%s in %s", id, lang)
			assert.Equal(t, lang, eval[string](b, `document.documentElement.lang`))
			steps := eval[string](b, `document.querySelector(".steps").innerText`)
			assert.False(t, strings.Contains(steps, "undefined"), id)
			assert.LessOrEqual(t, eval[float64](b, `document.documentElement.scrollWidth - innerWidth`), 0.0, "%s in %s: wider than the screen", id, lang)
			assert.Empty(t, eval[[]string](b, cut), "%s in %s: cut or covered", id, lang)
		}
	}
	b.quiet()
}

// cut lists the texts of the lesson that are wider than the place that they have, or that another text covers.
const cut = `(() => {
	const wrong = [], all = [...document.querySelectorAll("#lesson p, #lesson li, #lesson h2, #lesson h3, #lesson .choices button, #lesson .dock button, #lesson a, header a")].filter((e) => e.offsetParent);
	for (const e of all) if (e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline") wrong.push("cut: " + e.innerText);
	const blocks = [...document.querySelectorAll("#lesson > *, #lesson .stage > *")].filter((e) => e.offsetParent && !e.matches(".stage, .dock") && getComputedStyle(e).display !== "contents").map((e) => [e, e.getBoundingClientRect()]);
	for (const [a, r] of blocks) for (const [b, s] of blocks) if (a !== b && !a.contains(b) && !b.contains(a) && r.left < s.right - 1 && s.left < r.right - 1 && r.top < s.bottom - 1 && s.top < r.bottom - 1) wrong.push("covered: " + a.className + " and " + b.className);
	return wrong;
})()`
