package tap

import (
	"runtime"
	"slices"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// awaited is what a live run waits for: the file descriptors of links, and of its clock. The kernel
// keeps a set of those that stay the same, so that a hundred hosts that have nothing to say cost a
// wait nothing. The others are passed to it at each wait.
type awaited struct {
	set   int // an epoll
	of    map[int32]*port
	found [64]unix.EpollEvent // the first count are those of the last wait
	count int
	limit timeout
	old   bool // the kernel, before 5.11, has no timeouts in nanoseconds for a set

	loose []*port       // those that listen and whose descriptor changes
	polls []unix.PollFd // the set, and the descriptors of loose ports
	ports []*port       // those of polls

	several bool // processors, so that others need not wait for the one of a wait that Go's scheduler is not told of
	heard   bool // a host had something since the last long wait that nothing ended
}

// timeout is the kernel's struct __kernel_timespec.
type timeout struct{ seconds, nanoseconds int64 }

// Go's scheduler is not told of waits of at most mostBrief, nor of one of at most mostQuiet after something was
// heard. To tell it takes longer than the rest of a wait. After 10 ms it would take the processor from the wait, and
// at its end another thread would look 50 times, every 20 us, how this one goes on: 600 us of processor
// time. Not to tell it keeps a processor from other goroutines meanwhile, and costs 43 us for each 10 ms, since
// the scheduler sends a signal to those that go on for so long.
const (
	mostBrief = 2 * time.Millisecond
	mostQuiet = 100 * time.Millisecond
)

func (a *awaited) open() (err error) {
	a.of = map[int32]*port{}
	a.several = runtime.GOMAXPROCS(0) > 1
	a.set, err = unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	return err
}

func (a *awaited) close() { unix.Close(a.set) }

// add adds a descriptor to the set.
func (a *awaited) add(fd int) error {
	return unix.EpollCtl(a.set, unix.EPOLL_CTL_ADD, fd, &unix.EpollEvent{Events: unix.EPOLLIN, Fd: int32(fd)})
}

// gather makes the links of ports that listen those that are waited for. It reports whether one of
// them has something already.
func (a *awaited) gather(ports *ports) (ready bool) {
	for _, p := range ports.moved {
		switch listens := p.listens(); {
		case listens == p.awaited:
		case listens:
			a.take(p)
		default:
			a.leave(p)
		}
	}
	ports.moved = ports.moved[:0]
	a.polls = append(a.polls[:0], unix.PollFd{Fd: int32(a.set), Events: unix.POLLIN})
	a.ports = append(a.ports[:0], nil)
	for _, p := range a.loose {
		if fd := p.link.FD(); fd >= 0 {
			a.polls = append(a.polls, unix.PollFd{Fd: int32(fd), Events: unix.POLLIN})
			a.ports = append(a.ports, p)
		}
	}
	return slices.ContainsFunc(ports.ready, (*port).listens)
}

// take makes the link of a port one that is waited for.
func (a *awaited) take(p *port) {
	p.awaited = true
	if p.steady {
		if p.fd = p.link.FD(); p.fd >= 0 && a.add(p.fd) == nil {
			a.of[int32(p.fd)] = p
			return
		}
		p.steady = false // it is closed, or the user has too many descriptors in sets
	}
	a.loose = append(a.loose, p)
}

// leave ends what take began. The kernel takes a descriptor that was closed out of the set.
func (a *awaited) leave(p *port) {
	p.awaited = false
	switch {
	case !p.steady:
		a.loose = slices.DeleteFunc(a.loose, func(x *port) bool { return x == p })
	case a.of[int32(p.fd)] == p:
		_ = unix.EpollCtl(a.set, unix.EPOLL_CTL_DEL, p.fd, nil) // it may be closed
		delete(a.of, int32(p.fd))
	}
}

// wait waits for a time; it reports whether something is ready.
func (a *awaited) wait(length time.Duration) bool {
	length = max(0, length)
	if len(a.polls) == 1 && !a.old {
		n, err := a.waitForSet(length)
		if a.count = n; err != unix.ENOSYS && err != unix.EPERM { // a container may not know the call
			return n > 0
		}
		a.old = true
	}
	a.count = 0
	limit := unix.NsecToTimespec(int64(length))
	n, err := unix.Ppoll(a.polls, &limit, nil)
	if err == nil && a.polls[0].Revents != 0 {
		a.count, _ = unix.EpollWait(a.set, a.found[:], 0)
	}
	return err == nil && n > 0
}

// waitForSet waits for the set alone. It returns the number of descriptors that are ready.
func (a *awaited) waitForSet(length time.Duration) (count int, err unix.Errno) {
	a.limit = timeout{int64(length / time.Second), int64(length % time.Second)}
	if a.quietly(length) {
		return counted(unix.RawSyscall6(unix.SYS_EPOLL_PWAIT2, uintptr(a.set), uintptr(unsafe.Pointer(&a.found)), uintptr(len(a.found)),
			uintptr(unsafe.Pointer(&a.limit)), 0, 0))
	}
	return counted(unix.Syscall6(unix.SYS_EPOLL_PWAIT2, uintptr(a.set), uintptr(unsafe.Pointer(&a.found)), uintptr(len(a.found)),
		uintptr(unsafe.Pointer(&a.limit)), 0, 0))
}

func counted(n, _ uintptr, err unix.Errno) (int, unix.Errno) {
	if err != 0 {
		return 0, err
	}
	return int(n), 0
}

// quietly reports whether Go's scheduler is not told of a wait.
func (a *awaited) quietly(length time.Duration) bool {
	return a.several && (length <= mostBrief || a.heard && length <= mostQuiet)
}

// mark marks the ports whose links were ready. It reports whether another descriptor of the set was.
func (a *awaited) mark(ports *ports) (other bool) {
	for i, p := range a.polls {
		if i > 0 && p.Revents != 0 {
			ports.mark(a.ports[i])
			a.heard = true
		}
	}
	for _, e := range a.found[:a.count] {
		if p := a.of[e.Fd]; p != nil {
			ports.mark(p)
			a.heard = true
		} else {
			other = true
		}
	}
	return other
}
