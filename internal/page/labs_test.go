package page_test

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/exercise"
	"github.com/csmacd/csmacd/internal/lab"
	"github.com/csmacd/csmacd/internal/page"
	"github.com/csmacd/csmacd/internal/scenario"
)

// tap touches the middle of an element, as a finger does.
func (b *browser) tap(selector string) {
	b.t.Helper()
	b.until(`document.querySelector(` + quoted(selector) + `)`)
	at := eval[[]float64](b, `(() => { const e = document.querySelector(`+quoted(selector)+`); e.scrollIntoView({block: "center", behavior: "instant"}); const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2, r.width, r.height]; })()`)
	assert.GreaterOrEqual(b.t, at[3], 40.0, "%s is too small for a finger", selector)
	for _, e := range []input.DispatchTouchEventParams{
		{Type: "touchStart", TouchPoints: []*input.TouchPoint{{X: at[0], Y: at[1]}}}, {Type: "touchEnd", TouchPoints: []*input.TouchPoint{}},
	} {
		_, err := chromedp.Call(b.ctx, input.DispatchTouchEvent, e)
		require.NoError(b.t, err)
	}
}

// typed puts a text where the cursor is.
func (b *browser) typed(text string) {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, input.InsertText, input.InsertTextParams{Text: text})
	require.NoError(b.t, err)
}

// told waits for the verdict on a question to have a text.
func (b *browser) told(n int, text string) {
	b.t.Helper()
	b.until(`document.querySelector("#question-` + strconv.Itoa(n) + ` .q-verdict")?.innerText.includes(` + quoted(text) + `)`)
}

// downloads makes the browser save files in a folder.
func (b *browser) downloads() string {
	b.t.Helper()
	folder := b.t.TempDir()
	_, err := chromedp.CallBrowser(b.ctx, cdpbrowser.SetDownloadBehavior, cdpbrowser.SetDownloadBehaviorParams{Behavior: cdpbrowser.SetDownloadBehaviorBehaviorAllow, DownloadPath: folder})
	require.NoError(b.t, err)
	return folder
}

// handedIn waits for the file of Ada Lovelace. csmacd finds all its answers to be right. A work on the lab that has run it spares
// doing so again.
func handedIn(t *testing.T, folder, name string, answers int, ran *exercise.Work) *exercise.HandIn {
	t.Helper()
	file := filepath.Join(folder, name+"-ada-lovelace.json")
	var text []byte
	for end := time.Now().Add(time.Minute); len(text) == 0 && time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		text, _ = os.ReadFile(file)
	}
	h, err := exercise.ReadHandIn(text)
	require.NoError(t, err, "%s: %s", name, text)
	assert.Equal(t, "Ada Lovelace", h.Name)
	if ran == nil {
		l, err := lab.Load(lab.Builtin(), h.Lab)
		require.NoError(t, err)
		ran = exercise.NewWork(l)
	}
	assert.Equal(t, name, h.Lab)
	anew, differs, err := ran.Verify(t.Context(), h)
	require.NoError(t, err)
	assert.Empty(t, differs, name)
	require.Len(t, anew.Answers, answers, name)
	for _, a := range anew.Answers {
		assert.True(t, a.Right, "%s, question %d", name, a.Question)
	}
	return anew
}

