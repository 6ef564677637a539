package detach

import (
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// notifyEnv is where systemd waits for the state of a service: see sd_notify(3).
const notifyEnv = "NOTIFY_SOCKET"

// Run is this program's run, as its starter and systemd see it.
type Run struct{ notify string }

// Ready says that the run is ready. text, one line, is for the starter; state is for systemctl
// status. A child of Start writes to its log from then on, and reads nothing.
func Ready(text, state string) (*Run, error) {
	r := &Run{notify: os.Getenv(notifyEnv)}
	// Programs that this one starts are not the service.
	os.Unsetenv(notifyEnv)
	if err := leaveTerminal(text); err != nil {
		return r, err
	}
	return r, r.tell(fmt.Sprintf("READY=1\nMAINPID=%d\nSTATUS=%s", os.Getpid(), oneLine(state)))
}

// Stopping says that the run ends.
func (r *Run) Stopping() {
	if r != nil {
		_ = r.tell("STOPPING=1") // it ends in any case
	}
}

// tell sends a message to systemd, if that has started the program.
func (r *Run) tell(message string) error {
	if r.notify == "" {
		return nil
	}
	address := r.notify
	if address[0] == '@' {
		address = "\x00" + address[1:] // an abstract name
	}
	c, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: address, Net: "unixgram"})
	if err == nil {
		_, err = c.Write([]byte(message))
		c.Close()
	}
	if err != nil {
		return fmt.Errorf("telling systemd (NOTIFY_SOCKET=%s): %w", r.notify, err)
	}
	return nil
}

func oneLine(s string) string { return strings.ReplaceAll(s, "\n", " ") }

// leaveTerminal tells the starter, and takes standard input and outputs to a log.
func leaveTerminal(text string) error {
	number, log, found := strings.Cut(os.Getenv(env), ":")
	os.Unsetenv(env)
	fd, err := strconv.Atoi(number)
	if !found || err != nil {
		return nil // it has no starter that waits
	}
	starter := os.NewFile(uintptr(fd), "starter")
	defer starter.Close()
	if log == "" {
		log = os.DevNull
	}
	out, err := os.OpenFile(log, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return fmt.Errorf("--log: %w", err)
	}
	defer out.Close()
	in, err := os.Open(os.DevNull)
	if err != nil {
		return err
	}
	defer in.Close()
	if _, err := fmt.Fprintln(starter, oneLine(text)); err != nil {
		return fmt.Errorf("the starter has gone: %w", err)
	}
	for to, from := range []*os.File{in, out, out} {
		if err := unix.Dup3(int(from.Fd()), to, 0); err != nil {
			return err
		}
	}
	return nil
}
