package tap

import (
	"net"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// Frames for which the queue had no room are counted, whatever namespace the question comes from,
// but not those before Open.
func TestDroppedFramesAreCounted(t *testing.T) {
	ownNamespace(t)
	flood := func(frames int) {
		iface, err := net.InterfaceByName("h1")
		require.NoError(t, err)
		packets := packetSocket(t, iface, etherType)
		for range frames {
			// Without a queue before the TAP's own, a dropped frame is not an error.
			require.NoError(t, packets.send(frameTo(net.HardwareAddr{2, 0, 0, 0, 0, 7}, 60)))
		}
	}
	ip(t, "tuntap add dev h1 mode tap")
	var d *Device
	for run := range uint64(2) {
		var err error
		d, err = Open("h1")
		require.NoError(t, err)
		defer d.Close()
		ip(t, "link set h1 txqueuelen 50 up")
		assert.Equal(t, uint64(0), d.Dropped())
		flood(80)

		elsewhere := make(chan uint64)
		go func() {
			runtime.LockOSThread()
			if unix.Unshare(unix.CLONE_NEWNET) != nil {
				close(elsewhere)
				return
			}
			elsewhere <- d.Dropped()
		}()
		dropped := <-elsewhere
		read := uint64(0)
		for buf := make([]byte, 2000); ; {
			n, err := d.Read(buf)
			if err != nil {
				require.Equal(t, ErrNothing, err)
				break
			}
			if n == 60 {
				read++
			}
		}
		t.Logf("run %d: %d read, %d dropped", run, read, dropped)
		assert.GreaterOrEqual(t, dropped, uint64(30))
		assert.GreaterOrEqual(t, read+dropped, uint64(80), "the kernel's own frames come on top")
		assert.LessOrEqual(t, read+dropped, uint64(90))
		if run == 0 {
			require.NoError(t, d.Close())
			assert.Equal(t, dropped, d.Dropped(), "what it last heard")
		}
	}
	ip(t, "link del h1")
	assert.GreaterOrEqual(t, d.Dropped(), uint64(30))
}

// A frame allocates nothing, in either direction.
func TestDeviceDoesNotAllocate(t *testing.T) {
	d := device(t)
	iface, err := net.InterfaceByName("h1")
	require.NoError(t, err)
	packets := packetSocket(t, iface, etherType)
	frame := frameTo(net.HardwareAddr{2, 0, 0, 0, 0, 7}, 60)
	for range 200 {
		require.NoError(t, packets.send(frame))
	}
	buf := make([]byte, 2000)
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		if _, err := d.Read(buf); err != nil {
			t.Error(err)
		}
	}))
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		if err := d.Write(frame); err != nil {
			t.Error(err)
		}
	}))
}
