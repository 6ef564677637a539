package page

import (
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// A page for which there is no room leaves nothing: what is there would be in the way later.
func TestWriteToAFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=256k"); err != nil {
		t.Skipf("cannot mount a small tmpfs (%v): grant CAP_SYS_ADMIN, or run as root", err)
	}
	defer func() { require.NoError(t, syscall.Unmount(dir, 0)) }()
	require.ErrorIs(t, Write(dir), syscall.ENOSPC)
	list, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, list)
}
