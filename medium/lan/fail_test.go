package lan

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// failed runs a network in slices until it fails, and returns its result as JSON, its instant and its error.
func failed(t require.TestingT, c Config, workers int, o medium.Observer, ends ...phy.Time) (text string, at phy.Time, err error) {
	n, err := New(c)
	require.NoError(t, err)
	n.SetWorkers(workers)
	if o != nil {
		n.Observe(o)
	}
	for _, end := range ends {
		if err = n.Run(end); err != nil {
			break
		}
	}
	r, problem := json.Marshal(n.Result())
	require.NoError(t, problem)
	return string(r), n.Now(), err
}

// wrong is a formula that has no delay after the second collision.
type wrong struct{}

var errWrong = errors.New("is not a delay")

func (wrong) Name() string { return "wrong" }

func (wrong) Next(s *backoff.State, r *backoff.Rand) (delay float64, stop bool) {
	if s.Attempt > 2 {
		s.Failed = errWrong
		return 0, true
	}
	return 0.5 * float64(r.Below(4)), false
}

func (wrong) Err(s *backoff.State) error { return s.Failed }

// Scripted draws run out in one domain, or a formula fails. The others are at the same instant, whatever the pieces, the workers and the
// observers of the run.
func TestANetworkThatFailsIsAtOneInstant(t *testing.T) {
	failures, wrongs := 0, 0
	for round := 0; failures == 0 || wrongs == 0; round++ { // few networks fail in one of the two ways
		require.Less(t, round, 20, "%d of scripts that ended, %d of formulas", failures, wrongs)
		rapid.Check(t, failsAtOneInstant(&failures, &wrongs))
	}
}

// failsAtOneInstant is the property for one network. It counts the networks that fail in each way.
func failsAtOneInstant(failures, wrongs *int) func(*rapid.T) {
	return func(t *rapid.T) {
		c := random(t)
		for i := range c.Stations {
			if rapid.IntRange(0, 2).Draw(t, "scripted") == 0 {
				c.Stations[i].Backoff = rapid.SampledFrom([]backoff.Policy{
					backoff.Delays(), backoff.Delays(0, 1, 1, 2), backoff.Limit(backoff.Delays(3, 0.5), 2, 0), wrong{},
				}).Draw(t, "script")
			}
		}
		end := 6 * phy.Millisecond
		want, at, err := failed(t, c, 1, nil, end)
		if err != nil {
			if errors.Is(err, errWrong) {
				*wrongs++
			} else {
				require.ErrorIs(t, err, backoff.ErrScriptEnded)
				*failures++
			}
		}
		same := func(how string, got string, now phy.Time, problem error) {
			require.Empty(t, diff(want, got), how)
			require.Equal(t, at, now, how)
			require.Equal(t, err, problem, how)
		}
		cut := phy.Time(rapid.Int64Range(0, int64(end)).Draw(t, "cut"))
		all, sliced := &events{kinds: medium.AllKinds}, &events{kinds: medium.AllKinds}
		got, now, problem := failed(t, c, 1, nil, cut, cut, end)
		same("sliced", got, now, problem)
		got, now, problem = failed(t, c, 2, nil, end)
		same("workers", got, now, problem)
		got, now, problem = failed(t, c, 1, all, end)
		same("observed", got, now, problem)
		got, now, problem = failed(t, c, 2, sliced, min(cut, max(0, at-1)), at, min(at+1, end), end)
		same("observed and sliced", got, now, problem)
		require.Equal(t, all.list, sliced.list)
	}
}

// A frame that the port of another cable has received a picosecond after the failure does not count.
func TestNothingIsReceivedAfterAFailure(t *testing.T) {
	for _, after := range []phy.Time{0, 1} {
		c := aroundABridge(0, sender{}, sender{}, sender{cable: 1}, sender{cable: 1})
		size, start := traffic.Octets(64), 5*phy.Millisecond
		for i := range 2 {
			c.Stations[i].Traffic = []traffic.Source{traffic.At(size, traffic.To{Whom: traffic.ToDomain}, start)}
			c.Stations[i].Backoff = backoff.Delays()
		}
		failure := start + 96*ethernet.BitTime
		here := traffic.To{Whom: traffic.ToDomain} // the bridge knows both stations by then: they have sent at 2 and 3 ms
		c.Stations[2].Traffic = append(c.Stations[2].Traffic, traffic.At(size, here, failure+after-ethernet.Duration(64)))
		n, err := New(c)
		require.NoError(t, err)
		require.ErrorIs(t, n.Run(phy.Second), backoff.ErrScriptEnded)
		require.Equal(t, failure, n.Now())
		require.EqualValues(t, 3-after, n.Result().Devices[0].Ports[1].MAC.FramesReceivedOK, "%d ps after it", after)
	}
}

// The draws of one cable run out. What is sent on the other before that instant has been sent, and nothing later.
func TestTheOtherCableStopsWhereOneFails(t *testing.T) {
	c := Config{Bridges: []Bridge{{Name: "sw", Queue: 10, Ageing: phy.Second}}}
	for k, name := range []string{"c0", "c1"} {
		end := domain.End{Segment: k}
		c.Segments = append(c.Segments, Segment{Segment: domain.Segment{Name: name}, Params: ethernet})
		c.Bridges[0].Ports = append(c.Bridges[0].Ports, BridgePort{To: name, End: end})
		for _, s := range []string{"A", "B"} {
			c.Stations = append(c.Stations, domain.Station{Station: bus.Station{Name: name + s}, End: end})
		}
	}
	size, to := traffic.Octets(64), traffic.To{Whom: traffic.ToDomain}
	start := 330 * phy.Microsecond // between two frames of the bridge
	for i := range 2 {             // both at once, and their frames never again
		c.Stations[i].Traffic = []traffic.Source{traffic.At(size, to, start)}
		c.Stations[i].Backoff = backoff.Delays()
	}
	c.Stations[2].Traffic = []traffic.Source{traffic.Periodic(size, to, 0, 100*phy.Microsecond, 1000)}
	failure := start + 96*ethernet.BitTime // the end of jam
	for _, piece := range []phy.Time{phy.Second, 7 * phy.Microsecond, 250 * phy.Microsecond} {
		n, err := New(c)
		require.NoError(t, err)
		for err == nil {
			require.Less(t, n.Now(), phy.Millisecond)
			err = n.Run(n.Now() + piece)
		}
		require.ErrorIs(t, err, backoff.ErrScriptEnded)
		assert.Equal(t, failure, n.Now())
		r := n.Result()
		assert.EqualValues(t, 4, r.Stations[2].FramesOffered, "at 0, 100, 200 and 300 us")
		assert.EqualValues(t, 3, r.Stations[2].FramesDelivered)
		assert.EqualValues(t, 5, r.Domains[0].Attempts, "three of the bridge, and two that collide")
	}
}
