package main

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// floodEnv says how long the flood is to last: 60s for the whole of it.
const floodEnv = "CSMACD_TEST_FLOOD"

// floodCable is the cable of the flood. The addresses are those that TestFlooder writes into its frames.
const floodCable = `name: a flood
phy: 10base5
medium: {kind: bus, length: 500m}
stations:
  - {name: f1, at: 0m, queue: 50, ether: "02:00:00:00:00:01", attach: {netns: flood1, address: 10.86.0.1/24}}
  - {name: f2, at: 150m, queue: 50, ether: "02:00:00:00:00:02", attach: {netns: flood2, address: 10.86.0.2/24}}
  - {name: f3, at: 300m, queue: 50, attach: {netns: flood3, address: 10.86.0.3/24}}
  - {name: f4, at: 500m, queue: 50, attach: {netns: flood4, address: 10.86.0.4/24}}
`

// A host sends as much as the machine can make, some hundred times what the medium
// takes. Memory stays as it is, every frame is accounted for, by the kernel's figures and
// by csmacd's, and the other hosts have their share.
func TestLiveFlood(t *testing.T) {
	needsHosts(t)
	length := 8 * time.Second
	if s := os.Getenv(floodEnv); s != "" {
		var err error
		length, err = time.ParseDuration(s)
		require.NoError(t, err, floodEnv)
	}
	t.Setenv("PATH", filepath.Dir(programOfUsers(t))+string(filepath.ListSeparator)+os.Getenv("PATH"))
	u := startUp(t, floodCable)
	u.eventually("f1", "ping", "-c", "1", "-W", "1", "10.86.0.2")
	u.eventually("f3", "ping", "-c", "1", "-W", "1", "10.86.0.4")

	self, err := os.Executable()
	require.NoError(t, err)
	flood := u.command("exec", "f1", "--", self, "-test.run", "^TestFlooder$", "-test.v")
	flood.Env = append(flood.Env, fmt.Sprintf("%s=%v", flooderEnv, length))
	var told bytes.Buffer
	flood.Stdout, flood.Stderr = &told, &told
	require.NoError(t, flood.Start())
	u.eventually("f2", "sh", "-c", "test $(cat /sys/class/net/f2/statistics/rx_packets) -gt 5000")
	before := u.memory()
	pings := fmt.Sprint(max(8, 4*int(length.Seconds()-3)))
	ping, err := u.command("exec", "f3", "--", "ping", "-q", "-c", pings, "-i", "0.25", "-W", "3", "10.86.0.4").CombinedOutput()
	t.Logf("%s", ping)
	assert.NoError(t, err, "nobody answers in the flood")
	after := u.memory()
	require.NoError(t, flood.Wait(), told.String())
	var made uint64
	_, err = fmt.Sscanf(told.String()[strings.Index(told.String(), "made "):], "made %d", &made)
	require.NoError(t, err, told.String())

	read, lost := u.drained("f1")
	r := u.end()
	f1 := r.Live.Hosts[0]
	t.Logf("%d frames made, %d read by csmacd, %d dropped by the kernel; resident %d KiB, then %d KiB; behind by %.3fs", made, read, lost, before, after, r.Live.Behind)
	assert.Less(t, after, before+16<<10, "KiB resident")
	assert.Greater(t, made, 4*read, "that was no flood")
	assert.InDelta(t, made, read+lost, 100, "frames made, and the kernel's account of them")
	assert.Equal(t, read, f1.In+f1.TooShort+f1.TooLong, "tx_packets")
	assert.Equal(t, lost, f1.Dropped, "tx_dropped")
	s := r.Stations[0]
	assert.Equal(t, f1.In, s.Counters.FramesTransmittedOK+s.Counters.FramesAbortedDueToXSColls+s.Queued, "frames taken, and what became of them")
	assert.Greater(t, r.Medium.Throughput, 0.05, "the flood got through")
}

const flooderEnv = "CSMACD_TEST_FLOODER"

// TestFlooder is the flood: this test's program is run in a host for it.
func TestFlooder(t *testing.T) {
	if os.Getenv(flooderEnv) == "" {
		t.Skip("run by TestLiveFlood")
	}
	length, err := time.ParseDuration(os.Getenv(flooderEnv))
	require.NoError(t, err)
	card, err := net.InterfaceByName("f1")
	require.NoError(t, err)
	fd, err := unix.Socket(unix.AF_PACKET, unix.SOCK_RAW|unix.SOCK_CLOEXEC, 0)
	require.NoError(t, err)
	defer unix.Close(fd)
	frame := make([]byte, 60)
	copy(frame, []byte{2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1, 0x88, 0xb5}) // to f2, for experiments
	to := &unix.SockaddrLinklayer{Ifindex: card.Index}
	made := 0
	for until := time.Now().Add(length); time.Now().Before(until); {
		for range 64 {
			switch err := unix.Sendto(fd, frame, 0, to); {
			case err == nil:
				made++
			case !errors.Is(err, unix.ENOBUFS) && !errors.Is(err, unix.EINTR):
				require.NoError(t, err)
			}
		}
	}
	fmt.Printf("made %d\n", made)
}
