package page_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/page"
)

// Screenshots for a person to look at: CSMACD_SHOTS=DIR go test ./internal/page -run Shots
func TestShots(t *testing.T) {
	folder := os.Getenv("CSMACD_SHOTS")
	if folder == "" {
		t.Skip("CSMACD_SHOTS=DIR takes screenshots for a person to look at")
	}
	b := open(t)
	at := serve(t)
	for _, width := range []int64{360, 1280, 1920} {
		for _, dark := range []bool{false, true} {
			began := time.Now()
			b.do(chromedp.EmulateViewport(width, map[int64]int64{360: 740, 1280: 800, 1920: 1080}[width]), chromedp.Navigate(at+"#free"))
			b.until(ready)
			t.Logf("first picture after %v", time.Since(began))
			if eval[bool](b, `document.documentElement.dataset.theme === "dark"`) != dark {
				eval[any](b, `void document.querySelector("#dark").click()`)
			}
			b.do(chromedp.Sleep(500 * time.Millisecond))
			shot := get(b, chromedp.FullScreenshot(100))
			name := fmt.Sprintf("%d-%v.png", width, map[bool]string{false: "light", true: "dark"}[dark])
			require.NoError(t, os.WriteFile(filepath.Join(folder, name), shot, 0o666))
		}
	}
	b.do(chromedp.EmulateViewport(1280, 800))
	for _, name := range []string{"saturated24", "hub", "late-collision"} {
		text, err := os.ReadFile("../../testdata/scenarios/" + name + ".yaml")
		require.NoError(t, err)
		b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(at+page.Link(string(text))))
		began := time.Now()
		b.until(ready)
		t.Logf("%s: first picture after %v", name, time.Since(began))
		b.click("Charts")
		b.do(chromedp.Sleep(time.Second))
		b.shoot(folder, name)
		b.until(`!document.querySelector(".transport").innerText.includes("running")`)
		t.Logf("%s: run after %v, %s", name, time.Since(began), b.text(".transport .small:last-of-type"))
		b.set("Speed of play", "1000")
		b.click("Play")
		b.do(chromedp.Sleep(300 * time.Millisecond))
		t.Logf("%s: %v frames a second at play", name, b.frames())
		b.click("Play")
		b.set("Window", "10000000000")
		b.do(chromedp.Sleep(700 * time.Millisecond))
		b.set("Speed of play", "1000000")
		b.click("Play")
		b.do(chromedp.Sleep(300 * time.Millisecond))
		t.Logf("%s: %v frames a second at play, a window of 10 ms", name, b.frames())
		b.click("Play")
		b.shoot(folder, name+"-10ms")
	}
	text, err := os.ReadFile("../../testdata/scenarios/saturated24-short.yaml")
	require.NoError(t, err)
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(at+page.Link(strings.Replace(string(text), "duration: 2s", "duration: 12s", 1))))
	b.until(ready)
	began := time.Now()
	b.until(`!document.querySelector(".transport").innerText.includes("running")`)
	t.Logf("a million events: run after %v, %s", time.Since(began), b.text(".transport .small:last-of-type"))
	for _, window := range []string{"10000000000", "1000000000000"} {
		b.set("Window", window)
		b.do(chromedp.Sleep(time.Second))
		b.set("Speed of play", "10000000")
		b.click("Play")
		b.do(chromedp.Sleep(300 * time.Millisecond))
		t.Logf("a million events: %v frames a second at play, a window of %s ps", b.frames(), window)
		b.click("Play")
		b.shoot(folder, "million-"+window)
	}
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(at+"#free"))
	b.until(ready)
	b.lab("two-stations")
	b.until(`!!document.querySelector(".change summary")?.click || false`)
	b.press(".change summary")
	b.set("Slots of A, in order", "")
	b.until(`document.querySelector(".wanted")`)
	b.press(".figures summary")
	b.do(chromedp.Sleep(time.Second))
	b.shoot(folder, "lab")
	b.quiet()
}

// The pictures of the page in the guide: CSMACD_SHOTS=$PWD/docs/howto go test ./internal/page -run TestPicture
func TestPicture(t *testing.T) {
	folder := os.Getenv("CSMACD_SHOTS")
	if folder == "" {
		t.Skip("CSMACD_SHOTS=DIR takes screenshots for a person to look at")
	}
	b := open(t)
	b.do(chromedp.EmulateViewport(1280, 853), chromedp.Navigate(serve(t)+"#free"))
	b.until(ready)
	b.until(`document.querySelector("#story")`)
	b.do(chromedp.Sleep(500 * time.Millisecond))
	b.quiet()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "page.png"), get(b, chromedp.CaptureScreenshot()), 0o666))
	// The first lesson that opens, in the middle of the collision.
	b.do(chromedp.EmulateViewport(1280, 800))
	b.goTo("lesson=two-collide")
	b.until(ready)
	b.until(`(() => { const e = [...document.querySelectorAll("button")].find((e) => e.innerText.includes("neither frame")); e?.click(); return !!e; })()`)
	b.until(`(() => { const e = [...document.querySelectorAll("button")].find((e) => e.innerText.includes("Play")); e?.click(); return !!e; })()`)
	b.do(chromedp.Sleep(5 * time.Second))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "lesson.png"), get(b, chromedp.CaptureScreenshot()), 0o666))
}

func (b *browser) shoot(folder, name string) {
	b.t.Helper()
	require.NoError(b.t, os.WriteFile(filepath.Join(folder, name+".png"), get(b, chromedp.FullScreenshot(100)), 0o666))
}

// frames measures for two seconds how many pictures are drawn in one.
func (b *browser) frames() float64 {
	b.t.Helper()
	const drawn = `+document.querySelector("#diagram").dataset.frames`
	began, first := time.Now(), eval[float64](b, drawn)
	b.do(chromedp.Sleep(2 * time.Second))
	return (eval[float64](b, drawn) - first) / time.Since(began).Seconds()
}
