package trace

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/medium"
)

func TestOutputToAFullDevice(t *testing.T) {
	o, err := Create("/dev/full")
	if os.IsNotExist(err) {
		t.Skip("no /dev/full here")
	}
	require.NoError(t, err)
	_, _ = o.Write([]byte("x"))
	require.EqualError(t, o.Close(), "/dev/full: no space left on device")
	require.ErrorIs(t, o.Err(), syscall.ENOSPC)
}

// On a disk that really fills up, each line and each block that is left is whole.
func TestOutputToAFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=256k"); err != nil {
		t.Skipf("cannot mount a small tmpfs (%v): grant CAP_SYS_ADMIN, or run as root", err)
	}
	defer func() { require.NoError(t, syscall.Unmount(dir, 0)) }()

	path := filepath.Join(dir, "events.jsonl")
	o, err := Create(path)
	require.NoError(t, err)
	e := NewEvents(o, names{"A"}, bit)
	written := 0
	for ; e.Err() == nil && written < 1e6; written++ {
		e.Observe(&medium.Event{Kind: medium.TxStart, Frame: frame(0, 0, uint32(written+1), 64), Attempt: 1})
	}
	require.EqualError(t, e.Close(), path+": no space left on device")
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NotEmpty(t, text)
	kept := bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
	require.Less(t, len(kept), written)
	for i, l := range kept {
		var got event
		require.NoError(t, json.Unmarshal(l, &got))
		require.EqualValues(t, i+1, got.Frame)
	}
	require.NoError(t, os.Remove(path))

	path = filepath.Join(dir, "run.pcapng")
	o, err = Create(path)
	require.NoError(t, err)
	c, err := NewCapture(o, names{"A"}, rules(), Options{At: AllStations})
	require.NoError(t, err)
	for i := 0; c.Err() == nil && i < 1e6; i++ {
		play(c, tx{frame: frame(0, 0, uint32(i+1), 64), attempt: 1, start: bits(i * 1000)}.events(rules()))
	}
	require.EqualError(t, c.Close(), path+": no space left on device")
	got, err := ReadCapture(path, false)
	require.NoError(t, err)
	require.Greater(t, got.Len(), 1000)
}