// A student does the lab on the shortest frame on a phone, with a finger, from the sheet to the file that is handed in, which
// csmacd finds to be all right. After a wrong answer the page helps: where to look, then the hint, then it goes there.
func TestALabByTouch(t *testing.T) {
	b := open(t)
	folder := b.downloads()
	b.do(chromedp.EmulateViewport(360, 740, chromedp.EmulateMobile, chromedp.EmulateTouch), chromedp.Navigate(serve(t)+"#lab=why-64-octets"))
	b.until(`document.querySelectorAll(".question").length === 7`)
	assert.Contains(t, b.text(".lab-sheet"), "A and B are 600 bit times apart")
	b.shootIfAsked("lab-360-open")

	// What the sheet wants to be changed is changed by a tap, and a button leads back from the picture to the sheet.
	b.tap(".lab-sheet .try")
	b.until(`document.querySelector(".given") && document.querySelector(".back")`)
	b.tap(".back")
	b.until(`!document.querySelector(".back") && document.activeElement.matches("#sheet summary")`)
	b.tap(".given")
	b.until(`!document.querySelector(".given")`)

	answer := func(n int, text string) {
		t.Helper()
		field := "#question-" + strconv.Itoa(n)
		b.tap(field + " input")
		b.until(`document.activeElement === document.querySelector("` + field + ` input")`)
		eval[bool](b, `(document.activeElement.select(), true)`)
		b.typed(text)
		b.tap(field + " button.main")
	}
	answer(1, "many")
	b.told(1, `"many" is not a number`)
	answer(3, "2")
	b.told(3, "Not right.")
	b.tap("#question-3 .more")
	b.told(3, "Watch M in the picture.")
	b.tap("#question-3 .more")
	b.told(3, "M is in the middle.")
	b.shootIfAsked("lab-360-hint")
	b.tap("#question-3 .more")
	b.until(`document.querySelector(".counters tr.chosen th")?.innerText === "M"`)
	for n, right := range []string{"0", "2", "0 frames", "1", "68", "142", "64"} {
		answer(n+1, right)
		b.told(n+1, "Right.")
	}
	assert.Contains(t, b.text(".lab-progress"), "7 of 7 right")

	b.tap("#student")
	b.typed("Ada Lovelace")
	b.tap("#hand-in")
	anew := handedIn(t, folder, "why-64-octets", 7, nil)
	assert.Equal(t, exercise.Answer{Question: 3, Answer: "0 frames", Right: true, Tries: 2, Hints: 3}, anew.Answers[2])
	b.shootIfAsked("lab-360-done")

	// The answers are there when the student comes back, and nothing is wider than the phone.
	b.do(chromedp.Reload())
	b.until(`document.querySelectorAll(".question.right").length === 7`)
	assert.LessOrEqual(t, eval[int](b, `document.documentElement.scrollWidth`), 360)
	b.quiet()
}

// tabTo presses the tab key until the focus is on an element, where it can be seen.
func (b *browser) tabTo(selector string) {
	b.t.Helper()
	b.until(`document.querySelector(` + quoted(selector) + `)`)
	for range 400 {
		b.do(chromedp.KeyEvent(kb.Tab))
		if eval[bool](b, `document.activeElement?.matches(`+quoted(selector)+`)`) {
			assert.True(b.t, eval[bool](b, `document.activeElement.matches(":focus-visible") && document.activeElement.getClientRects().length > 0`), "the focus on %s is not seen", selector)
			return
		}
	}
	b.t.Fatalf("the tab key does not lead to %s", selector)
}

