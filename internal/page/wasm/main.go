//go:build js && wasm

// Command wasm is the engine for the page of csmacd lab: a player behind one function,
// csmacd(name, arguments), both JSON except for files. It runs in a worker of the page.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"syscall/js"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/page/desk"
	"github.com/csmacd/csmacd/internal/page/player"
	"github.com/csmacd/csmacd/internal/said"
)

// What the page has open.
var (
	current *player.Player
	work    desk.Desk
)

func main() {
	js.Global().Set("csmacd", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if len(args) != 2 {
			return answer(nil, errors.New("csmacd takes a name and arguments"))
		}
		return call(args[0].String(), args[1].String())
	}))
	js.Global().Call("csmacdReady")
	select {}
}

// call answers a question. A mistake in the engine ends the answer, not the page.
func call(name, text string) (out any) {
	defer func() {
		if p := recover(); p != nil {
			out = answer(nil, fmt.Errorf("%s: the engine failed: %v", name, p))
		}
	}()
	if name == "load" {
		var r player.LoadRequest
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			return answer(nil, err)
		}
		p, err := player.Load(r.Name, r.Text, r.Path...)
		if err != nil {
			return answer(nil, err)
		}
		current = p
		return answer(p.About(), nil)
	}
	if got, known, err := work.Ask(name, []byte(text)); known {
		return answer(got, err)
	}
	if current == nil {
		return answer(nil, errors.New("no scenario has been read"))
	}
	return answer(current.Ask(name, []byte(text)))
}

// answer encodes what the page reads: a value, the octets of a file, or an error.
func answer(v any, err error) any {
	if b, ok := v.([]byte); ok && err == nil {
		octets := js.Global().Get("Uint8Array").New(len(b))
		js.CopyBytesToJS(octets, b)
		return octets
	}
	if err != nil {
		out := struct {
			Error    string             `json:"error"`
			Problems []document.Problem `json:"problems,omitempty"`
			Said     said.Sentence      `json:"said,omitzero"`
		}{Error: err.Error()}
		out.Said, _ = said.By(err)
		var problems document.Problems
		if errors.As(err, &problems) {
			out.Problems = problems
		}
		v = out
	}
	b, err := json.Marshal(v)
	if err != nil {
		return `{"error":"the answer cannot be written"}`
	}
	return string(b)
}
