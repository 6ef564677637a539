package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The library of experiments: plans in plansDir, what they show in guide, with the
// figures in figuresDir.
const (
	plansDir   = "../../testdata/experiments"
	figuresDir = "../../docs/experiments"
	guide      = "../../docs/experiments.md"
)

// library gives, by the plan's file, the commands that its head names.
func library(t *testing.T) map[string][][]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(plansDir, "*.yaml"))
	require.NoError(t, err)
	all := map[string][][]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for line := range strings.Lines(string(text)) {
			if command, ok := strings.CutPrefix(line, "#\tcsmacd "); ok {
				all[filepath.Base(file)] = append(all[filepath.Base(file)], strings.Fields(command))
			}
		}
	}
	require.GreaterOrEqual(t, len(all), 10)
	return all
}

// figureOf gives the figure that a command writes; "": none.
func figureOf(command []string) string {
	for i, word := range command[:len(command)-1] {
		if word == "--out" && command[0] == "plot" {
			return command[i+1]
		}
	}
	return ""
}

// inFolder runs a plan's commands in a folder of their own, each with the arguments of
// its kind on top, and gives the folder.
func inFolder(t *testing.T, plan string, commands [][]string, more map[string][]string) string {
	t.Helper()
	dir := t.TempDir()
	text, err := os.ReadFile(filepath.Join(plansDir, plan))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, plan), text, 0o644))
	for _, command := range commands {
		c := exec.CommandContext(t.Context(), "csmacd", append(command[:len(command):len(command)], more[command[0]]...)...)
		c.Dir = dir
		out, err := c.CombinedOutput()
		require.NoError(t, err, "csmacd %s\n%s", strings.Join(command, " "), out)
	}
	return dir
}

// Each plan's commands do what its head says, in a small version of it: the plan is
// right, and the figures are drawn. The guide has all of it.
func TestLibraryCommands(t *testing.T) {
	text, err := os.ReadFile(guide)
	require.NoError(t, err)
	small := []string{"--set", "warmup=0s", "--duration", "20ms"}
	few := append([]string{"--set", "sweep.replications=2", "--quiet"}, small...)
	for plan, commands := range library(t) {
		t.Run(plan, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, []string{"sweep", plan}, commands[0][:2])
			assert.Contains(t, string(text), "../testdata/experiments/"+plan, "the guide has the plan")
			figures := 0
			for _, command := range commands {
				assert.Contains(t, string(text), "\ncsmacd "+strings.Join(command, " ")+"\n", "the guide has the command")
			}
			sweep := few
			if len(commands[0]) > 2 {
				sweep = append([]string{"--max-replications", "3"}, few...)
			}
			dir := inFolder(t, plan, commands, map[string][]string{"sweep": sweep, "run": {"--set", "warmup=0s", "--duration", "200ms"}})
			for _, command := range commands {
				name := figureOf(command)
				if name == "" {
					continue
				}
				figures++
				drawn, err := os.ReadFile(filepath.Join(dir, name))
				require.NoError(t, err)
				assert.Contains(t, string(drawn), "<svg")
				assert.Contains(t, string(text), "](experiments/"+name+")", "the guide shows the figure")
				kept, err := os.Stat(filepath.Join(figuresDir, name))
				require.NoError(t, err)
				assert.Less(t, kept.Size(), int64(64<<10), "%s is small", name)
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
			dir := inFolder(t, plan, commands, map[string][]string{"sweep": {"--quiet"}})
			for _, command := range commands {
				name := figureOf(command)
				if name == "" {
					continue
				}
				drawn, err := os.ReadFile(filepath.Join(dir, name))
				require.NoError(t, err)
				if *update {
					require.NoError(t, os.WriteFile(filepath.Join(figuresDir, name), drawn, 0o644))
					continue
				}
				kept, err := os.ReadFile(filepath.Join(figuresDir, name))
				require.NoError(t, err)
				assert.True(t, string(kept) == string(drawn), "%s is another one now: look at it, then -update", name)
			}
		})
	}
}

// The guide shows no figure that no plan gives, and none is left over.
func TestLibraryLeavesNothingOver(t *testing.T) {
	given := map[string]bool{}
	for _, commands := range library(t) {
		for _, command := range commands {
			given[figureOf(command)] = true
		}
	}
	kept, err := os.ReadDir(figuresDir)
	require.NoError(t, err)
	for _, f := range kept {
		assert.True(t, given[f.Name()], "%s is given by no plan", f.Name())
	}
}