// A student does every lab with the keyboard alone, in a page from a folder on disk, to the file that is handed in. Every
// question has the answer that csmacd computes.
func TestLabsByKeyboard(t *testing.T) {
	b := tour(t)
	static, files := t.TempDir(), b.downloads()
	require.NoError(t, page.Write(static))
	b.do(chromedp.EmulateViewport(1280, 720), chromedp.Navigate("file://"+static+"/index.html#lab"))
	labs, err := lab.LoadAll(lab.Builtin())
	require.NoError(t, err)
	named := false
	for i, l := range labs {
		began := time.Now()
		if i > 0 { // the next in the menu
			b.tabTo("#open")
			b.do(chromedp.KeyEvent(kb.ArrowDown))
		}
		b.until(`document.querySelector(".lab h2")?.innerText === ` + quoted(l.Title) + ` && document.querySelectorAll(".question").length === ` + strconv.Itoa(len(l.Questions)))
		if l.ID == "tcp-and-capture" { // whose hosts are not in a page: its runs were recorded
			assert.Contains(t, b.text(".lab .note"), "The results of the runs below were recorded by csmacd 0.1.0 when the page was written")
			b.tabTo(".lab-runs button:nth-of-type(2)")
			b.do(chromedp.KeyEvent("\r"))
			b.until(`document.querySelector(".figures pre").innerText.includes("digest d6bdd5ce2bc972bf61d5790b901cdb1a")`)
			b.until(`[...document.querySelectorAll(".counted tr")].some((e) => e.innerText.replace(/\s+/g, " ").startsWith("discard_timeouts "))`)
			b.shootIfAsked("lab-1280-recorded")
		}
		if l.ID == "why-64-octets" {
			b.tabTo(".lab-sheet .try")
			b.do(chromedp.KeyEvent("\r"))
			b.until(`document.querySelector(".given") && document.querySelector("#text").value.includes("size: 66")`)
			// The counters of what the student has changed are those of --json.
			changed := *l
			changed.Scenario = eval[string](b, `document.querySelector("#text").value`)
			own, err := scenario.Parse("own.yaml", []byte(changed.Scenario), scenario.Options{})
			require.NoError(t, err)
			changed.Runs = []exercise.Run{{Name: exercise.Base, Scenario: own}}
			counted, err := exercise.NewWork(&changed).Counters(t.Context(), exercise.Base)
			require.NoError(t, err)
			b.tabTo(".own summary")
			b.do(chromedp.KeyEvent("\r"))
			b.until(`document.querySelector(".own .counted")`)
			shown := eval[[]string](b, `[...document.querySelectorAll(".own .counted tbody tr")].map((e) => e.innerText)`)
			for _, row := range counted.Rows {
				want, zero := row.Name, true
				for _, v := range row.Values {
					want, zero = want+"\t"+strconv.FormatUint(v, 10), zero && v == 0
				}
				if zero && !slices.Contains(shown, want) {
					want = row.Name // --json leaves it out
					assert.NotContains(t, strings.Join(shown, "\n"), want)
					continue
				}
				assert.Contains(t, shown, want)
			}
			b.shootIfAsked("lab-1280-own")
			b.tabTo(".given")
			b.do(chromedp.KeyEvent("\r"))
			b.until(`!document.querySelector(".given")`)
			b.tabTo(".figures summary")
			b.do(chromedp.KeyEvent("\r"))
			b.until(`[...document.querySelectorAll(".counted tr")].some((e) => e.innerText.replace(/\s+/g, " ") === "FrameCheckSequenceErrors 0 1 0")`)
		}
		w, done := exercise.NewWork(l), 0
		for i := range l.Questions {
			q, n := &l.Questions[i], strconv.Itoa(i+1)
			want, err := w.Answer(context.Background(), q)
			require.NoError(t, err)
			var right string
			switch v := want.(type) {
			case bool:
				right = map[bool]string{true: "yes", false: "no"}[v]
			case string:
				right = v
			case float64:
				right = strconv.FormatFloat(v, 'f', -1, 64) + q.Unit
			}
			b.tabTo("#question-" + n + " input")
			b.typed(right)
			b.do(chromedp.KeyEvent("\r"))
			b.told(i+1, "Right.")
			done++
		}
		b.tabTo("#student")
		if !named {
			b.typed("Ada Lovelace") // which the page remembers
			named = true
		}
		b.tabTo("#hand-in")
		b.do(chromedp.KeyEvent("\r"))
		handedIn(t, files, l.ID, done, w)
		assert.False(t, eval[bool](b, `!!document.querySelector("#problems, .told .trouble")`), l.ID)
		t.Logf("%s: %v", l.ID, time.Since(began).Round(10*time.Millisecond))
	}
	b.quiet()
}

// A link from elsewhere in the page leads to a lab that can be done, although the labs are still to be loaded.
func TestALinkToALab(t *testing.T) {
	b := open(t)
	b.do(chromedp.Navigate(serve(t) + "#lesson=one-frame"))
	b.until(ready)
	b.lab("two-part-gap")
	b.until(`document.querySelectorAll(".question").length === 6`)
	b.quiet()
}

