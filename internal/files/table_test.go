package files

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hardLink is a name that only a file which exists can have.
const hardLink = "hard link"

// names are ways to name the file "f" of the working directory.
var names = []struct {
	name string
	make func(t *testing.T, dir string) string
}{
	{"same path", func(*testing.T, string) string { return "f" }},
	{"relative path", func(*testing.T, string) string { return "./sub/../f" }},
	{"absolute path", func(_ *testing.T, dir string) string { return filepath.Join(dir, "f") }},
	{"symbolic link", func(t *testing.T, _ string) string {
		require.NoError(t, os.Symlink("f", "soft"))
		return "soft"
	}},
	{"link to a link, elsewhere", func(t *testing.T, _ string) string {
		require.NoError(t, os.Symlink("../f", "sub/soft"))
		require.NoError(t, os.Symlink("sub/soft", "softer"))
		return "softer"
	}},
	{"link of a folder", func(t *testing.T, _ string) string {
		require.NoError(t, os.Symlink(".", "here"))
		return "here/f"
	}},
	{"link through a link of a folder", func(t *testing.T, _ string) string {
		require.NoError(t, os.Mkdir("sub/deep", 0o755))
		require.NoError(t, os.Symlink("sub/deep", "there"))
		require.NoError(t, os.Symlink("../../f", "sub/deep/soft"))
		return "there/soft"
	}},
	{hardLink, func(t *testing.T, _ string) string {
		require.NoError(t, os.Link("f", "hard"))
		return "hard"
	}},
}

// Two names of one file are found, whether it exists or not.
func TestTableKnowsAFileByAnyName(t *testing.T) {
	for _, exists := range []bool{true, false} {
		for _, n := range names {
			if n.name == hardLink && !exists {
				continue
			}
			t.Run(map[bool]string{true: "exists/", false: "missing/"}[exists]+n.name, func(t *testing.T) {
				t.Chdir(t.TempDir())
				dir, err := os.Getwd()
				require.NoError(t, err)
				require.NoError(t, os.Mkdir("sub", 0o755))
				if exists {
					require.NoError(t, os.WriteFile("f", []byte("precious"), 0o644))
				}
				other := n.make(t, dir)
				var both Table
				both.Write("--json", "f")
				both.Write("--events", other)
				require.EqualError(t, both.Check(), "--json f and --events "+other+" are the same file: give one of them another name")
				var in Table
				in.Read("the scenario", "f")
				in.Write("--json", other)
				require.EqualError(t, in.Check(), "--json "+other+" is the same file as the scenario f, which is read: give --json another file")
				var fine Table
				fine.Read("the scenario", "f")
				fine.Read("--data", other)
				fine.Write("--json", "g")
				fine.Write("--events", "sub/f")
				fine.Write("--pcap", "")
				require.NoError(t, fine.Check())
			})
		}
	}
}

func TestTableOfPipesAndDevices(t *testing.T) {
	t.Chdir(t.TempDir())
	var devices Table
	devices.Read("the scenario", os.DevNull)
	devices.Write("--json", os.DevNull)
	devices.Write("--events", os.DevNull)
	require.NoError(t, devices.Check(), "a device is not spoilt")

	var out Table
	out.Write("--json", "-")
	out.Write("--out", "-")
	require.EqualError(t, out.Check(), "--json and --out are the same file: give one of them another name")
	var through Table
	through.Read("the scenario", "-")
	through.Write("--json", "-")
	require.NoError(t, through.Check())
}

// csmacd run s.yaml --json r.json >> r.json would lose one of the two, and >> s.yaml the scenario.
func TestTableOfRedirectedStreams(t *testing.T) {
	t.Chdir(t.TempDir())
	f, err := os.Create("log")
	require.NoError(t, err)
	defer f.Close()
	stdout := os.Stdout
	defer func() { os.Stdout = stdout }()
	os.Stdout = f
	var out Table
	out.Write("--json", "./log")
	require.EqualError(t, out.Check(), "--json ./log is the same file as standard output: give --json another file, or - for standard output")
	var in Table
	in.Read("the scenario", "log")
	require.EqualError(t, in.Check(), "standard output is the same file as the scenario log, which is read: send standard output elsewhere")
	var fine Table
	fine.Write("--json", "-")
	fine.Write("--events", "e")
	require.NoError(t, fine.Check())
	fine.Write("--pcap", "log")
	require.Error(t, fine.Check())
	var device Table
	device.Write("--json", "/dev/stdout")
	require.NoError(t, device.Check())
	device.Write("--events", "-")
	require.ErrorContains(t, device.Check(), "the same file")
}

// Check leaves nothing behind, even where it has to find out whether case matters.
func TestCheckChangesNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	var table Table
	table.Write("--json", "result")
	table.Write("--events", "RESULT")
	_ = table.Check() // an error where case does not matter
	list, err := os.ReadDir(".")
	require.NoError(t, err)
	assert.Empty(t, list)
}

func TestTargetOfACircle(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.Symlink("b", "a"))
	require.NoError(t, os.Symlink("a", "b"))
	_, err := Target("a")
	require.ErrorContains(t, err, "too many levels of symbolic links")
}
