package stations

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/phy"
)

// Words are the words that traffic can have in place of a station's name.
var Words = []string{"next", "random", "broadcast"}

// defaultName names stations that have no name, by their number in the scenario.
const defaultName = "h%02d"

// Pattern is a name with at most one number in it: "h%02d" is h00, h01, ...
type Pattern struct {
	Before, After string
	Numbered      bool
	width         int // the least number of digits
}

// ParsePattern reads a name. Its only verbs are %d and %0Nd.
func ParsePattern(s string) (p Pattern, err error) {
	p.Before = s
	if before, rest, ok := strings.Cut(s, "%"); ok {
		digits, after, d := strings.Cut(rest, "d")
		width, bad := 0, false
		if digits != "" {
			w, err := strconv.ParseUint(digits, 10, 8)
			width, bad = int(w), err != nil || digits[0] != '0' || w == 0
		}
		if !d || bad || strings.Contains(after, "%") {
			return p, errors.New(`a % in a name must be one number: %d, or %02d with leading zeros`)
		}
		p = Pattern{before, after, true, width}
	}
	return p, nil
}

// Name returns the i-th name.
func (p Pattern) Name(i int) string {
	if !p.Numbered {
		return p.Before
	}
	var b [20]byte
	digits := strconv.AppendInt(b[:0], int64(i), 10)
	var s strings.Builder
	s.Grow(len(p.Before) + max(p.width, len(digits)) + len(p.After))
	s.WriteString(p.Before)
	for range p.width - len(digits) {
		s.WriteByte('0')
	}
	s.Write(digits)
	s.WriteString(p.After)
	return s.String()
}

// checkName says why a station cannot have a name.
func checkName(name string) error {
	switch n := utf8.RuneCountInString(name); {
	case n < 1 || n > 64 || !document.Printable(name):
		return errors.New("a station's name is 1 to 64 printable characters")
	case slices.Contains(Words, name):
		return fmt.Errorf("%q cannot be a station's name: it has a meaning of its own in the key to", name)
	}
	if _, err := phy.ParseAddress(name); err == nil {
		return fmt.Errorf("%q cannot be a station's name: it is an address", name)
	}
	return nil
}

// Whole returns the pattern as it was written, without its number.
func (p Pattern) Whole() string {
	if p.Before+p.After == "" {
		return "clients"
	}
	return p.Before + p.After
}