// The labs of a folder are in the page, with those of csmacd, and their variants lead to the picture.
func TestLabsOfAFolder(t *testing.T) {
	mine := fstest.MapFS{"mine.yaml": {Data: []byte(`title: Three frames
question: How many frames does A send?
scenario:
  until: {idle: true}
  stations:
    - {name: A, traffic: {kind: frames, count: 3, interval: 1ms, size: 64, to: B}}
    - {name: B, at: 100m}
runs:
  twice:
    stations[0].traffic.count: 6
questions:
  - ask: How many frames are sent?
    answer: twice.medium.frames_sent
    hint: Count them.
    unit: frames
`)}, "mine.md": {Data: []byte("A queues {{run.medium.frames_offered}} frames <script>alert(1)</script>.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nTwo images: ![two hosts](hosts.png) ![a dot](data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=)\n")}}
	yaml, err := fs.ReadFile(lab.Builtin(), "tcp-and-capture.yaml")
	require.NoError(t, err)
	mine["hosts.yaml"] = &fstest.MapFile{Data: bytes.Replace(yaml, []byte("duration: 10s"), []byte("duration: 100s"), 1)}
	mine["hosts.md"] = &fstest.MapFile{Data: []byte("Long runs of hosts.\n")}
	l, err := lab.Load(mine, "mine")
	require.NoError(t, err)
	hosts, err := lab.Load(mine, "hosts")
	require.NoError(t, err)
	server, err := page.Listen("127.0.0.1:0", l, hosts)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx) }()
	t.Cleanup(func() { cancel(); assert.NoError(t, <-ended) })
	b := open(t)
	b.do(chromedp.EmulateViewport(1280, 720), chromedp.Navigate(server.URL()+"?lang=de#lab=mine"))
	b.until(`document.querySelectorAll(".question").length === 1`)
	assert.Contains(t, b.text(".lab-sheet"), "A queues 3 frames <script>")
	assert.Contains(t, b.text(".lab-sheet"), "Two images: [two hosts]", "the page reads no other files")
	b.until(`document.querySelector(".lab-sheet img[alt='a dot']")?.naturalWidth === 1`)
	b.click("twice")
	b.until(`document.querySelector("tbody tr th")?.closest("table").innerText.includes("6") || document.querySelector(".transport")`)
	b.until(`document.querySelector(".lab-runs button[aria-pressed=true]")?.innerText === "twice"`)
	eval[bool](b, `(() => { const e = document.querySelector("#question-1 input"); e.value = "5"; e.dispatchEvent(new Event("input", {bubbles: true})); return true; })()`)
	b.until(`!document.querySelector("#question-1 .main").disabled`)
	b.click("Antwort auf Frage 1 prüfen")
	b.told(1, "Nicht richtig.")
	b.click("Hinweis")
	b.told(1, "twice")
	b.shootIfAsked("lab-1280-de")

	// A lab that is in German stands there in German, with its question and hints. Numbers may have a comma.
	b.lab("capture-effect")
	b.until(`document.querySelectorAll(".question").length === 6`)
	assert.Equal(t, "Der Capture-Effekt", b.text(".lab h2"))
	assert.Contains(t, b.text(".lab-sheet"), "Angenommen, A gewinnt.")
	assert.Contains(t, b.text("#open"), "Warum 64 Oktette")
	answer := func(text string) {
		t.Helper()
		eval[bool](b, `(() => { const e = document.querySelector("#question-1 input"); e.value = `+quoted(text)+`; e.dispatchEvent(new Event("input", {bubbles: true})); return true; })()`)
		b.until(`!document.querySelector("#question-1 .main").disabled`)
		b.click("Antwort auf Frage 1 prüfen")
	}
	answer("0,5")
	b.told(1, "Nicht richtig.")
	b.click("Hinweis")
	b.click("Noch ein Hinweis")
	b.told(1, "A zieht 0 oder 1")
	answer("2.880 bt")
	b.told(1, "2.880 kann 2880 oder 2,880 heißen")
	answer("viel")
	b.told(1, "„viel“ ist keine Zahl: Schreiben Sie eine, zum Beispiel 0,25, 1/4 oder 25%")
	answer("0,625")
	b.told(1, "Richtig.")

	// What the engine says of a run is in German, too, and why a lab cannot be done.
	b.lab("why-64-octets")
	b.until(`document.querySelector("#story")?.innerText.includes("3 Stationen haben 2 Rahmen gesendet und keine Kollision erkannt. 2 der gesendeten Rahmen kamen nicht ganz an.")`)
	assert.False(t, eval[bool](b, `!!document.querySelector("#story [lang=en]")`))
	b.lab("hosts")
	b.until(`document.querySelector(".lab .note")?.innerText === "Diese Übung hat Hosts mit einem TCP/IP-Stack, den eine Seite nicht hat: Auf einem Rechner gibt csmacd lab show hosts sie aus"`)
	b.until(`[...document.querySelectorAll(".question .main")].every((e) => e.disabled)`)
	b.quiet()
}
