package live

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/csmacd/csmacd/phy"
)

// terminal is a terminal of the kernel, and what was drawn on it.
type terminal struct {
	master, slave *os.File
	mu            sync.Mutex
	drawn         strings.Builder
}

func newTerminal(t *testing.T, columns, rows int) *terminal {
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	require.NoError(t, err)
	t.Cleanup(func() { master.Close() })
	require.NoError(t, unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0))
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	require.NoError(t, err)
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	t.Cleanup(func() { slave.Close() })
	x := &terminal{master: master, slave: slave}
	x.resize(t, columns, rows)
	go func() {
		for b := make([]byte, 4096); ; {
			n, err := master.Read(b)
			if err != nil {
				return
			}
			x.mu.Lock()
			x.drawn.Write(b[:n])
			x.mu.Unlock()
		}
	}()
	return x
}

func (x *terminal) resize(t *testing.T, columns, rows int) {
	require.NoError(t, unix.IoctlSetWinsize(int(x.master.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Col: uint16(columns), Row: uint16(rows)}))
}

func (x *terminal) modes(t *testing.T) unix.Termios {
	m, err := unix.IoctlGetTermios(int(x.slave.Fd()), unix.TCGETS)
	require.NoError(t, err)
	return *m
}

func (x *terminal) shows(text string) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return strings.Contains(x.drawn.String(), text)
}

// A view comes onto a real terminal, follows its size, and leaves it as it was.
func TestAViewOnATerminal(t *testing.T) {
	for how, end := range map[string]func(x *terminal, cancel func()){
		"q":       func(x *terminal, _ func()) { x.master.WriteString("q") },
		"Ctrl-C":  func(x *terminal, _ func()) { x.master.WriteString("\x03") },
		"context": func(_ *terminal, cancel func()) { cancel() },
	} {
		t.Run(how, func(t *testing.T) {
			x := newTerminal(t, 100, 30)
			before := x.modes(t)
			f := saturated(40)
			f.step = phy.Millisecond
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			quit := make(chan struct{}, 9)
			v := NewView(x.slave, x.slave, f, func() { quit <- struct{}{} })
			ended := make(chan error, 1)
			go func() { ended <- v.Run(ctx) }()
			eventually(t, "the run is shown", func() bool { return x.shows("\x1b[?1049h") && x.shows("40 stations (20 live)") && x.shows("of 40") })
			assert.NotEqual(t, before, x.modes(t), "keys come at once")
			v.Note("a note of the program")
			eventually(t, "the note is shown", func() bool { return x.shows("a note of the program") })
			require.False(t, x.shows("h39"))
			x.resize(t, 100, 60)
			require.NoError(t, unix.Kill(os.Getpid(), unix.SIGWINCH)) // as the kernel tells whoever is in the foreground
			eventually(t, "the terminal has grown", func() bool { return x.shows("h39") })
			end(x, cancel)
			select {
			case err := <-ended:
				assert.NoError(t, err)
			case <-time.After(patience):
				t.Fatal("the view goes on")
			}
			eventually(t, "the screen is as it was", func() bool { return x.shows("\x1b[?1049l") })
			assert.Equal(t, before, x.modes(t))
			if how == "context" {
				assert.Empty(t, quit)
			} else {
				assert.Len(t, quit, 1)
			}
		})
	}
}

// A terminal that is not ours, or not now, is not drawn on: the kernel would stop us.
func TestNoViewInTheBackground(t *testing.T) {
	x := newTerminal(t, 80, 24)
	assert.IsType(t, &Plain{}, NewDisplay(x.slave, given(nil), 0, nil))
}
