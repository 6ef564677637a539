package files

import (
	"errors"
	"io/fs"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func content(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}

func entries(t *testing.T) (list []string) {
	t.Helper()
	all, err := os.ReadDir(".")
	require.NoError(t, err)
	for _, e := range all {
		list = append(list, e.Name())
	}
	return list
}

// Until a file is done, its name stands for what it was before.
func TestWholeReplacesAtOnce(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("f", []byte("old"), 0o640))
	require.NoError(t, os.Chmod("f", 0o640))
	require.NoError(t, os.Symlink("f", "link"))
	w, err := Create("link")
	require.NoError(t, err)
	assert.Equal(t, []string{"f", "link"}, entries(t), "nothing is made before something is written")
	_, err = w.Write([]byte("new"))
	require.NoError(t, err)
	assert.Equal(t, "old", content(t, "f"))
	require.NoError(t, w.Done(nil))
	assert.Equal(t, "new", content(t, "f"))
	assert.Equal(t, []string{"f", "link"}, entries(t))
	info, err := os.Lstat("link")
	require.NoError(t, err)
	assert.Equal(t, fs.ModeSymlink, info.Mode().Type())
	info, err = os.Stat("f")
	require.NoError(t, err)
	assert.Equal(t, fs.FileMode(0o640), info.Mode())
}

// An error, of writing or of what was to be written, leaves the old file and nothing else.
func TestWholeThatFails(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("f", []byte("old"), 0o644))
	for _, path := range []string{"f", "g"} {
		for _, begun := range []bool{false, true} {
			w, err := Create(path)
			require.NoError(t, err)
			if begun {
				_, err = w.Write([]byte("half"))
				require.NoError(t, err)
			}
			cause := errors.New("there is no such figure")
			require.Same(t, cause, w.Done(cause))
			assert.Equal(t, "old", content(t, "f"))
			assert.Equal(t, []string{"f"}, entries(t))
		}
	}
}

func TestWholeIsRefusedEarly(t *testing.T) {
	t.Chdir(t.TempDir())
	_, err := Create("no/f")
	require.EqualError(t, err, "no/f: no such file or directory")
	require.NoError(t, os.Mkdir("dir", 0o755))
	_, err = Create("dir")
	require.EqualError(t, err, "dir: is a directory")
	if os.Geteuid() != 0 {
		require.NoError(t, os.WriteFile("f", nil, 0o444))
		_, err = Create("f")
		require.EqualError(t, err, "f: permission denied")
	}
}

func TestWholeMakesFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.Symlink("target", "dangling"))
	require.NoError(t, Write("dangling", []byte("x")))
	assert.Equal(t, "x", content(t, "target"))
	w, err := Create("empty")
	require.NoError(t, err)
	require.NoError(t, w.Done(nil))
	assert.Empty(t, content(t, "empty"))
	// The permissions are those of any new file.
	f, err := os.Create("usual")
	require.NoError(t, err)
	require.NoError(t, f.Close())
	a, err := os.Stat("usual")
	require.NoError(t, err)
	b, err := os.Stat("empty")
	require.NoError(t, err)
	assert.Equal(t, a.Mode(), b.Mode())
	assert.Equal(t, []string{"dangling", "empty", "target", "usual"}, entries(t))
}
