package scenario

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The language server of the YAML extensions of VS Code and Neovim, at a scenario whose first line names the
// schema: it marks a mistake, explains a key, and completes keys and words.
func TestSchemaInAnEditor(t *testing.T) {
	const server = "../../.ci/editor/node_modules/yaml-language-server/bin/yaml-language-server"
	if _, err := os.Stat(server); err != nil && os.Getenv("CI") == "" {
		t.Skip("needs the YAML language server: npm ci in .ci/editor")
	}
	schema, err := filepath.Abs("schema.json")
	require.NoError(t, err)
	e := startEditor(t, "node", server, "--stdio")
	e.request("initialize", map[string]any{"processId": nil, "rootUri": nil, "capabilities": map[string]any{
		"textDocument": map[string]any{"hover": map[string]any{"contentFormat": []string{"plaintext"}}},
	}}, nil)
	e.notify("initialized", struct{}{})
	e.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"yaml": map[string]any{
		"validate": true, "hover": true, "completion": true, "schemaStore": map[string]any{"enable": false},
	}}})
	text := "# yaml-language-server: $schema=" + schema + `
duration: 1s
medium: {kind: server, tiems: {file: t.csv}}
backoff: {policy: full-jitter, base: 5ms}
stations:
  - count: 3
    t
`
	uri := "file://" + filepath.Join(t.TempDir(), "mine.yaml")
	document := map[string]any{"uri": uri}
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "yaml", "version": 1, "text": text}})
	at := func(line, character int) map[string]any {
		return map[string]any{"textDocument": document, "position": map[string]int{"line": line, "character": character}}
	}

	e.until(func() bool { return len(e.marks[uri]) > 0 })
	marked := false
	for _, m := range e.marks[uri] {
		marked = marked || m.Range.Start.Line == 2 && strings.Contains(m.Message, "tiems")
	}
	assert.True(t, marked, "%v", e.marks[uri])

	var hover struct{ Contents struct{ Value string } }
	e.request("textDocument/hover", at(1, 2), &hover)
	assert.Contains(t, hover.Contents.Value, "simulated")

	var complete struct{ Items []struct{ Label string } }
	e.request("textDocument/completion", at(6, 5), &complete)
	assert.Contains(t, fmt.Sprint(complete.Items), "timeout", "a key of clients of a server")
	e.request("textDocument/completion", at(2, 16), &complete)
	assert.Contains(t, fmt.Sprint(complete.Items), "star")
	e.request("shutdown", nil, nil)
	e.notify("exit", nil)
}

// editor speaks the language server protocol over a process's standard streams.
type editor struct {
	t     *testing.T
	in    io.Writer
	out   chan message
	last  int
	marks map[string][]mark // what is wrong, by document
}

type message struct {
	ID     any             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

type mark struct {
	Range   struct{ Start struct{ Line int } }
	Message string
}

func startEditor(t *testing.T, name string, args ...string) *editor {
	cmd := exec.CommandContext(t.Context(), name, args...)
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	e := &editor{t: t, in: in, out: make(chan message), marks: map[string][]mark{}}
	stop := make(chan struct{})
	t.Cleanup(func() { close(stop); _ = cmd.Process.Kill(); _ = cmd.Wait() })
	go func() {
		defer close(e.out)
		r := bufio.NewReader(out)
		for {
			header, err := textproto.NewReader(r).ReadMIMEHeader()
			if err != nil {
				return
			}
			length, _ := strconv.Atoi(header.Get("Content-Length"))
			text := make([]byte, length)
			var m message
			if _, err := io.ReadFull(r, text); err != nil || json.Unmarshal(text, &m) != nil {
				return
			}
			select {
			case e.out <- m:
			case <-stop:
				return
			}
		}
	}()
	return e
}

func (e *editor) send(m map[string]any) {
	m["jsonrpc"] = "2.0"
	text, err := json.Marshal(m)
	require.NoError(e.t, err)
	_, err = fmt.Fprintf(e.in, "Content-Length: %d\r\n\r\n%s", len(text), text)
	require.NoError(e.t, err)
}

func (e *editor) notify(method string, params any) {
	e.send(map[string]any{"method": method, "params": params})
}

// request sends a request and waits for its result.
func (e *editor) request(method string, params, result any) {
	e.last++
	id, done := float64(e.last), false
	e.send(map[string]any{"id": e.last, "method": method, "params": params})
	e.each(func(m message) bool {
		if done = m.Method == "" && m.ID == id; done {
			require.Empty(e.t, string(m.Error), method)
			if result != nil {
				require.NoError(e.t, json.Unmarshal(m.Result, result))
			}
		}
		return done
	})
}

// until takes messages until a condition holds.
func (e *editor) until(enough func() bool) {
	e.each(func(message) bool { return enough() })
}

// each takes messages until one is enough. It answers what the server asks.
func (e *editor) each(enough func(message) bool) {
	limit := time.After(20 * time.Second)
	for {
		select {
		case m, ok := <-e.out:
			require.True(e.t, ok, "the language server has ended")
			switch {
			case m.Method == "textDocument/publishDiagnostics":
				var p struct {
					URI         string
					Diagnostics []mark
				}
				require.NoError(e.t, json.Unmarshal(m.Params, &p))
				e.marks[p.URI] = p.Diagnostics
			case m.Method != "" && m.ID != nil:
				e.send(map[string]any{"id": m.ID, "result": nil})
			}
			if enough(m) {
				return
			}
		case <-limit:
			require.Fail(e.t, "the language server does not answer")
		}
	}
}
