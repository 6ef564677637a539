package compress

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// The endings of names of files that are compressed.
const (
	gzipEnding = ".gz"
	zstdEnding = ".zst"
)

// others are the endings of other programs, whose files would not be what their names say.
var others = []string{".bz2", ".xz", ".lzma", ".lz4", ".br", ".z", ".zip", ".7z", ".zstd", ".gzip", ".tgz", ".lzo", ".sz"}

// endingOf returns the ending of a name if files of that ending are compressed, or "".
func endingOf(name string) (string, error) {
	ending := filepath.Ext(name)
	switch lower := strings.ToLower(ending); {
	case lower == gzipEnding || lower == zstdEnding:
		return lower, nil
	case slices.Contains(others, lower):
		return "", fmt.Errorf("csmacd compresses to %s and %s, not to %s", gzipEnding, zstdEnding, ending)
	}
	return "", nil
}

// CheckName returns an error if files of that name are compressed in a way that [For] does not
// know.
func CheckName(name string) error {
	_, err := endingOf(name)
	return err
}

// Compresses reports whether files of that name are compressed.
func Compresses(name string) bool {
	ending, err := endingOf(name)
	return err == nil && ending != ""
}
