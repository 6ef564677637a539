package page_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/page"
)

// firefox is a tab of Firefox. It is told what to do by Marionette, Firefox's own protocol, which needs no driver beside it.
type firefox struct {
	t     *testing.T
	conn  net.Conn
	in    *bufio.Reader
	calls int
	files string // the folder where it saves files
}

// prefs are a profile in which nothing asks, nothing is fetched from elsewhere, and files are saved where the test looks.
const prefs = `user_pref("marionette.port", 0);
user_pref("browser.download.folderList", 2);
user_pref("browser.download.dir", %s);
user_pref("browser.download.useDownloadDir", true);
user_pref("browser.download.always_ask_before_handling_new_types", false);
user_pref("app.normandy.enabled", false);
user_pref("app.update.enabled", false);
user_pref("browser.region.update.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("extensions.systemAddon.update.enabled", false);
user_pref("messaging-system.rsexperimentloader.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,");
user_pref("intl.accept_languages", "en-US");
`

// openFirefox starts Firefox, or skips the test where there is none.
func openFirefox(t *testing.T) *firefox {
	t.Helper()
	t.Parallel() // it waits for Firefox most of the time
	var program string
	for _, name := range []string{"firefox-esr", "firefox"} {
		if path, err := exec.LookPath(name); err == nil && program == "" {
			program = path
		}
	}
	if program == "" {
		if os.Getenv("CI") != "" {
			t.Fatal("no Firefox: install the package firefox-esr")
		}
		t.Skip("needs Firefox (Debian's package firefox-esr)")
	}
	profile, files := t.TempDir(), t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(profile, "user.js"), fmt.Appendf(nil, prefs, quoted(files)), 0o600))
	cmd := exec.Command(program, "--headless", "--no-remote", "--marionette", "--width", "1280", "--height", "720", "--profile", profile, "about:blank")
	cmd.Env = append(os.Environ(), "HOME="+profile, "MOZ_CRASHREPORTER_DISABLE=1")
	require.NoError(t, cmd.Start())
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	f := &firefox{t: t, files: files}
	t.Cleanup(func() {
		if f.conn != nil {
			_ = f.call("Marionette:Quit", map[string]any{"flags": []string{"eForceQuit"}}, nil)
			_ = f.conn.Close()
		}
		select {
		case <-ended:
		case <-time.After(10 * time.Second):
			_ = cmd.Process.Kill()
			<-ended
		}
	})
	var port []byte
	for end := time.Now().Add(2 * time.Minute); len(port) == 0; time.Sleep(50 * time.Millisecond) {
		require.True(t, time.Now().Before(end), "Firefox does not start")
		port, _ = os.ReadFile(filepath.Join(profile, "MarionetteActivePort"))
	}
	conn, err := net.Dial("tcp", "127.0.0.1:"+strings.TrimSpace(string(port)))
	require.NoError(t, err)
	f.conn, f.in = conn, bufio.NewReader(conn)
	_, err = f.read() // what it is
	require.NoError(t, err)
	f.must("WebDriver:NewSession", map[string]any{}, nil)
	return f
}

// read reads a message: its length, a colon, and JSON.
func (f *firefox) read() ([]byte, error) {
	length, err := f.in.ReadString(':')
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(strings.TrimSuffix(length, ":"))
	if err != nil {
		return nil, err
	}
	text := make([]byte, n)
	_, err = io.ReadFull(f.in, text)
	return text, err
}

// call has a command carried out, and reads its value into out.
func (f *firefox) call(command string, params map[string]any, out any) error {
	f.calls++
	text, err := json.Marshal([]any{0, f.calls, command, params})
	if err != nil {
		return err
	}
	if err := f.conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(f.conn, "%d:%s", len(text), text); err != nil {
		return err
	}
	text, err = f.read()
	if err != nil {
		return err
	}
	var wrong struct{ Error, Message string }
	var answer [4]json.RawMessage // 1, the number of the call, an error, a result
	if err := json.Unmarshal(text, &answer); err != nil {
		return err
	}
	if err := json.Unmarshal(answer[2], &wrong); err != nil {
		return err
	}
	if wrong.Error != "" {
		return errors.New(command + ": " + wrong.Error + ": " + wrong.Message)
	}
	if out == nil {
		return nil
	}
	var value struct{ Value json.RawMessage }
	if err := json.Unmarshal(answer[3], &value); err != nil {
		return err
	}
	return json.Unmarshal(value.Value, out)
}

