package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/commandline"
)

// The README's picture, and the text in the guide, are what the command draws.
func TestDiagramsOfTheGuide(t *testing.T) {
	drawn := func(lesson, name string, flags ...string) string {
		out := filepath.Join(t.TempDir(), name)
		args := append([]string{"csmacd", "draw", "../../testdata/scenarios/" + lesson + ".yaml", "--out", out}, flags...)
		require.NoError(t, newApp().Run(commandline.Arrange(newApp(), args)))
		text, err := os.ReadFile(out)
		require.NoError(t, err)
		return string(text)
	}
	for name, flags := range map[string][]string{
		"collision": {"two-stations-collide", "--width", "170", "--height", "150", "--play", "12s"},
		"path":      {"four-pairs", "--width", "170", "--height", "150"},
	} {
		now := drawn(flags[0], name+".svg", flags[1:]...)
		file := "../../docs/" + name + ".svg"
		if *update {
			require.NoError(t, os.WriteFile(file, []byte(now), 0o666))
		}
		picture, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.True(t, string(picture) == now, "make docs draws %s anew: csmacd draw %s", file, strings.Join(flags, " "))
	}

	guide, err := os.ReadFile("../../docs/howto/draw.md")
	require.NoError(t, err)
	diagram, _, _ := strings.Cut(drawn("two-stations-collide", "two.txt", "--ascii", "--to", "600bt", "--height", "6", "--width", "80"), ": preamble")
	assert.Contains(t, string(guide), diagram)
}

// Whatever the flags say, there is a diagram, which is not huge, or an error that says why.
func TestAnyFlagsOfDraw(t *testing.T) {
	dir := t.TempDir()
	lessons := []string{"two-stations-collide", "hub", "saturated24", "lost-unseen", "aloha", "t1s-multidrop", "four-pairs", "duplex-mismatch", "two-cables"}
	times := []string{"0bt", "1bt", "0.5bt", "999.9bt", "5000bt", "3ms", "10ms", "19.9ms", "0s", "5s", "1ps", "720h", "x", "-1bt", ""}
	sizes := []string{"0", "1", "60", "85.5", "300", "2000", "2001", "-5", "nan", "inf", "1e300"}
	rapid.Check(t, func(t *rapid.T) {
		lesson := rapid.SampledFrom(lessons).Draw(t, "lesson")
		out := filepath.Join(dir, "out."+rapid.SampledFrom([]string{"svg", "json", "txt", "pdf"}).Draw(t, "format"))
		args := []string{"csmacd", "draw", "../../testdata/scenarios/" + lesson + ".yaml", "--out", out, "--duration", "20ms", "--set", "warmup=0s"}
		flag := func(name string, values []string) {
			if rapid.IntRange(0, 3).Draw(t, name) == 0 {
				args = append(args, "--"+name+"="+rapid.SampledFrom(values).Draw(t, "value"))
			}
		}
		flag("from", times)
		flag("to", times)
		flag("width", sizes)
		flag("height", sizes)
		flag("stations", []string{"A", "A,B", "B,B", "port0", "h00,h23", "h00,h23,h01,h02,h03,h04,h05", ",", "nobody"})
		flag("ascii", []string{"true"})
		flag("path", []string{"a0,b2", "server,pc", "pc,server", "l0,r3", "l0,l1", "A,B", "a0", "a0,a0", ","})
		flag("play", []string{"1s", "12s", "1h", "0s", "-1s", "2h", "x"})
		_ = os.Remove(out)
		err := newApp().Run(commandline.Arrange(newApp(), args))
		written, missing := os.Stat(out)
		if err != nil {
			require.Error(t, missing, "an error leaves nothing behind: %v", args)
			return
		}
		require.NoError(t, missing, args)
		require.Less(t, written.Size(), int64(50_000_000), args)
	})
}
