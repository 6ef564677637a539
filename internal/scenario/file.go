package scenario

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"unicode/utf8"
)

// Standard input, as a path has it and as messages do.
const (
	standardInput     = "-"
	standardInputName = "standard input"
)

// Load reads a scenario file, or standard input for "-", of at most [MaxFileSize]
// octets. The error is a [Problems], unless the file cannot be read; that of a
// missing file is an fs.ErrNotExist.
func Load(path string, o Options) (*Scenario, error) {
	if path == standardInput {
		return load(standardInputName, os.Stdin, o)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, readError(path, err)
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s: is a directory: name a scenario file in it", path)
	}
	return load(path, f, o)
}

func load(file string, from io.Reader, o Options) (*Scenario, error) {
	text, err := io.ReadAll(io.LimitReader(from, MaxFileSize+1))
	if err != nil {
		return nil, readError(file, err)
	}
	return Parse(file, text, o)
}

// readError names the file once, whatever the system's error says.
func readError(file string, err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = fs.ErrNotExist
	}
	return fmt.Errorf("%s: %w", file, err)
}

// crowded reports whether a text may hold more than so many YAML values. Each is marked by at
// least one octet; the library makes some 160 octets of each before anybody can count them.
func crowded(text []byte, values int) bool {
	if len(text) <= values {
		return false
	}
	marks := 0
	for _, c := range text {
		switch c {
		case ',', ':', '\n', '[', '{', '?':
			marks++
		}
	}
	return marks > values
}

// checkText says whether the file's octets are text that YAML allows.
func (r *reader) checkText(text []byte) bool {
	switch at := firstBad(text); {
	case len(text) > MaxFileSize:
		r.failFile("is longer than %d MiB, the longest scenario", MaxFileSize>>20)
	case crowded(text, r.nodes):
		r.failFile("has more than %d commas, colons and line ends, so that its values may not fit in memory", r.nodes)
	case bytes.IndexByte(text, 0) >= 0:
		r.failFile("is not a text file: a scenario is YAML")
	case !utf8.Valid(text):
		r.failFile("is not UTF-8 text: a scenario is YAML in UTF-8")
	case at >= 0:
		c, _ := utf8.DecodeRune(text[at:])
		line, column := lineColumn(text, at)
		r.problems.add(Problem{r.file, line, column, fmt.Sprintf("the control character %U has no place in YAML", c)})
	default:
		return true
	}
	return false
}

// firstBad gives the place of the first character that YAML 1.2 5.1 does not
// allow, or -1.
func firstBad(text []byte) int {
	return bytes.IndexFunc(text, func(c rune) bool {
		switch {
		case c == '\t' || c == '\n' || c == '\r' || c == 0x85 || c == 0xfeff:
			return false
		case c < 0x20 || c >= 0x7f && c < 0xa0 || c == 0xfffe || c == 0xffff:
			return true
		}
		return false
	})
}

// lineColumn gives the position of an octet, both from 1, columns in characters.
func lineColumn(text []byte, at int) (line, column int) {
	before := text[:at]
	start := bytes.LastIndexByte(before, '\n') + 1
	return bytes.Count(before, []byte("\n")) + 1, utf8.RuneCount(before[start:]) + 1
}
