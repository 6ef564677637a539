package control

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// all reads all lines of an input.
func all(r io.Reader) (list []string, err error) {
	l := newLines(r, nil)
	for {
		line, err := l.next()
		if err != nil {
			return list, err
		}
		list = append(list, string(line))
	}
}

// wanted splits an input as it is meant to be split, up to the first line that is too long.
func wanted(input string) (list []string, err error) {
	for line := range strings.Lines(input) {
		text, _ := strings.CutSuffix(line, "\n")
		if len(text) > mostLine {
			return list, errTooLong
		}
		if text = strings.TrimRight(text, "\r "); text != "" {
			list = append(list, text)
		}
	}
	return list, io.EOF
}

// However its octets arrive, an input has the same lines, and none that is longer than allowed.
func FuzzLines(f *testing.F) {
	long := strings.Repeat("x", mostLine)
	for _, seed := range []string{"", "\n\n", "{\"do\":\"status\"}\n", "half", "a\r\nb \n", long + "\n", long + "x\n", long, long + "x", "a\n" + long + long} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		want, end := wanted(string(input))
		for name, r := range map[string]io.Reader{
			"whole": bytes.NewReader(input), "halves": iotest.HalfReader(bytes.NewReader(input)), "errors with data": iotest.DataErrReader(bytes.NewReader(input)),
		} {
			got, err := all(r)
			require.ErrorIs(t, err, end, name)
			require.Equal(t, want, got, name)
		}
	})
}

// Any line has an answer of one line, which is JSON; only a command that exists is done.
func FuzzRequests(f *testing.F) {
	for _, seed := range []string{`{"do":"status"}`, `{"id":7,"do":"stats","host":"h1"}`, `{"do":"fly"}`, `{"do":1}`, `[]`, `{"do":"status"} x`, `{"do":"status","till":1}`, `{"id":{},"do":"stop"}`, "{", "null"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		r, err := parse(line)
		if err == nil {
			require.Contains(t, Verbs, r.Do)
		}
		text := answer(r.ID, map[string]int{"n": 1}, err)
		require.Equal(t, 1, bytes.Count(text, []byte("\n")))
		require.JSONEq(t, string(text), string(text))
	})
}

// The answer to a line with a mistake describes it.
func TestWrongRequests(t *testing.T) {
	for line, says := range map[string]string{
		`{"do":"fly"}`:                `do: there is no command "fly"; there are change, events, plca, status, stats, stop`,
		`{"do":"stop"} {"do":"stop"}`: "there is more after the object",
		`{"do":"status"`:              "it ends within the object",
		`{"do":7}`:                    "do is a number, where a text is expected",
		`[]`:                          "it is a list, where an object is expected",
		`{"do":"stop","now":true}`:    `unknown field "now"`,
		`{"do":"stop","id":{"a":1}}`:  "id: a number or a string of at most 64 octets is wanted",
		`cut 100m`:                    `not a request: invalid character 'c' looking for beginning of value; one is {"do":"status"}`,
	} {
		_, err := parse([]byte(line))
		assert.ErrorContains(t, err, says, line)
	}
	assert.Equal(t, `{"id":"x","ok":true,"n":1}`+"\n", string(answer([]byte(`"x"`), struct {
		N int `json:"n"`
	}{1}, nil)))
	assert.Equal(t, "{\"ok\":true}\n", string(answer(nil, nil, nil)))
	assert.Equal(t, `{"id":3,"ok":false,"error":"no \"h9\""}`+"\n", string(answer([]byte("3"), nil, errors.New(`no "h9"`))))
}

// In no second are more commands done than allowed, besides those of the silence before it.
func TestAllowance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var a allowance
		begin := time.Unix(1e9, 0)
		now, last := begin, time.Duration(0)
		taken := 0
		for _, step := range rapid.SliceOfN(rapid.IntRange(0, 30), 1, 600).Draw(t, "milliseconds") {
			now = now.Add(time.Duration(step) * time.Millisecond)
			last = now.Sub(begin)
			if a.take(now) {
				taken++
			}
		}
		assert.LessOrEqual(t, float64(taken), perSecond*(1+last.Seconds())+1e-6)
		assert.True(t, a.take(now.Add(time.Second)), "a client that waits is taken")
	})
}
