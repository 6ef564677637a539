package experiment

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/csmacd/csmacd/internal/experiment/campaign"
	"github.com/csmacd/csmacd/internal/experiment/table"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// A disk that is full: that is told, what is there is valid, and with more room the same
// sweep goes on.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=64k"); errors.Is(err, unix.EPERM) || errors.Is(err, unix.EACCES) {
		t.Skip("a small disk can only be made with CAP_SYS_ADMIN")
	} else {
		require.NoError(t, err)
	}
	defer func() { require.NoError(t, unix.Unmount(dir, unix.MNT_DETACH)) }()
	plan := planOf(t, "  axes: {stations[0].count: [2, 3, 4]}\n  replications: 30\n  keep: [series, histograms, stations]")
	var told notes
	o := options(filepath.Join(dir, "x.campaign"), &told)
	out, err := Sweep(context.Background(), plan, o)
	require.ErrorIs(t, err, unix.ENOSPC)
	require.ErrorContains(t, err, filepath.Join(o.Dir, campaign.RecordsName, "000001.jsonl"))
	assert.NotZero(t, out.Ran)
	assert.Less(t, out.Ran, 90)

	_, err = Sweep(context.Background(), plan, o)
	require.Error(t, err, "it is still full")
	require.NoError(t, unix.Mount("tmpfs", dir, "tmpfs", unix.MS_REMOUNT, "size=8m"))
	ran := out.Ran
	out = swept(t, plan, o)
	assert.Equal(t, ran, out.Found)
	assert.Empty(t, told, "no record is damaged")
	other := options(filepath.Join(dir, "y.campaign"), &told)
	swept(t, plan, other)
	assert.Equal(t, tables(t, other.Dir), tables(t, o.Dir))

	// Full as the tables are written: there are none, rather than parts of them.
	require.NoError(t, os.Remove(filepath.Join(o.Dir, table.FileName)))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "filler"), make([]byte, 1<<20), 0o644))
	require.NoError(t, os.RemoveAll(other.Dir))
	for n := 1 << 20; n >= 4096; n /= 2 {
		for {
			f, err := os.CreateTemp(dir, "filler")
			if err != nil {
				break
			}
			_, err = f.Write(make([]byte, n))
			require.NoError(t, f.Close())
			if err != nil {
				require.NoError(t, os.Remove(f.Name()))
				break
			}
		}
	}
	_, err = Sweep(context.Background(), plan, o)
	require.ErrorIs(t, err, unix.ENOSPC)
	require.NotContains(t, err.Error(), campaign.RecordsName, "a table cannot be written, and the records are whole")
	_, err = table.Read(o.Dir, table.Points)
	require.ErrorIs(t, err, os.ErrNotExist)
}
