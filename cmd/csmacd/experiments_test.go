package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The library of experiments: plans in plansDir, and what they show in one of the guides,
// NAME.md, with its figures in the folder NAME beside it.
const (
	plansDir = "../../testdata/experiments"
	docsDir  = "../../docs"
)

var guides = []string{
	"explanation/experiments",
	"explanation/backoff/aloha", "explanation/backoff/store", "explanation/backoff/server", "explanation/backoff/queue", "explanation/backoff/cross",
}

// guideOf returns the guide that shows the result of a plan, and its text.
func guideOf(t *testing.T, plan string) (name, text string) {
	t.Helper()
	for _, name := range guides {
		text, err := os.ReadFile(filepath.Join(docsDir, name+".md"))
		require.NoError(t, err)
		if strings.Contains(string(text), "../../testdata/experiments/"+plan) {
			return name, string(text)
		}
	}
	require.Fail(t, "no guide has "+plan)
	return "", ""
}

// planCommand is a line of a plan's head, and its words.
type planCommand struct {
	line  string
	words []string
}

// library returns, by the plan's file, the commands that its head names.
func library(t *testing.T) map[string][]planCommand {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(plansDir, "*.yaml"))
	require.NoError(t, err)
	all := map[string][]planCommand{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for line := range strings.Lines(string(text)) {
			if line, ok := strings.CutPrefix(line, "#\tcsmacd "); ok {
				all[filepath.Base(file)] = append(all[filepath.Base(file)], planCommand{strings.TrimSpace(line), words(line)})
			}
		}
	}
	require.GreaterOrEqual(t, len(all), 10)
	return all
}

// figureOf returns the figure that a command writes; "": none.
func figureOf(c planCommand) string {
	for i, word := range c.words[:len(c.words)-1] {
		if word == "--out" && c.words[0] == "plot" {
			return c.words[i+1]
		}
	}
	return ""
}

// inFolder runs a plan's commands in a folder of their own, each with the arguments of
// its kind on top, and returns the folder.
func inFolder(t *testing.T, plan string, commands []planCommand, more map[string][]string) string {
	t.Helper()
	dir := t.TempDir()
	files, err := filepath.Glob(filepath.Join(plansDir, strings.TrimSuffix(plan, ".yaml")+".*"))
	require.NoError(t, err)
	for _, file := range files { // the plan, and what is drawn beside it
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, filepath.Base(file)), text, 0o644))
	}
	for _, command := range commands {
		c := exec.CommandContext(t.Context(), "csmacd", slices.Concat(command.words, more[command.words[0]])...)
		c.Dir = dir
		out, err := c.CombinedOutput()
		require.NoError(t, err, "csmacd %s\n%s", command.line, out)
	}
	return dir
}

// Each plan's commands do what its head says, in a small version of it: the plan is
// right, and the figures are drawn. The guide has all of it.
func TestLibraryCommands(t *testing.T) {
	small := []string{"--set", "warmup=0s", "--duration", "20ms"}
	few := append([]string{"--set", "sweep.replications=2", "--quiet"}, small...)
	own := map[string][]string{
		"cross.yaml": {"--set", "sweep.axes.duration=[2ms, 50ms, 1s, 41s, 8s]"}, // media's own times
		// TCP takes longer to begin.
		"tcp-capture.yaml": {"--duration", "300ms"},
		"tcp-short.yaml":   {"--duration", "1200ms"},
	}
	for plan, commands := range library(t) {
		t.Run(plan, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, []string{"sweep", plan}, commands[0].words[:2])
			guide, text := guideOf(t, plan)
			figures := 0
			for _, command := range commands {
				assert.True(t, strings.Contains(text, "\ncsmacd "+command.line+"\n"), "the guide has no csmacd %s", command.line)
			}
			sweep := few
			if len(commands[0].words) > 2 {
				sweep = append(slices.Clone(few), "--max-replications", "10", "--set", "sweep.replications=10")
			}
			sweep = slices.Concat(sweep, own[plan])
			dir := inFolder(t, plan, commands, map[string][]string{"sweep": sweep, "run": {"--set", "warmup=0s", "--duration", "200ms"}})
			for _, command := range commands {
				name := figureOf(command)
				if name == "" {
					continue
				}
				figures++
				drawn, err := os.ReadFile(filepath.Join(dir, name))
				require.NoError(t, err)
				assert.True(t, strings.Contains(string(drawn), "<svg"), name)
				assert.True(t, strings.Contains(text, "]("+filepath.Base(guide)+"/"+name+")"), "the guide does not show %s", name)
				kept, err := os.Stat(filepath.Join(docsDir, guide, name))
				require.NoError(t, err)
				assert.Less(t, kept.Size(), int64(160<<10), "%s is small", name)
			}
			assert.NotZero(t, figures)
		})
	}
}

// The figures that the guide shows are those that the commands give. Of plans that take
// seconds only with -update, which writes all of them anew: go test ./cmd/csmacd -run
// LibraryFigures -update.
func TestLibraryFigures(t *testing.T) {
	if !*update && (testing.Short() || runtime.GOARCH != "amd64") {
		t.Skip("a figure's coordinates may be rounded otherwise on other processors")
	}
	quick := map[string]bool{"throughput.yaml": true, "outage.yaml": true}
	for plan, commands := range library(t) {
		if !*update && !quick[plan] {
			continue
		}
		t.Run(plan, func(t *testing.T) {
			guide, _ := guideOf(t, plan)
			dir := inFolder(t, plan, commands, map[string][]string{"sweep": {"--quiet"}})
			for _, command := range commands {
				name := figureOf(command)
				if name == "" {
					continue
				}
				drawn, err := os.ReadFile(filepath.Join(dir, name))
				require.NoError(t, err)
				if *update {
					require.NoError(t, os.WriteFile(filepath.Join(docsDir, guide, name), drawn, 0o644))
					continue
				}
				kept, err := os.ReadFile(filepath.Join(docsDir, guide, name))
				require.NoError(t, err)
				assert.True(t, string(kept) == string(drawn), "%s is another one now: look at it, then -update", name)
			}
		})
	}
}

// outFile is what a command in a guide writes.
var outFile = regexp.MustCompile(`(?m)^csmacd .* --out (\S+)$`)

// Every figure of a guide is written by one of its commands, and no figure is left over.
func TestLibraryLeavesNothingOver(t *testing.T) {
	given := map[string]bool{}
	for plan, commands := range library(t) {
		guide, _ := guideOf(t, plan)
		for _, command := range commands {
			given[filepath.Join(guide, figureOf(command))] = true
		}
	}
	for _, guide := range guides {
		text, err := os.ReadFile(filepath.Join(docsDir, guide+".md"))
		require.NoError(t, err)
		for _, m := range outFile.FindAllStringSubmatch(string(text), -1) {
			given[filepath.Join(guide, m[1])] = true
		}
		kept, err := os.ReadDir(filepath.Join(docsDir, guide))
		require.NoError(t, err)
		for _, f := range kept {
			assert.True(t, given[filepath.Join(guide, f.Name())], "%s/%s is given by no command", guide, f.Name())
		}
	}
}
