package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/lab"
)

// completed returns what the scripts of completion are told after a command line: words that are no flags, flags,
// and whether files are wanted, too.
func completed(t *testing.T, line string) (names, flags []string, files bool) {
	t.Helper()
	var out strings.Builder
	require.NoError(t, printTo(&out, append(strings.Fields(line), "--generate-bash-completion")...), line)
	for _, word := range strings.Fields(out.String()) {
		switch {
		case word == filesToo:
			files = true
		case strings.HasPrefix(word, "-"):
			flags = append(flags, word)
		default:
			names = append(names, word)
		}
	}
	return names, flags, files
}

// After each command stand the commands below it and no others, all its flags, and files if it takes any.
func TestEachCommandIsCompleted(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir()) // no live runs
	takesFiles := regexp.MustCompile(`FILE|DIR|RESULT|^A B$`)
	eachCommand(newApp().Commands, "csmacd", func(name string, c *cli.Command) {
		line := strings.TrimPrefix(name, "csmacd ")
		var below []string
		for _, b := range c.Subcommands {
			below = append(below, b.Name)
		}
		names, flags, files := completed(t, line)
		if name == "csmacd completion" || name == "csmacd lab" || name == "csmacd backoff" || name == "csmacd explain" || name == "csmacd sweep" || strings.HasPrefix(c.ArgsUsage, "NAME") && strings.HasPrefix(name, "csmacd lab ") {
			assert.NotEmpty(t, names, name)
		} else {
			assert.Equal(t, below, names, name)
		}
		assert.NotContains(t, names, "help", name)
		assert.Contains(t, flags, "--help", name)
		for _, f := range c.Flags {
			assert.Contains(t, flags, "--"+f.Names()[0], name)
			if f, ok := f.(cli.DocGenerationFlag); ok && f.TakesValue() {
				names, flags, files := completed(t, line+" --"+f.(cli.Flag).Names()[0])
				assert.Equal(t, valuesOf(f.(cli.Flag).Names()[0]), names, name)
				assert.Empty(t, flags, name)
				assert.Equal(t, names == nil, files, name)
			}
		}
		assert.Equal(t, takesFiles.MatchString(c.ArgsUsage) || name == "csmacd up", files, "%s %s", name, c.ArgsUsage)
	})
}

func TestCompletion(t *testing.T) {
	all, err := lab.Names(lab.Builtin())
	require.NoError(t, err)
	labs := strings.Join(all, " ")
	for _, c := range []struct {
		line, names string
		files       bool
	}{
		{"lab", labs + " list show check sheet", true},
		{"help lab", labs + " list show check sheet", true},
		{"lab --no-open", labs + " list show check sheet", true},
		{"lab net.yaml", "", true},
		{"plca", "get set status", true},
		{"plca net.yaml", "", true},
		{"theory", "lam regions", false},
		{"theory lam", "", false},
		{"lab list", "", false},
		{"phys", "", false},
		{"policies", "", false},
		{"lab check --hand-in", "", true},
		{"lab check capture-effect", "", false},
		{"sweep", "submit manifest", true},
		{"sweep submit", "", true},
		{"completion", "bash zsh fish", false},
		{"completion bash", "", false},
		{"run --json", "", true},
		{"run net.yaml --json", "", true},
		{"run --quiet net.yaml --json", "", true},
		{"sweep plan.yaml --keep", "series histograms capture stations flows", false},
		{"plot --theory", "metcalfe-boggs lam queue aloha", false},
		{"nothing", "", false},
	} {
		names, _, files := completed(t, c.line)
		assert.Equal(t, c.names, strings.Join(names, " "), c.line)
		assert.Equal(t, c.files, files, c.line)
	}
	names, _, _ := completed(t, "help")
	all, _, _ = completed(t, "")
	assert.Equal(t, all, names)
	assert.Contains(t, all, "sweep")

	for line, name := range map[string]string{
		"run net.yaml --events-of": "tx_start", "up --events-of": "senders", "backoff": "full-jitter", "backoff beb": "full-jitter", "explain": "stations.traffic.kind", "explain --json": "130",
	} {
		names, _, files := completed(t, line)
		assert.Contains(t, names, name, line)
		assert.False(t, files, line)
	}
	names, _, _ = completed(t, "explain slot")
	assert.Empty(t, names)

	own := t.TempDir()
	require.NoError(t, os.WriteFile(own+"/mine.yaml", nil, 0o600))
	for _, line := range []string{"lab show --dir " + own, "lab --dir " + own + " check"} {
		names, _, _ = completed(t, line)
		assert.Equal(t, []string{"mine"}, names, line)
	}
}

// fish shows what each word is.
func TestCompletionDescribes(t *testing.T) {
	t.Setenv(describe, "1")
	var out strings.Builder
	require.NoError(t, printTo(&out, "lab", "--generate-bash-completion"))
	assert.Contains(t, out.String(), "list\tlist the labs: ")
	assert.Contains(t, out.String(), "--static\twrite the page to the folder DIR, ")
}
