package tap

import (
	"encoding/binary"
	"net"
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

var _ interface {
	Link
	Dropper
} = (*Device)(nil)

const etherType = 0x88b5 // for experiments; the kernel sends none

// frameTo makes a frame of a number of octets.
func frameTo(address net.HardwareAddr, octets int) []byte {
	f := append(address[:6:6], 2, 0, 0, 0, 0, 9)
	f = binary.BigEndian.AppendUint16(f, etherType)
	for i := len(f); i < octets; i++ {
		f = append(f, byte(i))
	}
	return f
}

// ours reads frames until one of our EtherType comes. Others are the kernel's own, such as
// neighbour discovery.
func ours(t *testing.T, l Link, p []byte) int {
	t.Helper()
	for {
		n, err := next(t, l, p)
		require.NoError(t, err)
		if n >= 14 && binary.BigEndian.Uint16(p[12:]) == etherType {
			return n
		}
	}
}

// What a program sends on the interface comes out of the device as a frame, and what
// is written to the device is received on the interface.
func TestFramesPass(t *testing.T) {
	d := device(t)
	iface, err := net.InterfaceByName(d.Name())
	require.NoError(t, err)
	packets := packetSocket(t, iface, etherType)

	frame := frameTo(net.HardwareAddr{2, 0, 0, 0, 0, 7}, 60)
	require.NoError(t, packets.send(frame))
	buf := make([]byte, 2000)
	n := ours(t, d, buf)
	assert.Equal(t, frame, buf[:n])

	frame = frameTo(iface.HardwareAddr, 60)
	require.NoError(t, d.Write(frame))
	got, err := packets.receive()
	require.NoError(t, err)
	assert.Equal(t, frame, got)
}

// A device never waits, and returns a frame's length even if the frame does not fit.
func TestReadTellsTheWholeLength(t *testing.T) {
	d := device(t)
	iface, err := net.InterfaceByName(d.Name())
	require.NoError(t, err)
	packets := packetSocket(t, iface, etherType)
	frame := frameTo(net.HardwareAddr{2, 0, 0, 0, 0, 7}, 1514)
	require.NoError(t, packets.send(frame))
	require.NoError(t, packets.send(frame[:61]))
	p := make([]byte, 100)
	assert.Equal(t, 1514, ours(t, d, p))
	assert.Equal(t, frame[:100], p)
	assert.Equal(t, 61, ours(t, d, p), "and no more than that frame is lost")

	for err = nil; err == nil; {
		_, err = d.Read(p)
	}
	assert.Equal(t, ErrNothing, err)
}

// A frame that the kernel does not take is lost, and the link stays.
func TestWhatTheKernelRefuses(t *testing.T) {
	ownNamespace(t)
	d, err := Open("h1")
	require.NoError(t, err)
	defer d.Close()
	frame := frameTo(net.HardwareAddr{2, 0, 0, 0, 0, 7}, 60)
	assert.Equal(t, ErrNotTaken, d.Write(frame), "down")
	ip(t, "link set h1 up")
	assert.NoError(t, d.Write(frame))
	for _, octets := range []int{0, 1, 13} {
		assert.Equal(t, ErrNotTaken, d.Write(frame[:octets]), "%d octets", octets)
	}
	assert.NoError(t, d.Write(make([]byte, 9000)), "longer than the MTU")
	assert.Equal(t, ErrNotTaken, d.Write(make([]byte, 10<<20)))
	ip(t, "link set h1 down")
	assert.Equal(t, ErrNotTaken, d.Write(frame))
	_, err = d.Read(make([]byte, 2000))
	for ; err == nil; _, err = d.Read(make([]byte, 2000)) {
	}
	assert.Equal(t, ErrNothing, err)
	ip(t, "link set h1 up")
	assert.NoError(t, d.Write(frame))
}

// Deleting an interface ends a wait for it, and the error says why.
func TestDeletedUnderUs(t *testing.T) {
	d := device(t)
	for err := error(nil); err == nil; {
		_, err = d.Read(make([]byte, 2000))
	}
	woken := make(chan bool, 1)
	go func() {
		for poll(d.FD(), time.Minute) {
			if _, err := d.Read(make([]byte, 2000)); err != nil && err != ErrNothing {
				woken <- true
				return
			}
		}
		woken <- false
	}()
	ip(t, "link del h1")
	assert.True(t, <-woken)
	_, err := d.Read(make([]byte, 2000))
	assert.EqualError(t, err, "the interface h1 was deleted")
	err = d.Write(make([]byte, 60))
	assert.EqualError(t, err, "the interface h1 was deleted")
	assert.NotErrorIs(t, err, ErrNotTaken)
	d.Dropped()
	assert.NoError(t, d.Close())
}

// A namespace that has neither name nor process exists as long as the device.
func TestTheNamespaceLivesOn(t *testing.T) {
	opened := make(chan *Device)
	ownNamespace(t)
	go func() {
		runtime.LockOSThread() // and never unlocked: nothing is in the namespace then
		if unix.Unshare(unix.CLONE_NEWNET) != nil {
			close(opened)
			return
		}
		d, _ := Open("h1")
		if d != nil {
			exec.Command("ip", "link", "set", "h1", "up").Run()
		}
		opened <- d
	}()
	d := <-opened
	require.NotNil(t, d)
	defer d.Close()
	for range 10 {
		time.Sleep(time.Millisecond) // in which the kernel may end it
		require.NoError(t, d.Write(frameTo(net.HardwareAddr{2, 0, 0, 0, 0, 7}, 60)))
	}
}

func TestCloseWakesAWait(t *testing.T) {
	ownNamespace(t)
	d, err := Open("h1") // down: it sends nothing that would end a wait
	require.NoError(t, err)
	event, err := unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
	require.NoError(t, err)
	defer unix.Close(event)
	require.NoError(t, d.Start(func() { unix.Write(event, []byte{1, 0, 0, 0, 0, 0, 0, 0}) }))
	ended := make(chan error, 1)
	go func() {
		for {
			fds := []unix.PollFd{{Fd: int32(d.FD()), Events: unix.POLLIN}, {Fd: int32(event), Events: unix.POLLIN}}
			unix.Poll(fds, 60_000)
			if _, err := d.Read(make([]byte, 2000)); err != nil && err != ErrNothing {
				ended <- err
				return
			}
			if fds[0].Revents|fds[1].Revents == 0 {
				ended <- nil
				return
			}
		}
	}()
	require.NoError(t, d.Close())
	select {
	case err := <-ended:
		assert.ErrorIs(t, err, os.ErrClosed)
	case <-time.After(time.Minute):
		require.FailNow(t, "it waits on")
	}
	assert.Equal(t, -1, d.FD())
	assert.ErrorIs(t, d.Write(make([]byte, 60)), os.ErrClosed)
	assert.NoError(t, d.Close(), "a second time")
	assert.Eventually(t, func() bool {
		_, err := os.Stat("/proc/thread-self/net/dev_snmp6/h1")
		return err != nil
	}, time.Minute, 10*time.Millisecond, "the interface is gone")
}
