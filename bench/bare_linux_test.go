package bench

import (
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// bareLoop passes frames between TAP interfaces as a live run does, without an engine: it reads what
// hosts send, holds each frame until a line of 10 Mb/s has carried it, and writes it to its
// destination. There are no collisions, no counters and no checks, and all hosts share one queue.
type bareLoop struct {
	hosts []host
	of    map[[6]byte]int
	poll  int // an epoll
	stop  int // an eventfd
	began time.Time

	queue       []bareFrame // a ring
	first, next int
	free        time.Duration // when the line may carry the next frame

	frames, copies int
}

// bareFrame is a frame that waits for the line, or is on it.
type bareFrame struct {
	from   int
	size   int
	over   time.Duration // when the line has carried it
	octets [1600]byte
}

const bareQueue = 100

func newLoop(list []host) (*bareLoop, error) {
	b := &bareLoop{hosts: list, of: map[[6]byte]int{}, queue: make([]bareFrame, bareQueue), began: time.Now()}
	var err error
	if b.poll, err = unix.EpollCreate1(unix.EPOLL_CLOEXEC); err != nil {
		return nil, err
	}
	if b.stop, err = unix.Eventfd(0, unix.EFD_CLOEXEC); err != nil {
		return nil, err
	}
	for i, h := range list {
		b.of[h.ether] = i
		if err = b.add(h.device.FD(), int32(i)); err != nil {
			return nil, err
		}
	}
	return b, b.add(b.stop, -1)
}

func (b *bareLoop) add(fd int, name int32) error {
	return unix.EpollCtl(b.poll, unix.EPOLL_CTL_ADD, fd, &unix.EpollEvent{Events: unix.EPOLLIN, Fd: name})
}

// end ends run. Another goroutine calls it.
func (b *bareLoop) end() { _, _ = unix.Write(b.stop, []byte{1, 0, 0, 0, 0, 0, 0, 0}) }

func (b *bareLoop) close() {
	unix.Close(b.stop)
	unix.Close(b.poll)
}

func (b *bareLoop) now() time.Duration { return time.Since(b.began) }

// run passes frames on until end is called.
func (b *bareLoop) run() {
	_ = unix.Prctl(unix.PR_SET_TIMERSLACK, 1, 0, 0, 0)
	_ = unix.Setpriority(unix.PRIO_PROCESS, 0, -20)
	events := make([]unix.EpollEvent, len(b.hosts)+1)
	for {
		until := time.Duration(-1)
		switch {
		case b.next-b.first == bareQueue: // it reads nothing until there is room
			b.sleep(b.queue[b.first%bareQueue].over)
			b.pass()
			until = 0
		case b.next > b.first:
			until = b.queue[b.first%bareQueue].over
		}
		n := b.wait(events, until)
		b.pass()
		for _, e := range events[:n] {
			if e.Fd < 0 {
				return
			}
			b.read(int(e.Fd))
		}
	}
}

// bitsOnTheLine is what a frame and its preamble take, and the gap after it.
func bitsOnTheLine(octets int) (frame, gap time.Duration) {
	const bit = 100 * time.Nanosecond
	return time.Duration(64+8*max(octets+4, 64)) * bit, 96 * bit
}

// read takes all frames of a host for which there is room.
func (b *bareLoop) read(host int) {
	for b.next-b.first < bareQueue {
		f := &b.queue[b.next%bareQueue]
		n, err := unix.Read(b.hosts[host].device.FD(), f.octets[:])
		if err != nil {
			return
		}
		f.from, f.size = host, n
		frame, gap := bitsOnTheLine(n)
		f.over = max(b.now(), b.free) + frame
		b.free = f.over + gap
		b.next++
	}
}

// pass writes the frames that the line has carried.
func (b *bareLoop) pass() {
	for now := b.now(); b.first < b.next && b.queue[b.first%bareQueue].over <= now; b.first++ {
		f := &b.queue[b.first%bareQueue]
		b.frames++
		if to, ok := b.of[[6]byte(f.octets[:6])]; ok {
			b.write(to, f)
			continue
		}
		for to := range b.hosts {
			if to != f.from {
				b.write(to, f)
			}
		}
	}
}

func (b *bareLoop) write(to int, f *bareFrame) {
	if _, err := unix.Write(b.hosts[to].device.FD(), f.octets[:f.size]); err == nil {
		b.copies++
	}
}

// wait waits for something to read until an instant; a negative one never comes.
func (b *bareLoop) wait(events []unix.EpollEvent, until time.Duration) int {
	var timeout *unix.Timespec
	if until >= 0 {
		t := unix.NsecToTimespec(int64(max(0, until-b.now())))
		timeout = &t
	}
	n, _, err := unix.RawSyscall6(unix.SYS_EPOLL_PWAIT2, uintptr(b.poll), uintptr(unsafe.Pointer(&events[0])), uintptr(len(events)),
		uintptr(unsafe.Pointer(timeout)), 0, 0)
	if err != 0 {
		return 0
	}
	return int(n)
}

func (b *bareLoop) sleep(until time.Duration) {
	t := unix.NsecToTimespec(int64(max(0, until-b.now())))
	_ = unix.ClockNanosleep(unix.CLOCK_MONOTONIC, 0, &t, nil)
}
