package main

import (
	"context"
	"errors"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/usage"
)

// writer is a command with all the files that it reads and writes.
type writer struct {
	command string
	inputs  []input
	outputs []output
	args    func(in map[string]string) []string // except the outputs
}

// input is a file that a command reads.
type input struct{ what, path, content string }

// output is a file that a command writes.
type output struct {
	flag, ending string
	value        func(file string) string // of the flag that has the file written; nil: the file
}

func (o output) args(file string) []string {
	if o.value != nil {
		file = o.value(file)
	}
	return []string{o.flag, file}
}

const (
	quietCable = "duration: 5ms\nstations:\n  - {name: A, traffic: {kind: saturated}}\n  - {name: B}\n"
	liveCable  = "stations:\n  - {name: A, attach: {stream: \"unix:a.sock\"}}\n  - {name: B, at: 10m}\n"
	someDraws  = "duration: 1s\nmedium: {kind: store}\nstations:\n  - {name: c, count: 2}\ndraws: "
	someEvent  = `{"ps":0,"bits":0,"station":"A","event":"queued","frame":1,"octets":64,"to":"B"}` + "\n"
)

var results = []output{{"--json", "", nil}, {"--events", "", nil}, {"--pcap", "", nil}}

func writers(t *testing.T) []writer {
	capture := smallCapture(t)
	replay := func(in map[string]string) []string {
		text := "duration: 1ms\nstations:\n  - {name: A, traffic: {kind: pcap, file: " + in["the capture"] + "}}\n  - {name: B}\n"
		require.NoError(t, os.WriteFile(in["the scenario"], []byte(text), 0o644))
		return []string{in["the scenario"]}
	}
	return []writer{
		{
			"run", []input{{"the scenario", "s.yaml", quietCable}, {"the capture", "c.pcapng", capture}},
			append([]output{{"--series", "", nil}, {"--html", "", nil}}, results...), replay,
		},
		{
			"up", []input{{"the scenario", "s.yaml", liveCable}},
			append([]output{
				{"--record", ".yaml", nil},
				{"--record", ".pcapng", func(file string) string { return strings.TrimSuffix(file, ".pcapng") + ".yaml" }},
			}, results...),
			func(in map[string]string) []string { return []string{in["the scenario"]} },
		},
		{
			"draw", []input{{"the scenario", "s.yaml", quietCable}, {"the capture", "c.pcapng", capture}},
			[]output{{"--out", ".svg", nil}, {"--out", ".json", nil}}, replay,
		},
		{
			"plot", []input{{"the file", "e.jsonl", someEvent}, {"--data", "d.csv", "x,y\n"}},
			[]output{{"--out", ".svg", nil}, {"--out", ".pdf", nil}},
			func(in map[string]string) []string {
				return []string{in["the file"], "--data", in["--data"]}
			},
		},
		{
			"plot", []input{{"the campaign's file", "d.campaign/points.csv", "x,y\n"}},
			[]output{{"--out", ".svg", nil}},
			func(in map[string]string) []string { return []string{"d.campaign"} },
		},
		{
			"backoff", nil, []output{{"--json", "", nil}, {"--out", ".svg", nil}},
			func(map[string]string) []string { return []string{"beb", "--clients", "10"} },
		},
	}
}

// smallCapture is a capture that can be replayed.
func smallCapture(t *testing.T) string {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("s.yaml", []byte(quietCable), 0o644))
	require.NoError(t, perform(t, "run", "s.yaml", "--quiet", "--pcap", "c.pcapng"))
	text, err := os.ReadFile("c.pcapng")
	require.NoError(t, err)
	return string(text)
}

// perform runs a command in this process. A run that should have been refused, and is not, ends
// at once: its user has given up.
func perform(t *testing.T, args ...string) error {
	t.Helper()
	defer signal.Reset(syscall.SIGPIPE) // csmacd up ignores it
	ctx, cancel := context.WithCancel(t.Context())
	if args[0] == "up" {
		cancel()
	}
	defer cancel()
	app := newApp()
	args = append([]string{"csmacd"}, args...)
	return app.RunContext(ctx, commandline.Arrange(newApp(), args))
}

