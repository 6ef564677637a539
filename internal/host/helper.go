//go:build linux

package host

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/csmacd/csmacd/internal/owner"
)

// helperEnv tells a process that it is a helper, and the number of its socket.
const helperEnv = "CSMACD_HELPER"

// IsHelper reports whether this process is a helper: main calls [Help] then, and nothing else.
func IsHelper() bool { return os.Getenv(helperEnv) != "" }

// Help does what the process at the other end of the socket asks for, until that closes its run or
// ends. In either case it removes what the run made. It keeps the capabilities that this takes and
// drops all others. It returns the exit status.
func Help() int {
	// A signal to the terminal's processes is for the run, which then asks to close.
	signal.Ignore(unix.SIGINT, unix.SIGTERM, unix.SIGHUP, unix.SIGQUIT, unix.SIGPIPE)
	if err := help(); err != nil {
		fmt.Fprintln(os.Stderr, "csmacd: the helper:", err)
		return 1
	}
	return 0
}

func help() error {
	fd, err := strconv.Atoi(os.Getenv(helperEnv))
	if err != nil {
		return err
	}
	os.Unsetenv(helperEnv)
	file := os.NewFile(uintptr(fd), "socket")
	c, err := net.FileConn(file)
	file.Close()
	if err != nil {
		return err
	}
	socket, ok := c.(*net.UnixConn)
	if !ok {
		return errors.New("it has no Unix socket")
	}
	defer socket.Close()
	if err := keepOnly(helping...); err != nil {
		return err
	}
	s := server{wire: wire{socket}}
	if s.pid, _, err = owner.Peer(socket); err != nil {
		return err
	}
	err = s.serve()
	if s.run != nil {
		err = errors.Join(err, s.run.Close()) // unless that has been done
	}
	return err
}

// server does the requests of one process.
type server struct {
	wire
	pid int
	run *Run
}

// serve answers requests until the other end is closed.
func (s *server) serve() error {
	for {
		var ask request
		if _, err := s.receive(&ask); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		reply, files := s.do(&ask)
		err := s.send(reply, files)
		closeAll(files)
		if errors.Is(err, syscall.EPIPE) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// do does a request. The caller closes the files of the answer.
func (s *server) do(ask *request) (reply answer, files []int) {
	var err error
	switch {
	case ask.Do == begins && s.run == nil:
		if s.run, err = begin(ask.Name, s.pid, ask.Rootless); err == nil {
			r := s.run
			reply = answer{ID: r.ID(), Socket: r.Socket(), Control: r.Control(), Swept: r.Swept()}
		}
	case s.run == nil:
		err = errors.New("there is no run")
	case ask.Do == ups && ask.Spec != nil:
		d, failure := s.run.Up(*ask.Spec)
		if err = failure; err == nil {
			reply.Space = s.run.spaceOf(ask.Spec.Station)
			reply.Parts, files, err = d.Part()
		}
	case ask.Do == leaves:
		err = s.run.Leave(ask.Name)
	case ask.Do == packets:
		p, failure := s.run.Packet(ask.Netns, ask.Name)
		if err = failure; err == nil {
			reply.Parts, files, err = p.Part()
		}
	case ask.Do == intends:
		err = s.run.intendSocket(ask.Name)
	case ask.Do == settles:
		err = s.run.settleSocket(ask.Name, ask.Made)
	case ask.Do == names:
		err = s.run.Name(ask.Hosts)
	case ask.Do == urgent:
		err = s.prefer(ask.Thread)
	case ask.Do == closes:
		err = s.run.Close()
	default:
		err = errors.New("the helper does not do that")
	}
	if err != nil {
		reply.Error = err.Error()
	}
	return reply, files
}

// prefer has a thread of the process run before others.
func (s *server) prefer(thread int) error {
	if _, err := os.Stat(fmt.Sprintf("/proc/%d/task/%d", s.pid, thread)); err != nil {
		return fmt.Errorf("thread %d is not one of process %d", thread, s.pid)
	}
	return unix.Setpriority(unix.PRIO_PROCESS, thread, -20)
}
