package live

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/leak"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
	"github.com/csmacd/csmacd/tap"
)

// fake is a run that is tied to no clock: each snapshot is so much further on.
type fake struct {
	mu    sync.Mutex
	net   *bus.Network
	story *Story
	step  phy.Time
	now   phy.Time
	wall  func(phy.Time) float64 // of the wall clock, at an instant of the run
	edit  func(*Snapshot)        // on its way out
	last  *Snapshot
}

const patience = time.Minute

// eventually waits for what others do.
func eventually(t require.TestingT, what string, so func() bool) {
	for deadline := time.Now().Add(patience); !so(); {
		require.True(t, time.Now().Before(deadline), what)
		time.Sleep(time.Millisecond)
	}
}

// saturated is a fake of so many stations that always have a frame to send, of a quarter
// of a second a snapshot. The first half of them is live.
func saturated(n int) *fake {
	send := []traffic.Source{{Kind: traffic.KindSaturated, Size: traffic.Octets(600), To: traffic.To{Whom: traffic.ToNext}}}
	var c bus.Config
	for i := range n {
		c.Stations = append(c.Stations, bus.Station{Name: fmt.Sprint("h", i+1), At: phy.Time(i) * 10 * phy.Nanosecond, Traffic: send})
	}
	net, err := bus.New(c)
	if err != nil {
		panic(err)
	}
	f := &fake{net: net, story: NewStory(net), step: phy.Second / 4, wall: phy.Time.Seconds}
	net.Observe(f.story)
	return f
}

// Snapshot implements Source.
func (f *fake) Snapshot() *Snapshot {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now += f.step
	if err := f.net.Run(f.now); err != nil {
		panic(err)
	}
	s := &Snapshot{
		Name: "a cable", Line: phy.Ethernet10, Now: f.net.Now(), Result: f.net.Result(), Events: f.story.Told(),
		Figures: tap.Figures{Speed: 1, WallSeconds: f.wall(f.now),
			PacingError: tap.Lateness{Count: 1000, Mean: 40, P50: 35, P99: 210, Max: 900}},
		Attached: map[string]string{},
	}
	s.Result.Scenario = s.Name
	for i := range f.net.Len() / 2 {
		st := &s.Result.Stations[i]
		s.Figures.Hosts = append(s.Figures.Hosts, tap.Passage{Station: st.Name, In: st.FramesOffered, Out: st.Counters.FramesReceivedOK, TooShort: uint64(i)})
		s.Attached[st.Name] = fmt.Sprintf("tap%d in %s, 10.0.0.%d/24", i, st.Name, i+1)
	}
	if f.edit != nil {
		f.edit(s)
	}
	f.last = s
	return s
}

// given is a Source of one snapshot.
func given(s *Snapshot) Source { return SourceFunc(func() *Snapshot { return s }) }

// odd is a snapshot with names that nobody should give.
func odd() *Snapshot {
	s := saturated(2).Snapshot()
	s.Name = "two\n\"quoted\\ \x1b[31mred\x1b[0m 電線 \xff"
	s.Result.Stations[0].Name, s.Figures.Hosts[0].Station = "\x1b[2Jh\t1{}", "\x1b[2Jh\t1{}"
	s.Figures.Hosts[0].Left = "gone\nfor good"
	s.Events = append(s.Events, "an event \x1b[1m of\r a name")
	return s
}

// TestMain shows a fake on the terminal instead of testing where LIVE_DEMO is a number of
// stations, and for plain lines LIVE_PLAIN is set too.
func TestMain(m *testing.M) {
	n, err := strconv.Atoi(os.Getenv("LIVE_DEMO"))
	if err != nil {
		os.Exit(leak.Run(m))
	}
	f := saturated(n)
	f.edit = func(s *Snapshot) {
		switch seconds := s.Now / phy.Second; {
		case seconds >= 8 && n > 3:
			s.Figures.Hosts[1].Left = "its device is gone"
			fallthrough
		case seconds >= 4:
			s.Figures.Behind, s.Figures.Stalls = 0.3*float64(min(seconds, 6)), uint64(min(seconds, 6))
		}
	}
	ctx, quit := context.WithCancel(context.Background())
	d := NewDisplay(os.Stdout, f, time.Second, quit)
	if os.Getenv("LIVE_PLAIN") != "" {
		d = NewPlain(os.Stdout, f, time.Second)
	}
	time.AfterFunc(5*time.Second, func() { d.Note("a note of the program") })
	fmt.Println(d.Run(ctx))
	fmt.Println("user ended:", ctx.Err())
}

var _ medium.Observer = (*Story)(nil)
