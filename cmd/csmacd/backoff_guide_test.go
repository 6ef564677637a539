package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/policies"
)

const policiesGuide = "../../docs/reference/policies.md"

var (
	guideFigure = regexp.MustCompile(`(?m)^(csmacd backoff .*) --out docs/(reference/policies/[a-z]+\.svg)$`)
	shellWord   = regexp.MustCompile(`'([^']*)'|(\S+)`)
)

// words returns the words of a command line, each of which may be in single quotes, as a shell does.
func words(line string) (list []string) {
	for _, m := range shellWord.FindAllStringSubmatch(line, -1) {
		list = append(list, m[1]+m[2])
	}
	return list
}

// The guide to policies has all policies, each with its formula, and its figures are what the commands in it draw.
// TestDocs runs its sessions.
func TestPoliciesGuideSaysWhatIsSo(t *testing.T) {
	text, err := os.ReadFile(policiesGuide)
	require.NoError(t, err)
	guide := string(text)
	for _, p := range policies.All() {
		assert.Contains(t, guide, "| `"+p.Name+"` | "+strings.ReplaceAll(p.Formula, "*", `\*`)+" |")
	}
	figures := guideFigure.FindAllStringSubmatch(guide, -1)
	require.Len(t, figures, 2)
	for _, m := range figures {
		to := t.TempDir() + "/figure.svg"
		app := newApp()
		app.Writer = new(strings.Builder)
		require.NoError(t, app.Run(commandline.Arrange(app, append(words(m[1]), "--out", to))))
		want, err := os.ReadFile("../../docs/" + m[2])
		require.NoError(t, err)
		got, err := os.ReadFile(to)
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got), "%s is not what its command draws: draw it again", m[2])
	}
}
