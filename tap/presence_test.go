package tap

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/phy"
)

// visitor is a host that comes and goes.
type visitor struct {
	*desk
	here bool
}

func (v *visitor) Connected() bool { return v.here }
func (v *visitor) String() string  { return "unix:/run/vm.sock" }

func (v *visitor) Write(frame []byte) error {
	if !v.here {
		return ErrAbsent
	}
	return v.desk.Write(frame)
}

// seat puts a visitor at a station.
func (b *bench) seat(station int) *visitor {
	g := &visitor{desk: b.desks[station]}
	b.live.ports.swap(station, g)
	return g
}

// swap gives a port another link.
func (s *ports) swap(k int, link Link) {
	p := s.all[k]
	p.link, p.presence = link, newPresence(link)
	s.expect(p)
}

// Frames for a host that has not come, or has gone, have a count of their own, and that it
// has come or gone is told at once.
func TestAHostComesAndGoes(t *testing.T) {
	b := onBench(t, cable(0, 30), 2, Options{})
	g := b.seat(1)
	ask := func() { b.desks[0].sent = append(b.desks[0].sent, frameFor(addressB, addressA, 60)) }
	at := func(ms int, do func()) { b.clock.at(b.begin()+time.Duration(ms)*time.Millisecond, do) }
	var waiting []bool
	look := func() { waiting = append(waiting, b.live.Figures().Hosts[1].Waiting) }
	at(10, func() { ask(); ask(); look() })
	at(20, func() { g.here = true; look() })
	at(30, func() { assert.Equal(t, []string{"B: connected (unix:/run/vm.sock)"}, b.notes); ask() })
	at(40, func() { g.refuse = ErrNotTaken; ask() })
	at(2000, func() { g.here = false; ask(); look() })
	at(2010, func() { assert.Equal(t, "B: gone, waits at unix:/run/vm.sock", b.notes[len(b.notes)-1]) })
	b.run(3 * phy.Second)
	assert.Equal(t, []bool{true, false, true}, waiting)
	assert.Len(t, b.notes, 2)
	assert.Equal(t, Passage{Station: "B", Out: 1, NotTaken: 1, Absent: 3, Waiting: true}, b.live.Figures().Hosts[1])
	assert.False(t, b.live.Figures().Hosts[0].Waiting, "who cannot come and go is not waited for")
}

// However a host comes and goes: at most a note a second, by turns, and the last one, a
// second after it has come to rest, is right.
func TestAFlappingHost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := onBench(t, cable(0, 30), 2, Options{})
		g := b.seat(1)
		var at []time.Duration
		b.live.options.Note = func(text string) {
			want := "B: connected (unix:/run/vm.sock)"
			if len(at)%2 == 1 {
				want = "B: gone, waits at unix:/run/vm.sock"
			}
			assert.Equal(t, want, text)
			if n := len(at); n > 0 {
				assert.GreaterOrEqual(t, b.clock.now-at[n-1], time.Second)
			}
			at = append(at, b.clock.now)
		}
		for _, ms := range rapid.SliceOfN(rapid.IntRange(1, 4000), 0, 30).Draw(t, "flaps") {
			b.clock.at(b.begin()+time.Duration(ms)*time.Millisecond, func() { g.here = !g.here })
		}
		b.run(6 * phy.Second)
		assert.Equal(t, g.here, len(at)%2 == 1)
	})
}

// A station that has left is not said to wait as well.
func TestWhoHasLeftDoesNotWait(t *testing.T) {
	b := onBench(t, cable(0, 30), 2, Options{})
	g := b.seat(1)
	g.here = true
	b.clock.at(b.begin()+2*time.Second, func() { g.here, g.broken = false, fmt.Errorf("closed") })
	b.run(4 * phy.Second)
	assert.Equal(t, Passage{Station: "B", Left: "closed"}, b.live.Figures().Hosts[1])
	assert.Equal(t, []string{"B: connected (unix:/run/vm.sock)", "B has left: closed"}, b.notes)
}

// ail is a link that something is wrong with.
type ail struct {
	*desk
	is string
}

func (a *ail) Ailment() string { return a.is }

// What goes wrong with a link that may be mended is told once, and so is that it is over.
func TestAilments(t *testing.T) {
	b := onBench(t, cable(0, 30), 2, Options{})
	a := &ail{desk: b.desks[1]}
	b.live.ports.swap(1, a)
	at := func(s int, do func()) { b.clock.at(b.begin()+time.Duration(s)*time.Second, do) }
	at(2, func() { a.is = "the interface eth0 is down" })
	at(5, func() { a.is = "" })
	b.run(8 * phy.Second)
	assert.Equal(t, []string{"B: the interface eth0 is down", "B: resolved: the interface eth0 is down"}, b.notes)
}
