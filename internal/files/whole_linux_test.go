package files

import (
	"io"
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWholeToADevice(t *testing.T) {
	require.NoError(t, Write(os.DevNull, []byte("x")))
	require.EqualError(t, Write("/dev/full", []byte("x")), "/dev/full: no space left on device")
	info, err := os.Stat(os.DevNull)
	require.NoError(t, err)
	assert.NotZero(t, info.Mode()&os.ModeDevice, "it is still a device")
}

// A pipe is written directly, also through /dev/fd, whose links are not names of files.
func TestWholeToAPipe(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, syscall.Mkfifo("pipe", 0o600))
	read := make(chan string)
	go func() {
		text, _ := os.ReadFile("pipe")
		read <- string(text)
	}()
	require.NoError(t, Write("pipe", []byte("x")))
	assert.Equal(t, "x", <-read)

	r, w, err := os.Pipe()
	require.NoError(t, err)
	require.NoError(t, syscall.Dup2(int(w.Fd()), 100))
	require.NoError(t, Write("/dev/fd/100", []byte("y")))
	require.NoError(t, syscall.Close(100))
	require.NoError(t, w.Close())
	text, err := io.ReadAll(r)
	require.NoError(t, err)
	assert.Equal(t, "y", string(text))
	assert.Equal(t, []string{"pipe"}, entries(t))
}

// A full disk costs neither the old file nor a place beside it.
func TestWholeOnAFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("cannot mount a small tmpfs (%v): grant CAP_SYS_ADMIN, or run as root", err)
	}
	defer func() { require.NoError(t, syscall.Unmount(dir, syscall.MNT_DETACH)) }()
	t.Chdir(dir)
	require.NoError(t, Write("f", []byte("old")))
	require.EqualError(t, Write("f", make([]byte, 128<<10)), "f: no space left on device")
	assert.Equal(t, "old", content(t, "f"))
	assert.Equal(t, []string{"f"}, entries(t))
}

// Where a folder admits no new file, one that may be written is written in place.
func TestWholeInAFolderOfOthers(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64k,nr_inodes=2"); err != nil {
		t.Skipf("cannot mount a small tmpfs (%v): grant CAP_SYS_ADMIN, or run as root", err)
	}
	defer func() { require.NoError(t, syscall.Unmount(dir, syscall.MNT_DETACH)) }()
	t.Chdir(dir)
	require.NoError(t, os.WriteFile("f", []byte("old and longer"), 0o644))
	require.NoError(t, Write("f", []byte("new")))
	assert.Equal(t, "new", content(t, "f"))
	w, err := Create("f")
	require.NoError(t, err)
	w.Abandon()
	assert.Equal(t, "new", content(t, "f"))
	_, err = Create("g")
	require.EqualError(t, err, "g: no space left on device")
}

// A process that has given up its privileges can still write a file that it holds.
func TestWholeThatIsHeld(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can make a folder of somebody else's")
	}
	t.Chdir(t.TempDir())
	require.NoError(t, os.Chown(".", 12345, 12345))
	for _, path := range []string{"new", "old"} {
		w, err := Create(path)
		require.NoError(t, err)
		require.NoError(t, w.Hold())
		assert.NotNil(t, w.direct)
		_, err = w.Write([]byte("x"))
		require.NoError(t, err)
		require.NoError(t, w.Done(nil))
		assert.Equal(t, "x", content(t, path))
		require.NoError(t, os.WriteFile("old", []byte("long ago"), 0o644))
	}
	w, err := Create("g")
	require.NoError(t, err)
	require.NoError(t, w.Hold())
	w.Abandon()
	assert.Equal(t, []string{"new", "old"}, entries(t))
}

// A redirected standard output is written where it stands, by any of its names.
func TestWholeToStandardOutput(t *testing.T) {
	t.Chdir(t.TempDir())
	f, err := os.Create("log")
	require.NoError(t, err)
	defer f.Close()
	stdout := os.Stdout
	defer func() { os.Stdout = stdout }()
	os.Stdout = f
	for _, path := range []string{"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"} {
		require.NoError(t, Write(path, []byte(path+"\n")))
	}
	assert.Equal(t, "-\n/dev/stdout\n/dev/fd/1\n/proc/self/fd/1\n", content(t, "log"))
}
