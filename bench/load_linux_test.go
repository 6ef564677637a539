package bench

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A load is what hosts send to each other. It is made by a process of its own, so that its
// processor time is not that of the cable.
type load struct {
	name    string
	hosts   int
	sockets func(i int) (int, error)                                 // opens that of a host, in its namespace
	send    func(sockets []int, until time.Time) (report loadReport) // what the process does
}

type loadReport struct {
	LastMicroseconds []float64 `json:"last_us"` // of each broadcast: when it reached the last host
}

const loadVariable = "CSMACD_BENCH_LOAD"

const loadPort = 9009

var hostLoads = []load{
	{"64", 2, datagramSocket, flood},
	{"tcp", 2, streamSocket, stream},
	{"echo", 2, datagramSocket, echo},
	{"echo100", 100, datagramSocket, echo},
	{"broadcast100", 100, datagramSocket, shout},
}

func TestMain(m *testing.M) {
	if order := os.Getenv(loadVariable); order != "" {
		beLoad(order)
		return
	}
	os.Exit(m.Run())
}

// beLoad is the other process: its order is a load, the number of sockets, and how long. It begins
// when it is told to.
func beLoad(order string) {
	var name, during string
	var count int
	if _, err := fmt.Sscan(order, &name, &count, &during); err != nil {
		panic(err)
	}
	d, err := time.ParseDuration(during)
	if err != nil {
		panic(err)
	}
	var sockets []int
	for i := range count {
		sockets = append(sockets, 3+i)
	}
	k := slices.IndexFunc(hostLoads, func(l load) bool { return l.name == name })
	fmt.Println()
	_, _ = fmt.Scanln()
	if err := json.NewEncoder(os.Stdout).Encode(hostLoads[k].send(sockets, time.Now().Add(d))); err != nil {
		panic(err)
	}
	_, _ = fmt.Scanln()
}

// run makes the load from another process. It calls begin just before, and end just after.
func (l *load) run(sockets []int, during time.Duration, begin, end func() error) (r loadReport, err error) {
	self, err := os.Executable()
	if err != nil {
		return r, err
	}
	c := exec.Command(self)
	c.Stderr = os.Stderr
	c.Env = append(os.Environ(), fmt.Sprintf("%s=%s %d %v", loadVariable, l.name, len(sockets), during))
	for _, fd := range sockets {
		own, err := unix.Dup(fd)
		if err != nil {
			return r, err
		}
		f := os.NewFile(uintptr(own), "socket")
		defer f.Close()
		c.ExtraFiles = append(c.ExtraFiles, f)
	}
	in, err := c.StdinPipe()
	if err != nil {
		return r, err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return r, err
	}
	if err := c.Start(); err != nil {
		return r, err
	}
	said := bufio.NewReader(out)
	tell := func() (err error) { _, err = fmt.Fprintln(in); return err }
	_, err = said.ReadBytes('\n')
	if err == nil {
		err = errors.Join(begin(), tell())
	}
	var line []byte
	if err == nil {
		line, err = said.ReadBytes('\n')
	}
	if err == nil {
		err = errors.Join(end(), json.Unmarshal(line, &r))
	}
	return r, errors.Join(err, tell(), c.Wait())
}

func inetAddress(i int) *unix.SockaddrInet4 {
	return &unix.SockaddrInet4{Port: loadPort, Addr: [4]byte(addressOf(i))}
}

func openSocket(kind int) (int, error) {
	fd, err := unix.Socket(unix.AF_INET, kind|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return -1, err
	}
	for _, option := range []int{unix.SO_BROADCAST, unix.SO_TIMESTAMPNS} {
		if err := unix.SetsockoptInt(fd, unix.SOL_SOCKET, option, 1); err != nil {
			return -1, err
		}
	}
	// Nothing waits for longer: what was to come is lost.
	limit := unix.NsecToTimeval(int64(100 * time.Millisecond))
	if err := unix.SetsockoptTimeval(fd, unix.SOL_SOCKET, unix.SO_RCVTIMEO, &limit); err != nil {
		return -1, err
	}
	address := &unix.SockaddrInet4{Port: loadPort} // any: broadcasts are heard as well
	return fd, unix.Bind(fd, address)
}

func datagramSocket(int) (int, error) { return openSocket(unix.SOCK_DGRAM) }

func streamSocket(i int) (int, error) {
	fd, err := openSocket(unix.SOCK_STREAM)
	if err == nil && i == 1 {
		err = unix.Listen(fd, 1)
	}
	return fd, err
}

// flood sends the shortest frames, a fifth more of them than the line carries.
func flood(sockets []int, until time.Time) (r loadReport) {
	go func() {
		for b := make([]byte, 2048); ; {
			_, _ = unix.Read(sockets[1], b)
		}
	}()
	data, to := make([]byte, 18), inetAddress(1)
	for time.Now().Before(until) {
		for range 18 {
			_ = unix.Sendto(sockets[0], data, 0, to)
		}
		time.Sleep(time.Millisecond)
	}
	return r
}

// stream sends as much as TCP takes.
func stream(sockets []int, until time.Time) (r loadReport) {
	go func() {
		fd, _, err := unix.Accept(sockets[1])
		for b := make([]byte, 64<<10); err == nil; {
			_, err = unix.Read(fd, b)
		}
	}()
	if err := unix.Connect(sockets[0], inetAddress(1)); err != nil {
		panic(err)
	}
	_ = unix.SetsockoptTimeval(sockets[0], unix.SOL_SOCKET, unix.SO_SNDTIMEO, &unix.Timeval{Usec: 100000})
	for data := make([]byte, 16<<10); time.Now().Before(until); {
		_, _ = unix.Write(sockets[0], data)
	}
	return r
}

// echo sends 56 octets there and back, again and again.
func echo(sockets []int, until time.Time) (r loadReport) {
	data := make([]byte, 56)
	for time.Now().Before(until) {
		_ = unix.Sendto(sockets[0], data, 0, inetAddress(1))
		_, _ = unix.Read(sockets[1], data)
		_ = unix.Sendto(sockets[1], data, 0, inetAddress(0))
		_, _ = unix.Read(sockets[0], data)
	}
	return r
}

// shout sends a broadcast every 20 ms, and looks when the kernels of the other hosts had it.
func shout(sockets []int, until time.Time) (r loadReport) {
	data, control := make([]byte, 18), make([]byte, 128)
	everybody := &unix.SockaddrInet4{Port: loadPort, Addr: [4]byte{10, 0, 0, 255}}
	for time.Now().Before(until) {
		sent := time.Now().UnixNano()
		_ = unix.Sendto(sockets[0], data, 0, everybody)
		time.Sleep(20 * time.Millisecond)
		last := int64(0)
		for _, s := range sockets[1:] {
			_, n, _, _, err := unix.Recvmsg(s, data, control, unix.MSG_DONTWAIT)
			if err != nil || n < unix.SizeofCmsghdr {
				last = 0
				break
			}
			at := (*unix.Timespec)(unsafe.Pointer(&control[unix.SizeofCmsghdr]))
			last = max(last, at.Nano()-sent)
		}
		if last > 0 {
			r.LastMicroseconds = append(r.LastMicroseconds, float64(last)/1e3)
		}
	}
	return r
}