func (f *firefox) must(command string, params map[string]any, out any) {
	f.t.Helper()
	require.NoError(f.t, f.call(command, params, out))
}

// evalIn returns what an expression of the page comes to.
func evalIn[T any](f *firefox, expression string) (v T) {
	f.t.Helper()
	f.must("WebDriver:ExecuteScript", map[string]any{"script": "return " + expression, "args": []any{}, "sandbox": nil}, &v)
	return v
}

// until waits for an expression to be true.
func (f *firefox) until(expression string) {
	f.t.Helper()
	for end := time.Now().Add(3 * time.Minute); !evalIn[bool](f, "!!("+expression+")"); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			f.t.Fatalf("waited in vain for %s; the page: %s", expression, evalIn[string](f, "document.body.innerText"))
		}
	}
}

// element finds what a selector names, once it is there.
func (f *firefox) element(selector string) map[string]any {
	f.t.Helper()
	f.until(`document.querySelector(` + quoted(selector) + `)`)
	var e map[string]any
	f.must("WebDriver:FindElement", map[string]any{"using": "css selector", "value": selector}, &e)
	for _, id := range e {
		return map[string]any{"id": id}
	}
	return nil
}

// click clicks in the middle of an element with the mouse. It fails if something else lies there.
func (f *firefox) click(selector string) {
	f.t.Helper()
	f.must("WebDriver:ElementClick", f.element(selector), nil)
}

// write types a text into a field.
func (f *firefox) write(selector, text string) {
	f.t.Helper()
	e := f.element(selector)
	e["text"] = text
	f.must("WebDriver:ElementSendKeys", e, nil)
}

// In Firefox, too, a student who has only the folder does a lesson to its end, and a lab to the file that is handed in, which csmacd
// finds to be all right.
func TestFirefoxFromAFolder(t *testing.T) {
	touring(t)
	f := openFirefox(t)
	static := t.TempDir()
	require.NoError(t, page.Write(static))
	f.must("WebDriver:Navigate", map[string]any{"url": "file://" + static + "/index.html?lang=en#lesson=two-collide"}, nil)
	f.must("WebDriver:ExecuteScript", map[string]any{"script": `window.wrong = []; addEventListener("error", (e) => wrong.push(e.message)); addEventListener("unhandledrejection", (e) => wrong.push(String(e.reason)));
		addEventListener("securitypolicyviolation", (e) => wrong.push(e.violatedDirective + " " + e.blockedURI));`, "args": []any{}, "sandbox": nil}, nil)
	f.until(ready)
	began := time.Now()
	for range 4 {
		f.click(".paces button:last-child")
	}
	f.click("#prediction button:nth-child(2)")
	asked := 0
	for s := evalIn[state](f, look); s.Done < s.Of; s = evalIn[state](f, look) {
		require.Less(t, time.Since(began), 3*time.Minute, "%+v: %s", s, evalIn[string](f, "document.body.innerText"))
		switch {
		case s.Asked != "":
			asked++
			f.click("#question .choices button:nth-child(" + strconv.Itoa(s.Right+1) + ")")
		case s.Answered:
			assert.True(t, s.Good)
			f.click("#play")
		case !s.Playing: // unless a question has come since: Go on would pass it
			evalIn[bool](f, `(() => { if (!document.querySelector("#question")) document.querySelector("#play").click(); return true; })()`)
		default:
			time.Sleep(30 * time.Millisecond)
		}
	}
	assert.Positive(t, asked)
	f.until(`document.querySelector(".learned")`)
	t.Logf("the lesson: %v", time.Since(began))

	began = time.Now()
	f.click("#mode-lab")
	f.until(`document.querySelectorAll(".question").length > 0`)
	evalIn[bool](f, `(location.hash = "lab=why-64-octets", true)`)
	f.until(`document.querySelectorAll(".question").length === 7 && document.querySelector(".lab-sheet").innerText.includes("A and B are 600 bit times apart")`)
	for i, right := range []string{"0", "2", "0 frames", "1", "68", "142", "64"} {
		field := "#question-" + strconv.Itoa(i+1)
		f.write(field+" input", right)
		f.click(field + " button.main")
		f.until(`document.querySelector("` + field + ` .q-verdict")?.innerText.includes("Right.")`)
	}
	f.write("#student", "Ada Lovelace")
	f.click("#hand-in")
	handedIn(t, f.files, "why-64-octets", 7, nil)
	t.Logf("the lab: %v", time.Since(began))
	assert.Empty(t, evalIn[[]string](f, `window.wrong`))
}
