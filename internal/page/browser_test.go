package page_test

import (
	"context"
	"encoding/json"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/page"
)

// browser is a tab of a real browser.
type browser struct {
	t   *testing.T
	ctx context.Context

	mu     sync.Mutex
	errors []string // of its console
	asked  []string // addresses that it has asked for
}

var chromium = sync.OnceValue(func() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
})

// open starts a browser. It skips the test if Chromium is not installed.
func open(t *testing.T) *browser {
	t.Helper()
	t.Parallel() // a test waits for its browser most of the time
	if chromium() == "" {
		if os.Getenv("CI") != "" {
			t.Fatal("no Chromium: install the package chromium")
		}
		t.Skip("needs Chromium (Debian's package chromium)")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chromium()), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("lang", "en-US"), chromedp.Flag("disable-component-update", true), chromedp.UserDataDir(t.TempDir()))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	b := &browser{t: t, ctx: ctx}
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate("about:blank")))
	require.NoError(t, chromedp.Listen(ctx, b.hear))
	for _, enable := range []cdp.Command[cdp.Empty, cdp.Empty]{log.Enable, runtime.Enable} {
		_, err := chromedp.Call(ctx, enable, cdp.Empty{})
		require.NoError(t, err)
	}
	_, err := chromedp.Call(ctx, network.Enable, network.EnableParams{})
	require.NoError(t, err)
	return b
}

// tour is open for a test that goes through all of the page, which takes minutes.
func tour(t *testing.T) *browser {
	t.Helper()
	touring(t)
	return open(t)
}

func touring(t *testing.T) {
	t.Helper()
	if os.Getenv("CSMACD_TEST_TOURS") == "" {
		t.Skip("make tours goes through all of the page")
	}
}

func (b *browser) hear(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		text := string(e.Type) + ":"
		for _, a := range e.Args {
			text += " " + string(a.Value) + a.Description
		}
		b.errors = append(b.errors, text)
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if strings.HasPrefix(e.ExceptionDetails.URL, "file:") && strings.HasSuffix(text, "Error: the engine was started anew") {
			return // Chromium does not tell a page on disk of rejections, so that the page cannot say that this one needs no report
		}
		if e.ExceptionDetails.Exception != nil {
			text += " " + e.ExceptionDetails.Exception.Description
		}
		b.errors = append(b.errors, text)
	case *log.EventEntryAdded:
		if e.Entry.Level != log.EntryLevelVerbose && e.Entry.Level != log.EntryLevelInfo {
			b.errors = append(b.errors, e.Entry.Text+" "+e.Entry.URL)
		}
	case *network.EventRequestWillBeSent:
		b.asked = append(b.asked, e.Request.URL)
	}
}

// quiet holds that nothing went wrong, and that nothing was asked for but the page.
func (b *browser) quiet() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	assert.Empty(b.t, b.errors)
	for _, asked := range b.asked {
		u, err := url.Parse(asked)
		require.NoError(b.t, err)
		assert.True(b.t, u.Hostname() == "127.0.0.1" || u.Scheme == "file" || u.Scheme == "blob" || u.Scheme == "data", asked)
	}
}

func (b *browser) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	b.well(chromedp.Do(ctx, actions...))
}

func (b *browser) well(err error) {
	b.t.Helper()
	if err != nil {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.t.Fatalf("%v; the console: %v", err, b.errors)
	}
}

// get returns what an action comes to.
func get[T any](b *browser, action chromedp.Action[T]) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	v, err := chromedp.Run(ctx, action)
	b.well(err)
	return v
}

// eval returns what an expression of the page comes to.
func eval[T any](b *browser, expression string) T {
	b.t.Helper()
	return get(b, chromedp.Evaluate[T](expression))
}

// text returns the text of an element.
func (b *browser) text(selector string) string {
	b.t.Helper()
	return strings.TrimSpace(get(b, chromedp.Text(chromedp.CSS(selector))))
}

