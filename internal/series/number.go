package series

import (
	"math"
	"strconv"
)

// AppendNumber appends a number in the form of JSON: the shortest text that reads as the same
// number, equal on all platforms. NaN and infinities are null.
func AppendNumber(b []byte, f float64) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return append(b, "null"...)
	}
	format := byte('f')
	if a := math.Abs(f); a != 0 && (a < 1e-6 || a >= 1e21) {
		format = 'e'
	}
	return strconv.AppendFloat(b, f, format, -1, 64)
}

// AppendCell appends a number as a cell of CSV: in the form of JSON, or nothing if it is not finite.
func AppendCell(b []byte, f float64) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return b
	}
	return AppendNumber(b, f)
}
