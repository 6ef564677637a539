package t1s_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/t1s"
	"github.com/csmacd/csmacd/phy"
)

// log writes down events, in bit times.
type log struct {
	kinds medium.Kinds
	from  phy.Time
	lines []string
}

func (l *log) Interest() medium.Interest { return medium.Interest{Kinds: l.kinds} }

func (l *log) Observe(e *medium.Event) {
	s := fmt.Sprintf("%s n%d %v", phy.Decimal(e.At-l.from, bit), e.Station, e.Kind)
	switch e.Kind {
	case medium.Turn:
		s += fmt.Sprintf(" %d %t", e.ID, e.OK)
	case medium.RxStart:
		s += fmt.Sprintf(" from n%d", e.From)
	case medium.RxEnd:
		s += fmt.Sprintf(" from n%d %t", e.From, e.OK)
	case medium.Sent:
		s += fmt.Sprintf(" %d", e.Attempt)
	}
	l.lines = append(l.lines, s)
}

// frames queues a frame at a station at each of some instants.
func frames(c *t1s.Config, station, octets int, at ...phy.Time) {
	c.Stations[station].Traffic = append(c.Stations[station].Traffic, traffic.Source{
		Kind: traffic.KindFrames, Starts: at, Size: traffic.Octets(octets), To: traffic.To{Whom: traffic.ToStation, Station: 0}})
}

// story runs a bus for some bit times and returns what an observer saw from the second cycle on: its
// instants count from the end of a beacon, as in the worked example.
func story(t *testing.T, c t1s.Config, bits phy.Time, kinds ...medium.Kind) []string {
	t.Helper()
	n, err := t1s.New(c)
	require.NoError(t, err)
	l := &log{kinds: medium.Of(kinds...), from: origin}
	n.Observe(l)
	require.NoError(t, n.Run(origin+bits*bit))
	var lines []string
	for _, s := range l.lines {
		if s[0] != '-' {
			lines = append(lines, s)
		}
	}
	return lines
}

// origin is the end of the tenth beacon of three nodes: the first is sent after three silent turns.
const origin = (96 + 20 + 9*116) * bit

// A frame that is ready before its turn waits in the delay line and goes out at the start of the turn.
func TestAFrameIsHeldUntilItsTurn(t *testing.T) {
	c := nodes(3)
	frames(&c, 1, 64, origin+10*bit)
	assert.Equal(t, []string{
		"10 n1 tx_start",
		"32 n0 rx_start from n1", "32 n2 rx_start from n1",
		"586 n1 sent 1",
		"616 n0 rx_end from n1 true", "616 n2 rx_end from n1 true",
		"648 n0 beacon",
	}, story(t, c, 660, medium.TxStart, medium.RxStart, medium.RxEnd, medium.Sent, medium.Beacon))
}

// A node that defers to its predecessor is not ready when its own turn begins right behind: it yields, and
// waits for the next cycle.
func TestAFrameWaitsMoreThanACycle(t *testing.T) {
	c := nodes(3)
	frames(&c, 1, 116, origin+10*bit)
	frames(&c, 2, 64, origin+240*bit)
	assert.Equal(t, []string{
		"10 n1 tx_start", "32 n1 turn 1 true", "32 n0 rx_start from n1", "32 n2 rx_start from n1", "240 n2 queued",
		"1032 n2 turn 2 false", "1032 n0 rx_end from n1 true", "1032 n2 rx_end from n1 true", "1064 n0 beacon", "1084 n0 turn 0 false", "1116 n1 turn 1 false",
		"1128 n2 tx_start", "1148 n2 turn 2 true", "1148 n0 rx_start from n2", "1148 n1 rx_start from n2", "1732 n0 beacon", "1732 n0 rx_end from n2 true", "1732 n1 rx_end from n2 true",
	}, story(t, c, 1740, medium.Queued, medium.TxStart, medium.RxStart, medium.RxEnd, medium.Turn, medium.Beacon)[2:])
}

// Two nodes that are ready: the second is made to collide, and sends when it is its turn.
func TestALogicalCollision(t *testing.T) {
	c := nodes(3)
	frames(&c, 1, 116, origin+10*bit)
	frames(&c, 2, 64, origin+12*bit)
	assert.Equal(t, []string{
		"10 n1 tx_start", "12 n2 tx_start", "32 n2 collision", "76 n2 jam_start", "108 n2 tx_end",
		"1002 n1 tx_end", "1032 n2 commit", "1128 n2 tx_start", "1704 n2 tx_end", "1712 n0 beacon",
	}, story(t, c, 1720, medium.TxStart, medium.Collision, medium.JamStart, medium.TxEnd, medium.Commit, medium.Beacon))
	r := run(t, c, origin+2000*bit)
	assert.EqualValues(t, 1, r.Stations[2].Counters.SingleCollisionFrames)
	assert.EqualValues(t, 1, r.Stations[2].PLCA.LogicalCollisions)
	assert.Zero(t, r.Medium.Collisions, "nothing collided on the line")
}

// A burst of three frames is on the line without a break: 3*576 + 2*96 + 8 bits.
func TestABurst(t *testing.T) {
	c := nodes(3)
	c.Stations[1].PLCA.BurstCount = 2
	frames(&c, 1, 64, origin+10*bit, origin+10*bit, origin+10*bit)
	assert.Equal(t, []string{
		"32 n0 rx_start from n1", "608 n1 commit", "616 n0 rx_end from n1 true",
		"704 n0 rx_start from n1", "1280 n1 commit", "1288 n0 rx_end from n1 true",
		"1376 n0 rx_start from n1", "1960 n0 rx_end from n1 true", "1992 n0 beacon",
	}, only("n2", story(t, c, 2000, medium.RxStart, medium.RxEnd, medium.Commit, medium.Beacon)))
}

// A burst that is not continued keeps the turn for 128 bits, after which COMMIT ends: 576 + 128 + 8 bits.
func TestABurstThatEnds(t *testing.T) {
	c := nodes(3)
	c.Stations[1].PLCA.BurstCount = 1
	frames(&c, 1, 64, origin+10*bit)
	assert.Equal(t, []string{"608 n1 commit", "776 n0 beacon"}, story(t, c, 800, medium.Commit, medium.Beacon)) // 32 + 712, and turn 2
}

// only leaves out the lines of a station.
func only(not string, lines []string) (list []string) {
	for _, s := range lines {
		var at, who string
		fmt.Sscan(s, &at, &who)
		if who != not {
			list = append(list, s)
		}
	}
	return list
}

// senders writes down which stations send frames.
type senders struct{ list []int32 }

func (s *senders) Interest() medium.Interest { return medium.Interest{Kinds: medium.Of(medium.Sent)} }
func (s *senders) Observe(e *medium.Event)   { s.list = append(s.list, e.Station) }