// click presses the button, or the tab, of a name.
func (b *browser) click(name string) {
	b.t.Helper()
	b.until(`(() => { const e = [...document.querySelectorAll("button")].find((e) => (e.getAttribute("aria-label") || e.innerText) === ` + quoted(name) + `); e?.click(); return !!e; })()`)
}

// free opens a scenario of the project in free play, and lab opens a lab.
func (b *browser) free(name string) { b.t.Helper(); b.goTo("free=" + name) }
func (b *browser) lab(name string)  { b.t.Helper(); b.goTo("lab=" + name) }

func (b *browser) goTo(fragment string) {
	b.t.Helper()
	eval[string](b, `location.hash = `+quoted(fragment))
}

// set changes the field of a name, as a hand does that leaves it then.
func (b *browser) set(name, value string) {
	b.t.Helper()
	b.until(`(() => { const e = document.querySelector("[aria-label=" + JSON.stringify(` + quoted(name) + `) + "]"); if (!e) return false;
		e.value = ` + quoted(value) + `; e.dispatchEvent(new Event("change", {bubbles: true})); return true; })()`)
}

// write makes a text the scenario, and runs it.
func (b *browser) write(text string) {
	b.t.Helper()
	b.until(`(() => { const e = document.querySelector("#text"); if (!e) return false; e.value = ` + quoted(text) + `; e.dispatchEvent(new Event("input", {bubbles: true})); return true; })()`)
	b.press("#run")
}

// press presses an element with the mouse. Where the page has moved it meanwhile, the press has gone elsewhere, and is done again.
func (b *browser) press(selector string) {
	b.t.Helper()
	for end := time.Now().Add(time.Minute); ; {
		eval[bool](b, `(() => { window.pressed = false; document.addEventListener("click", (e) => { window.pressed = !!e.target.closest(`+quoted(selector)+`); }, {capture: true, once: true}); return true; })()`)
		b.do(chromedp.Click(chromedp.CSS(selector)))
		if eval[bool](b, "window.pressed") {
			return
		}
		require.True(b.t, time.Now().Before(end), "%s is not where it can be pressed", selector)
	}
}

// quoted writes a text as JavaScript has it.
func quoted(s string) string {
	b, _ := json.Marshal(s) // a string always can
	return string(b)
}

// until waits for an expression to be true. It asks ever more seldom: most expressions make the page lay itself out anew.
func (b *browser) until(expression string) {
	b.t.Helper()
	wait := 20 * time.Millisecond
	for end := time.Now().Add(3 * time.Minute); !eval[bool](b, "!!("+expression+")"); wait = min(wait*5/4, 250*time.Millisecond) {
		time.Sleep(wait)
		if time.Now().After(end) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.t.Fatalf("waited in vain for %s; the console: %v; the page: %s", expression, b.errors, eval[string](b, "document.body.innerText"))
		}
	}
}

// serve serves the page until the test is over.
func serve(t *testing.T) string {
	t.Helper()
	server, err := page.Listen("127.0.0.1:0")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx) }()
	t.Cleanup(func() { cancel(); assert.NoError(t, <-ended) })
	return server.URL()
}

// ready waits for the first picture.
const ready = `document.querySelector("#diagram")?.dataset.frames >= 1`

// A refused text stays where it was typed, and neither the picture nor a link is of it.
func TestRefusedTextIsKept(t *testing.T) {
	b := open(t)
	b.do(chromedp.Navigate(serve(t) + "#free"))
	b.until(ready)
	b.click("Scenario")
	const wrong = "name: x\nstations:\n  - {name: A, att: 3m}\nduration: 1ms\n"
	b.write(wrong)
	b.until(`document.querySelector("#problems")?.innerText.includes("line 3, column 15")`)
	b.until(`!document.querySelector(".transport").innerText.includes("running")`)
	b.click("Network")
	b.set("Seed", "7")
	b.until(`document.querySelector("#problems")?.innerText.includes("Correct the text")`)
	b.click("Scenario")
	assert.Equal(t, wrong, eval[string](b, `document.querySelector("#text").value`))
	b.click("Undo")
	b.until(`!document.querySelector("#problems") && document.querySelector("#text").value.includes("245bt")`)
	b.quiet()
}

