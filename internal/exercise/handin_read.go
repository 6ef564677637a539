package exercise

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/files"
)

// MostHandedIn is the most octets of a file that is handed in.
const MostHandedIn = 1 << 20

// ReadHandIn reads a file that a student has handed in. The error is about what people do to such files: editors save them in
// another form, mail cuts them off, hands change them.
func ReadHandIn(text []byte) (*HandIn, error) {
	if len(text) > MostHandedIn {
		return nil, fmt.Errorf("is longer than %d MiB, the limit for a file of answers", MostHandedIn>>20)
	}
	if err := checkHandIn(text); err != nil {
		return nil, err
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // of editors that mark UTF-8
	var h HandIn
	if err := json.Unmarshal(text, &h); err != nil {
		return nil, notAnswers(text, err)
	}
	if err := checkKeys(text); err != nil {
		return nil, err
	}
	if h.Format != HandInFormat {
		return nil, fmt.Errorf("its format is %q, not %q: is it the file that the page saves?", h.Format, HandInFormat)
	}
	if h.Lab == "" {
		return nil, errors.New(`does not name its lab, the key "lab"`)
	}
	for _, a := range h.Answers {
		switch {
		case a.Tries < 0:
			return nil, fmt.Errorf("says that question %d was tried %d times: a number from 0 is expected", a.Question, a.Tries)
		case a.Hints < 0:
			return nil, fmt.Errorf("says that question %d had %d hints: a number from 0 is expected", a.Question, a.Hints)
		}
	}
	return &h, nil
}

// checkHandIn returns an error if the file is not text that can be JSON.
func checkHandIn(text []byte) error {
	switch {
	case len(bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff")))) == 0:
		return errors.New("is empty: ask for the file that the page saves")
	case bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff")):
		return errors.New("is UTF-16 text: a file of answers is JSON in UTF-8")
	case bytes.IndexByte(text, 0) >= 0:
		return errors.New("is not a text file: a file of answers is JSON")
	case !utf8.Valid(text):
		return errors.New("is not UTF-8 text: a file of answers is JSON in UTF-8")
	}
	return nil
}

// handInHints say what usually causes a message of package json.
var handInHints = []struct{ words, hint string }{
	{"after object key:value pair", "a comma or a } is missing before it, or a quote"},
	{"after array element", "a comma or a ] is missing before it, or a quote"},
	{"after object key", "a colon is missing before it"},
	{"object key string", "a key in quotes is wanted here, or there is a comma too many"},
	{"beginning of value", "a text in quotes, a number, true or false is wanted here"},
	{"in literal", "a text in quotes, a number, true or false is wanted here"},
	{"numeric literal", "a number is written wrongly"},
	{"in string literal", "a line ends within a text: a quote is missing"},
	{"in string escape code", `write \\ for a backslash`},
	{"after top-level value", "the file should end before it"},
}

// notAnswers returns the error of package json in the words of the file's author, with its place.
func notAnswers(text []byte, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax) && strings.Contains(err.Error(), "unexpected end"):
		line, _ := placeIn(text, len(text))
		return fmt.Errorf("is cut off: it ends on line %d, before its last }: ask for the whole file", line)
	case errors.As(err, &syntax):
		line, column := placeIn(text, int(syntax.Offset)-1)
		c, _ := utf8.DecodeRune(text[min(max(int(syntax.Offset)-1, 0), len(text)-1):])
		for _, h := range handInHints {
			if strings.Contains(err.Error(), h.words) {
				return fmt.Errorf("is not a file of answers: line %d, column %d: %q cannot stand here: %s", line, column, c, h.hint)
			}
		}
		return fmt.Errorf("is not a file of answers: line %d, column %d: %w", line, column, err)
	case errors.As(err, &kind) && kind.Field != "":
		line, _ := placeIn(text, int(kind.Offset))
		return fmt.Errorf("is not a file of answers: line %d: %w", line, files.JSON(err))
	}
	return fmt.Errorf("is not a file of answers: %w", files.JSON(err))
}

// placeIn is [document.LineColumn] of an octet that may be outside the text.
func placeIn(text []byte, at int) (line, column int) {
	return document.LineColumn(text, min(max(at, 0), len(text)))
}

// checkKeys returns an error if an object of valid JSON has a key twice. Package json would take the last one, and it takes
// small letters and capitals for the same.
func checkKeys(text []byte) error {
	type object struct {
		keys map[string]int // lines by the keys so far, in small letters; nil in a list
		open bool           // the next text is a value
	}
	var within []object
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		token, err := d.Token()
		if err != nil {
			return nil // the end: the text is valid
		}
		inside := len(within) > 0 && within[len(within)-1].keys != nil
		if key, ok := token.(string); ok && inside && !within[len(within)-1].open {
			o := &within[len(within)-1]
			line, _ := placeIn(text, int(d.InputOffset())-1)
			if first, twice := o.keys[strings.ToLower(key)]; twice {
				return fmt.Errorf("line %d: the key %q is given twice: first on line %d", line, key, first)
			}
			o.keys[strings.ToLower(key)], o.open = line, true
			continue
		}
		if inside {
			within[len(within)-1].open = false // its value is this one
		}
		switch token {
		case json.Delim('{'):
			within = append(within, object{keys: map[string]int{}})
		case json.Delim('['):
			within = append(within, object{})
		case json.Delim('}'), json.Delim(']'):
			within = within[:len(within)-1]
		}
	}
}
