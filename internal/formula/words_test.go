package formula

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Errors name types as people do.
func TestTypesInWords(t *testing.T) {
	for text, want := range map[string]string{
		"expected float64, but got string":                         "expected a number, but got text",
		"invalid operation: + (mismatched types float64 and bool)": "invalid operation: + (mismatched types a number and true or false)",
		"invalid operation: % (mismatched types float64 and int)":  "% takes whole numbers: write int(a) % int(b)",
		"invalid operation: % (mismatched types float64 and bool)": "invalid operation: % (mismatched types a number and true or false)",
		"runtime error: integer divide by zero":                    "division by zero",
		"unknown name string":                                      "unknown name string",
		"non-bool expression (type float64) used as condition":     "non-bool expression (type float64) used as condition",
	} {
		assert.Equal(t, want, inWords(text))
	}
}
