package tap

import (
	"encoding/binary"
	"errors"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// device opens a TAP device, brings it up, and has it gone when the test ends.
func device(t *testing.T) *Device {
	t.Helper()
	d, err := Open("csmacdtest0")
	if errors.Is(err, ErrPermission) && os.Getenv("CI") == "" {
		t.Skip(err)
	}
	require.NoError(t, err)
	t.Cleanup(func() { d.Close() })
	out, err := exec.Command("ip", "link", "set", d.Name(), "up").CombinedOutput()
	require.NoError(t, err, string(out))
	return d
}

// What a program sends on the interface comes out of the device as a frame, and what
// is written to the device is received on the interface.
func TestFramesPass(t *testing.T) {
	d := device(t)
	const etherType = 0x88b5
	iface, err := net.InterfaceByName(d.Name())
	require.NoError(t, err)
	packets := packetSocket(t, iface, etherType)

	frame := append([]byte{2, 0, 0, 0, 0, 9}, iface.HardwareAddr...)
	frame = binary.BigEndian.AppendUint16(frame, etherType)
	frame = append(frame, make([]byte, 46)...)
	require.NoError(t, packets.send(frame))
	deadline := time.Now().Add(5 * time.Second)
	for buf := make([]byte, 2000); ; {
		require.True(t, time.Now().Before(deadline), "the frame did not come")
		n, err := d.Read(buf)
		require.NoError(t, err)
		if string(buf[:n]) == string(frame) {
			break // others are the kernel's own: neighbour discovery
		}
	}

	copy(frame, iface.HardwareAddr)
	copy(frame[6:], []byte{2, 0, 0, 0, 0, 9})
	_, err = d.Write(frame)
	require.NoError(t, err)
	got, err := packets.receive()
	require.NoError(t, err)
	assert.Equal(t, frame, got)
}

func TestCloseEndsARead(t *testing.T) {
	d := device(t)
	ended := make(chan error, 1)
	go func() {
		for buf := make([]byte, 2000); ; {
			if _, err := d.Read(buf); err != nil {
				ended <- err
				return
			}
		}
	}()
	time.Sleep(50 * time.Millisecond)
	require.NoError(t, d.Close())
	select {
	case err := <-ended:
		assert.Error(t, err)
	case <-time.After(5 * time.Second):
		t.Fatal("Read waits on after Close")
	}
}

func TestNames(t *testing.T) {
	_, err := Open(strings.Repeat("x", 16))
	assert.ErrorContains(t, err, "longer than 15 octets")
}
