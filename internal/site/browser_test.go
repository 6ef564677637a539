package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/tooltest"
)

// browse opens the site of this tree in a browser, from a folder and without a server. It
// returns the address of the folder.
func browse(t *testing.T) (context.Context, string) {
	t.Helper()
	path := tooltest.Need(t, "chromium", "chromium")
	files, err := built()
	require.NoError(t, err)
	folder := t.TempDir()
	for name, content := range files {
		file := filepath.Join(folder, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o777))
		require.NoError(t, os.WriteFile(file, content, 0o666))
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()))
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	return ctx, "file://" + folder + "/"
}

func eval[T any](t *testing.T, ctx context.Context, expression string) T {
	t.Helper()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	require.NoError(t, err)
	return v
}

// Search works from a folder on disk and by the keyboard alone. No page is wider than a telephone.
func TestSearchInBrowser(t *testing.T) {
	ctx, at := browse(t)
	require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(390, 800), chromedp.Navigate(at+"docs/style.html")))
	for query, want := range map[string]string{
		"capture effect":  "labs/capture-effect.html",
		"backoff newtabl": "library/mac/backoff.html#NewTable",
		"ifg_part1":       "reference/keys.html#mac",
	} {
		eval[bool](t, ctx, fmt.Sprintf(`query.focus(), query.value = %q, query.dispatchEvent(new Event("input")), true`, query))
		var links []string
		require.Eventually(t, func() bool {
			links = eval[[]string](t, ctx, `status.textContent ? [...list.querySelectorAll("a")].map((a) => a.href) : []`)
			return len(links) > 0 && eval[bool](t, ctx, fmt.Sprintf(`list.innerText.toLowerCase().includes(%q)`, query[:7]))
		}, 10*time.Second, 10*time.Millisecond, query)
		found := ""
		for _, l := range links[:min(3, len(links))] {
			found += l + "\n"
		}
		assert.Contains(t, found, want, query)
	}
	require.NoError(t, chromedp.Do(ctx, chromedp.SendKeys(chromedp.CSS("#query"), "\u0304\r")))
	require.Eventually(t, func() bool { return !eval[bool](t, ctx, `location.href.endsWith("style.html")`) }, 10*time.Second, 10*time.Millisecond)
	for _, path := range []string{"index.html", "docs/conformance.html", "library/medium/bus.html", "CONTRIBUTING.html"} {
		require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(at+path)))
		assert.LessOrEqual(t, eval[int](t, ctx, `document.documentElement.scrollWidth`), 390, path)
	}
}

// Screenshots for a person to look at: CSMACD_SHOTS=DIR go test ./internal/site -run Shots
func TestShots(t *testing.T) {
	folder := os.Getenv("CSMACD_SHOTS")
	if folder == "" {
		t.Skip("CSMACD_SHOTS=DIR takes screenshots for a person to look at")
	}
	ctx, at := browse(t)
	for _, width := range []int64{390, 820, 1440} {
		for _, scheme := range []string{"light", "dark"} {
			_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
			require.NoError(t, err)
			for name, path := range map[string]string{"front": "index.html", "conformance": "docs/conformance.html#a-rule-by-rule", "library": "library/mac/backoff.html#type-Policy",
				"lab": "docs/labs/capture-effect.html", "files": "files/testdata/scenarios/index.html", "bench": "bench/index.html#peers"} {
				require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(width, 1000), chromedp.Navigate(at+path), chromedp.Sleep(200*time.Millisecond)))
				shot, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
				require.NoError(t, err)
				require.NoError(t, os.WriteFile(filepath.Join(folder, fmt.Sprintf("%s-%d-%s.png", name, width, scheme)), shot, 0o666))
			}
			eval[bool](t, ctx, `query.focus(), query.value = "late collision", query.dispatchEvent(new Event("input")), true`)
			require.NoError(t, chromedp.Do(ctx, chromedp.Sleep(500*time.Millisecond)))
			shot, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(filepath.Join(folder, fmt.Sprintf("search-%d-%s.png", width, scheme)), shot, 0o666))
		}
	}
}