// aliases are ways to give a file a second name, whose ending is given.
var aliases = []struct {
	name string
	make func(t *testing.T, file, ending string) string
}{
	{"same path", func(_ *testing.T, file, _ string) string { return file }},
	{"absolute path", func(t *testing.T, file, _ string) string {
		path, err := filepath.Abs(file)
		require.NoError(t, err)
		return path
	}},
	{"symbolic link", func(t *testing.T, file, ending string) string {
		require.NoError(t, os.Symlink(file, "alias"+ending))
		return "alias" + ending
	}},
	{"hard link", func(t *testing.T, file, ending string) string {
		require.NoError(t, os.Link(file, "alias"+ending))
		return "alias" + ending
	}},
}

// Whatever two files of a command are one, by whatever names: it is refused, and nothing changes.
func TestNoFileOfACommandDestroysAnother(t *testing.T) {
	for _, w := range writers(t) {
		for _, alias := range aliases {
			for _, in := range w.inputs {
				renamed := alias.name == "same path" || alias.name == "absolute path"
				if renamed && filepath.Dir(in.path) != "." {
					continue // a file of a folder keeps its name
				}
				for _, out := range w.outputs {
					t.Run(strings.Join([]string{w.command, in.what, out.flag + out.ending, alias.name}, "/"), func(t *testing.T) {
						w.refused(t, func(paths map[string]string) []string {
							file := paths[in.what]
							if renamed {
								file = "shared" + out.ending
								require.NoError(t, os.Rename(paths[in.what], file))
								paths[in.what] = file
							}
							return append(w.args(paths), out.args(alias.make(t, file, out.ending))...)
						})
					})
				}
			}
			for i, one := range w.outputs {
				for _, other := range w.outputs[i+1:] {
					named := alias.name == "symbolic link" || alias.name == "hard link"
					if one.flag == other.flag || !named && one.ending != "" && other.ending != "" && one.ending != other.ending {
						continue
					}
					t.Run(strings.Join([]string{w.command, one.flag + one.ending, other.flag + other.ending, alias.name}, "/"), func(t *testing.T) {
						w.refused(t, func(paths map[string]string) []string {
							ending := one.ending
							if !named {
								ending = max(one.ending, other.ending)
							}
							file := "shared" + ending
							if alias.name == "hard link" {
								require.NoError(t, os.WriteFile(file, []byte("of an earlier run"), 0o644))
							}
							return slices.Concat(w.args(paths), one.args(file), other.args(alias.make(t, file, other.ending)))
						})
					})
				}
			}
		}
	}
}

// refused runs a command, which must not, and wants all files as they were.
func (w *writer) refused(t *testing.T, arranged func(paths map[string]string) []string) {
	t.Chdir(t.TempDir())
	paths := map[string]string{}
	for _, in := range w.inputs {
		require.NoError(t, os.MkdirAll(filepath.Dir(in.path), 0o755))
		require.NoError(t, os.WriteFile(in.path, []byte(in.content), 0o644))
		paths[in.what] = in.path
	}
	args := append([]string{w.command}, arranged(paths)...)
	before := world(t)
	err := perform(t, args...)
	require.ErrorContains(t, err, "the same file", "%v", args)
	assert.ErrorAs(t, err, new(usage.Error))
	assert.Equal(t, before, world(t))
}

// world is the content of all files in the working directory.
func world(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	require.NoError(t, filepath.WalkDir(".", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if errors.Is(err, os.ErrNotExist) {
			err, text = nil, []byte("a link to nothing")
		}
		all[path] = string(text)
		return err
	}))
	return all
}