// A damaged link leads to another scenario, and says so.
func TestDamagedLink(t *testing.T) {
	b := open(t)
	b.do(chromedp.Navigate(serve(t) + "#s=%%%%"))
	b.until(ready)
	b.until(`document.querySelector("#problems")?.innerText.trim() === "The link is damaged. Here is another scenario instead."`)
	b.quiet()
}

// An address of what there is not opens nothing else: the page names what was asked for, and offers what there is.
func TestWrongAddress(t *testing.T) {
	b := open(t)
	b.do(chromedp.Navigate(serve(t) + "#lesson=two-colide&see=A"))
	b.until(`document.querySelector("#missing [role=alert]")?.innerText === 'There is no lesson "two-colide".'`)
	assert.Equal(t, []string{"#lesson=two-collide"}, eval[[]string](b, `[...document.querySelectorAll("#near a")].map((a) => a.getAttribute("href"))`))
	assert.Empty(t, eval[string](b, `document.querySelector("#open").value`), "nothing is open")
	b.press("#near a")
	b.until(`document.querySelector("#lesson")?.dataset.lesson === "two-collide"`)
	b.until(ready)
	for _, c := range []struct{ fragment, said, offered string }{
		{"lab=no such thing", `There is no lab "no such thing".`, "#lab=wireshark"},
		{"lesson=why-64-octets", `There is no lesson "why-64-octets".`, "#lab=why-64-octets"},
		{"free=nothing", `The page has no scenario "nothing".`, "#free=hub"},
		{"scenario=hub", "The page has nothing at the address #scenario=hub.", "#free=hub"},
	} {
		b.goTo(c.fragment)
		b.until(`document.querySelector("#missing [role=alert]")?.innerText === ` + quoted(c.said))
		b.until(`document.querySelector("#missing a[href='` + c.offered + `']")`)
	}
	b.lab("why-64-octets")
	b.until(`!document.querySelector("#missing") && document.querySelector(".lab h2")?.innerText === "Why 64 octets"`)
	b.quiet()
}

// The licences of what is built in are with it.
func TestLicences(t *testing.T) {
	script, err := os.ReadFile("dist/page.js")
	require.NoError(t, err)
	assert.Contains(t, string(script[:200]), "LICENSES.txt")
	notices, err := os.ReadFile("dist/LICENSES.txt")
	require.NoError(t, err)
	for _, name := range []string{"preact", "uplot", "Go", "hdrhistogram-go", "yaml/v3"} {
		assert.Contains(t, string(notices), name+", LICENSE")
	}
}

// A scenario that is too much for the page does not keep others from being opened.
func TestTooManyStations(t *testing.T) {
	b := open(t)
	b.do(chromedp.Navigate(serve(t) + "#free"))
	b.until(ready)
	b.click("Scenario")
	b.write("schema: csmacd/scenario/1\nname: too many\nphy: 10base5\nduration: 5s\nstations:\n  - name: \"s%04d\"\n    count: 5000\n    traffic: {kind: saturated, size: 1518, to: random}\n")
	b.until(`document.querySelector(".transport").innerText.includes("running")`)
	b.do(chromedp.Sleep(1500 * time.Millisecond))
	b.free("late-collision")
	b.until(`document.querySelector("#text").value.includes("late") && !document.querySelector(".transport").innerText.includes("running")`)
	b.until(`document.querySelector("#sentence").innerText !== ` + quoted(collision))
	b.quiet()
}

// A refused text leaves the run under way alone: it goes on to its end.
func TestRunGoesOn(t *testing.T) {
	b := open(t)
	b.do(chromedp.Navigate(serve(t) + "#free"))
	b.until(ready)
	b.click("Scenario")
	b.free("capture-effect")
	b.until(`document.querySelector("#text").value.includes("capture")`)
	b.write("name: x\nstations: 3\n")
	b.until(`document.querySelector("#problems")`)
	b.until(`!document.querySelector(".transport").innerText.includes("running")`)
	b.click("Figures")
	b.until(`document.querySelector("#summary")`)
	b.quiet()
}

