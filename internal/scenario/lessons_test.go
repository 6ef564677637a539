package scenario

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/resource"
	"github.com/csmacd/csmacd/phy"
)

const lessons = "../../testdata/scenarios"

// Every lesson begins with its text, fits the schema, and is taken by the bus. Those about
// networks beyond the rules say so.
func TestLessons(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(lessons, "*.yaml"))
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(files), 15)
	// Each has one warning, about this.
	warns := map[string]string{
		"two-stations-collide": "4.2.3.2.3", "late-collision": "4.2.3.2.3", "lost-unseen": "4.2.3.2.3",
		"boggs-1988":            "longer than a 10base5 segment",
		"plca-two-coordinators": "the bus has two coordinators", "plca-sensors": "than the 8 of a 10base-t1s segment",
		"duplex-mismatch": "a duplex mismatch: sw is full duplex and pc is half duplex",
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		comment, _, _ := strings.Cut(string(text), "\nschema: ")
		require.True(t, strings.HasPrefix(comment, "# "), file)
		require.Contains(t, comment, "\n# Look for:", file)
		for line := range strings.Lines(comment) {
			require.LessOrEqual(t, len(strings.TrimRight(line, "\n")), 88, line)
		}
		s := goodWith(t, string(text), Options{ReadTimes: func(resource.Times) ([]phy.Time, error) { return []phy.Time{phy.Second}, nil }})
		name := strings.TrimSuffix(filepath.Base(file), ".yaml")
		if warns[name] == "" {
			require.Empty(t, s.Warnings, file)
			continue
		}
		require.Len(t, s.Warnings, 1, file)
		require.Contains(t, warned(s), warns[name], file)
	}
}
