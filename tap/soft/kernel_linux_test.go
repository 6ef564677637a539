package soft

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/csmacd/csmacd/internal/tooltest"
)

// kernel joins a station to a TAP device in a network namespace of its own, 10.0.0.1
// and fd00::1, and gives what runs a command in there.
func kernel(t *testing.T, s *Station) func(command ...string) (string, error) {
	t.Helper()
	name := fmt.Sprintf("csoft%d", os.Getpid()%100000)
	d, err := openTAP(name)
	if err != nil && os.Getenv("CI") == "" {
		t.Skipf("a TAP device needs root, or CAP_NET_ADMIN and access to /dev/net/tun: %v", err)
	}
	require.NoError(t, err)
	t.Cleanup(func() { d.Close() })
	ip := func(args ...string) error {
		out, err := exec.Command("ip", args...).CombinedOutput()
		if err != nil {
			return fmt.Errorf("ip %s: %w: %s", strings.Join(args, " "), err, out)
		}
		return nil
	}
	if err := ip("netns", "add", name); err != nil {
		if os.Getenv("CI") == "" {
			t.Skipf("a network namespace needs root, or CAP_SYS_ADMIN: %v", err)
		}
		require.NoError(t, err)
	}
	t.Cleanup(func() { assert.NoError(t, ip("netns", "delete", name)) })
	for _, args := range []string{
		"link set " + name + " netns " + name,
		"-n " + name + " address add 10.0.0.1/24 dev " + name,
		"-n " + name + " address add fd00::1/64 dev " + name + " nodad",
		"-n " + name + " link set " + name + " up",
	} {
		require.NoError(t, ip(strings.Fields(args)...))
	}
	bridge(t, s, d)
	return func(command ...string) (string, error) {
		c := exec.Command("ip", append([]string{"netns", "exec", name}, command...)...)
		out, err := c.CombinedOutput()
		return string(out), err
	}
}

// openTAP makes a TAP device with nothing but the kernel's own means.
func openTAP(name string) (*os.File, error) {
	fd, err := unix.Open("/dev/net/tun", unix.O_RDWR|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	request, err := unix.NewIfreq(name)
	if err == nil {
		request.SetUint16(unix.IFF_TAP | unix.IFF_NO_PI)
		err = unix.IoctlIfreq(fd, unix.TUNSETIFF, request)
	}
	if err != nil {
		unix.Close(fd)
		return nil, err
	}
	return os.NewFile(uintptr(fd), name), nil
}

// bridge carries frames between a station and a device until the test ends.
func bridge(t *testing.T, s *Station, d *os.File) {
	awake, come, done := make(chan struct{}, 1), make(chan []byte, 64), make(chan struct{})
	require.NoError(t, s.Start(func() {
		select {
		case awake <- struct{}{}:
		default:
		}
	}))
	go func() {
		for {
			buf := make([]byte, 2000)
			n, err := d.Read(buf)
			if err != nil {
				return
			}
			select {
			case come <- buf[:n]:
			case <-done:
				return
			}
		}
	}()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for buf := make([]byte, 2000); ; {
			select {
			case frame := <-come:
				s.Write(frame)
			case <-awake:
				for {
					n, err := s.Read(buf)
					if err != nil {
						break
					}
					d.Write(buf[:n])
				}
			case <-done:
				return
			}
		}
	}()
	t.Cleanup(func() { close(done); <-ended })
}

// The kernel's own TCP/IP finds nothing amiss: it pings a station and fetches from it,
// and a station fetches from it.
func TestKernelTalksToAStation(t *testing.T) {
	tooltest.Need(t, "ping", "iputils-ping")
	s := station(t, 8, all, "10.0.0.9/24", "fd00::9/64")
	run := kernel(t, s)
	for _, at := range []string{"10.0.0.9", "fd00::9"} {
		for _, size := range []string{"0", "56", "1400", "4000"} {
			out, err := run("ping", "-c", "3", "-i", "0.01", "-W", "2", "-s", size, at)
			require.NoError(t, err, out)
			assert.Contains(t, out, "3 received", "ping -s %s", size)
			if size == "56" {
				t.Log(strings.TrimSpace(out[strings.LastIndex(out, "rtt"):]))
			}
		}
		url := "http://" + at
		if strings.Contains(at, ":") {
			url = "http://[" + at + "]"
		}
		out, err := run("curl", "-sS", "--max-time", "10", url+"/")
		require.NoError(t, err, out)
		assert.Contains(t, out, "I am I")
		const octets = 3_000_000
		out, err = run("curl", "-sS", "--max-time", "10", "-o", "/dev/null", "-w", "%{size_download} %{speed_download}", fmt.Sprint(url, "/bytes/", octets))
		require.NoError(t, err, out)
		assert.Equal(t, strconv.Itoa(octets), strings.Fields(out)[0])
		t.Logf("%s: %s octets at %s octets/s, %d dropped", at, strings.Fields(out)[0], strings.Fields(out)[1], s.Dropped())
	}
	out, err := run("curl", "-sS", "--max-time", "5", "http://10.0.0.9/bytes/70000")
	require.NoError(t, err)
	want := make([]byte, 70000)
	(&pattern{}).Read(want)
	assert.True(t, out == string(want), "what was sent is what came")
	out, _ = run("curl", "-sS", "--max-time", "5", "http://10.0.0.9:81/")
	assert.Contains(t, out, "curl: (7)", "nobody is at port 81, and it says so")

	// The other way: a Go program on the station fetches from a socket of the kernel.
	out, err = run("ip", "neighbour", "show", "10.0.0.9")
	require.NoError(t, err, out)
	assert.Contains(t, out, s.config.Ether.String())
	_, err = s.Dial(soon(t), "tcp", "10.0.0.1:81")
	assert.ErrorContains(t, err, "refused")
	for _, to := range []string{"10.0.0.1/24", "fd00::1/64"} {
		rtt, err := s.Ping(soon(t), prefixes(to)[0].Addr())
		require.NoError(t, err)
		assert.Less(t, rtt, 10*time.Second)
	}
}