// Where two frames meet and neither sender learns of it, the page says what comes of them.
func TestWhatArrivesIsTold(t *testing.T) {
	b := open(t)
	b.do(chromedp.Navigate(serve(t) + "#free"))
	b.until(ready)
	b.lab("why-64-octets")
	b.until(`document.querySelector(".counters").innerText.includes("M") && !document.querySelector(".transport").innerText.includes("running")`)
	b.click("To the end")
	b.until(`document.querySelector(".told").innerText.includes("M does not receive frame 1 of B, which counts as sent: a signal of A overlapped it")`)
	assert.Contains(t, b.text(".told"), "M does not receive frame 1 of A")
	assert.Equal(t, "2", eval[string](b, `(() => { const head = [...document.querySelectorAll(".counters th[scope=col]")].findIndex((e) => e.innerText === "lost"); return document.querySelector(".counters tr.all").children[head].innerText; })()`))
	b.quiet()
}

// A network is shown along a path, whose ends the reader chooses, with what the network is made of beside it.
func TestNetworksAreShown(t *testing.T) {
	b := open(t)
	b.do(chromedp.EmulateViewport(1400, 900), chromedp.Navigate(serve(t)+"#free"))
	b.until(ready)
	for _, lesson := range []string{"four-pairs", "duplex-mismatch"} {
		b.free(lesson)
		b.until(`document.querySelector("#topology") && !document.querySelector(".transport").innerText.includes("running")`)
		assert.Empty(t, eval[string](b, `document.querySelector("#problems")?.innerText ?? ""`), lesson)
		b.shootIfAsked("network-" + lesson)
	}
	ends := func() string {
		return eval[string](b, `[...document.querySelectorAll("#path select")].map((e) => e.value).join()`)
	}
	assert.Equal(t, "server,pc", ends())
	b.free("two-cables")
	b.until(`[...document.querySelectorAll("#path select")].map((e) => e.value).join() === "l3,r1"`)
	b.set("to", "l0")
	b.until(`[...document.querySelectorAll("#path select")].map((e) => e.value).join() === "l3,l0"`)
	b.until(`[...document.querySelectorAll("#topology text")].some((g) => g.textContent === "r3" && (g.dispatchEvent(new MouseEvent("click", {bubbles: true})), true))`)
	b.until(`[...document.querySelectorAll("#path select")].map((e) => e.value).join() === "l3,r3"`)
	b.until(`document.querySelector(".counters").innerText.includes("bridge/right")`)
	b.click("Figures")
	b.until(`document.querySelector("#summary")?.innerText.includes("bridge")`)

	// The collisions of the network and of its domains are those of the result.
	b.click("To the end")
	b.until(`[...document.querySelectorAll("#summary tr")].some((e) => /^Collisions on the medium\s+\d/i.test(e.innerText) || /^collisions\s+\d/i.test(e.innerText))`)
	collisions := eval[string](b, `[...document.querySelectorAll("#summary tr")].find((e) => /^collisions/i.test(e.innerText)).cells[1].innerText`)
	b.until(`document.querySelector("#collisions").innerText.startsWith("Collisions in the whole network: ` + strings.ReplaceAll(collisions, ",", "") + `; detections on the path")`)
	assert.Regexp(t, `^In each collision domain: left: \d[\d,]*; right: \d[\d,]*$`, b.text("#domains"))
	b.shootIfAsked("network-collisions")
	b.quiet()
}

// shootIfAsked takes a screenshot for a person to look at, where CSMACD_SHOTS names a folder.
func (b *browser) shootIfAsked(name string) {
	if folder := os.Getenv("CSMACD_SHOTS"); folder != "" {
		b.do(chromedp.Sleep(500 * time.Millisecond))
		b.shoot(folder, name)
	}
}