// A run whose later files cannot be opened leaves the earlier ones as they were.
func TestARunThatCannotBeginChangesNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("s.yaml", []byte(quietCable), 0o644))
	require.NoError(t, os.WriteFile("old", []byte("of an earlier run"), 0o644))
	before := world(t)
	flags := []string{"--json", "--events", "--pcap", "--series", "--html"}
	for _, first := range flags {
		for _, file := range []string{"old", "new"} {
			for _, second := range flags {
				if first != second {
					require.ErrorContains(t, perform(t, "run", "s.yaml", first, file, second, "no/folder/f"), "no/folder/f: no such file or directory")
					require.True(t, maps.Equal(before, world(t)), "%s %s, %s no/folder/f", first, file, second)
				}
			}
		}
	}
}

// The name of a recording is used as it is given, or refused.
func TestNameOfARecording(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("s.yaml", []byte(liveCable), 0o644))
	before := world(t)
	for _, name := range []string{"x.json", "x", "-", "x.pcapng", "x.yaml.gz"} {
		require.ErrorContains(t, perform(t, "up", "s.yaml", "--record", name), "--record "+name+": a recording is a scenario: its name must end in .yaml")
	}
	assert.Equal(t, before, world(t))
}

// A campaign is kept in a folder of its own, and does not replace what it is made from.
func TestASweepSparesOtherFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	plan := quietCable + "sweep: {axes: {\"stations[0].at\": [0m, 1m]}, replications: 1}\n"
	put := func(path, text string) {
		t.Helper()
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	put("s.yaml", plan)
	put("work/thesis.tex", "years of work")
	put("tables/points.csv", "x,y\n")
	put("patients/records/1.jsonl", "{}\n")
	put("patients/names.csv", "x\n")
	put("file", "")
	sweep := func(file, dir string, flags ...string) error {
		return perform(t, append([]string{"sweep", file, "--quiet", "--out", dir}, flags...)...)
	}
	before := world(t)
	for _, dir := range []string{"work", "tables", "patients", "."} {
		require.ErrorContains(t, sweep("s.yaml", dir), "is not empty and not a campaign: give --out a new folder")
		require.Error(t, perform(t, "sweep", "submit", "s.yaml", "--out", dir))
	}
	require.Error(t, sweep("s.yaml", "file"))
	assert.Equal(t, before, world(t))

	// A folder that is empty, or that a sweep left before it was a campaign, is one to go on in.
	require.NoError(t, os.Mkdir("empty", 0o755))
	require.NoError(t, sweep("s.yaml", "empty"))
	put("c/lock", "")
	put("c/submit.yaml", plan)
	put("c/slurm-1_0.log", "")
	require.NoError(t, os.Mkdir("c/records", 0o755))
	require.NoError(t, sweep("s.yaml", "c"))
	require.NoError(t, os.Remove("c/campaign.json"))
	require.NoError(t, sweep("s.yaml", "c"), "its records are still there")

	// The campaign's plan can be run again, and not be changed under its reader.
	require.NoError(t, sweep("c/plan.yaml", "c"))
	require.NoError(t, os.Symlink("c/plan.yaml", "soft.yaml"))
	require.NoError(t, sweep("soft.yaml", "c"))
	before = world(t)
	for _, file := range []string{"c/plan.yaml", "soft.yaml"} {
		require.ErrorContains(t, sweep(file, "c", "--duration", "2ms"), "--out c/plan.yaml is the same file as the scenario "+file+", which is read")
	}
	require.NoError(t, os.Link("s.yaml", "c/capture.csv"))
	require.ErrorContains(t, sweep("s.yaml", "c"), "--out c/capture.csv is the same file as the scenario s.yaml, which is read")
	require.NoError(t, os.Remove("c/capture.csv"))

	require.ErrorContains(t, perform(t, "merge", "c", "--out", "work"), "is not empty and not a campaign")
	require.ErrorContains(t, perform(t, "merge", "c", "--out", "c/records"), "is not empty and not a campaign")
	assert.Equal(t, before, world(t))
	require.NoError(t, perform(t, "merge", "c", "empty", "--out", "both", "--quiet"))
}
