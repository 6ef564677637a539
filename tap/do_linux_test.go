package tap

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// byTheWall is a live run of two stations by the real clock.
func byTheWall(t *testing.T) (*Live, *Host) {
	net, err := bus.New(cable(0, 30))
	require.NoError(t, err)
	host := NewHost()
	l, err := NewLive(net, []Port{{Station: 0, Link: host, Queue: 10}}, Options{})
	require.NoError(t, err)
	return l, host
}

// Do returns false only if the function is not called, and true only after it has returned.
func TestDoSaysWhatItDid(t *testing.T) {
	for range 30 {
		l, _ := byTheWall(t)
		go func() { _ = l.Run(context.Background(), 20*phy.Millisecond) }()
		ctx, cancel := context.WithTimeout(context.Background(), 3*time.Millisecond)
		called := 0 // the race detector sees whether somebody else writes it
		if l.Do(ctx, func() { called++; time.Sleep(6 * time.Millisecond); called++ }) {
			assert.Equal(t, 2, called)
		} else {
			assert.Zero(t, called)
		}
		cancel()
		<-l.over
		assert.False(t, l.Do(context.Background(), func() {}), "the run is over")
		require.NoError(t, l.Close())
	}
}

// After a run is closed, a late wake-up does not write to the file that has its descriptor's number
// by then.
func TestWakingAClosedRun(t *testing.T) {
	l, host := byTheWall(t)
	require.NoError(t, l.Run(context.Background(), phy.Millisecond))
	number := l.clock.(*wallClock).event
	require.NoError(t, l.Close())
	file, err := os.CreateTemp(t.TempDir(), "")
	require.NoError(t, err)
	if int(file.Fd()) != number { // the lowest that is free: as a rule it is that one
		require.NoError(t, unix.Dup3(int(file.Fd()), number, 0))
		defer unix.Close(number)
	}
	l.Do(context.Background(), func() {})
	_ = host.WritePacketData(make([]byte, 60))
	info, err := file.Stat()
	require.NoError(t, err)
	assert.Zero(t, info.Size())
}
