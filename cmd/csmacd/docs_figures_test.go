package main

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A figure that the tutorial states in a sentence stands in what one of its commands prints, or in one of its files,
// perhaps rounded, or in another unit. TestDocs holds those to what csmacd does.
func TestTutorialFigures(t *testing.T) {
	found := 0
	for _, p := range markdown(t) {
		if !strings.HasPrefix(p.name, "docs/tutorial/") {
			continue
		}
		var printed []string
		prose := strings.Join(p.lines, "\n")
		for _, b := range p.blocks {
			text := strings.Join(b.lines, "\n")
			printed = append(printed, number.FindAllString(text, -1)...)
			prose = strings.Replace(prose, text, "", 1)
		}
		for _, figure := range number.FindAllString(notFigures.ReplaceAllString(prose, ""), -1) {
			if len(significant(figure)) >= 3 {
				found++
				assert.True(t, isRounded(figure, printed), "%s states %s, and no command of it prints that", p.name, figure)
			}
		}
	}
	require.Greater(t, found, 5)
}

var (
	number     = regexp.MustCompile(`\d[\d,]*(?:\.\d+)?`)
	notFigures = regexp.MustCompile("IEEE 802\\.3|`[^`]*`|\\([^()]*\\.(?:md|svg)[^()]*\\)|!\\[[^]]*\\]")
)

// significant returns the digits of a number from the first that is not 0.
func significant(n string) string {
	return strings.TrimLeft(strings.NewReplacer(",", "", ".", "").Replace(n), "0")
}

// isRounded reports whether a figure has the digits of one of several numbers, rounded to as many.
func isRounded(figure string, among []string) bool {
	digits := significant(figure)
	for _, n := range among {
		value, err := strconv.ParseFloat(strings.ReplaceAll(n, ",", ""), 64)
		if err != nil || value == 0 {
			continue
		}
		mantissa, _, _ := strings.Cut(strconv.FormatFloat(value, 'e', len(digits)-1, 64), "e")
		if significant(mantissa) == digits {
			return true
		}
	}
	return false
}

// Rounding is to the figure's digits, whatever the unit.
func TestIsRounded(t *testing.T) {
	for figure, ok := range map[string]bool{"0.984": true, "0.9837": true, "983.7": true, "0.983": false, "0.950": true, "138": true, "139": false, "8,099": true} {
		assert.Equal(t, ok, isRounded(figure, []string{"0.98371", "0.94969", "138463358013", "8,099"}), figure)
	}
}
