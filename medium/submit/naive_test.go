package submit_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium/submit"
	"github.com/csmacd/csmacd/phy"
)

// draws returns only uniform draws of a stream.
type draws struct{ backoff.Rand }

func (d *draws) Uniform(a, b float64) float64    { return a + (b-a)*d.Float64() }
func (d *draws) Normal(float64, float64) float64 { return math.NaN() }

// naive is the queue written a second time, as simply as possible: the next action of each client
// is in a list that is searched for the earliest, and time is in microseconds.
type naive struct {
	rule     submit.Rule
	draw     *draws
	senses   []bool
	backsOff []bool
	when     []int64
	what     []byte // 'a'rrive, 's'tart, 'q'ueued
	fails    []int
	waiting  []int
	doneAt   int64 // of the first waiting
	upAt     int64
	row
}

const never = math.MaxInt64

func micros(t phy.Time) int64 { return int64(t / phy.Microsecond) }

func (m *naive) run(until int64) {
	m.doneAt, m.upAt = never, -1
	for range m.senses {
		m.when = append(m.when, int64(math.Round(m.draw.Uniform(0, 1)*float64(micros(m.rule.Startup)))))
		m.what, m.fails = append(m.what, 's'), append(m.fails, 0)
	}
	for {
		// The earliest action; at one time arrivals are first, then the attempt that is served,
		// then starts.
		at, do, who := m.doneAt, byte('b'), -1
		for i, t := range m.when {
			if m.what[i] != 'q' && (t < at || t == at && rank(m.what[i]) < rank(do)) {
				at, do, who = t, m.what[i], i
			}
		}
		if at >= until {
			return
		}
		switch do {
		case 'b':
			who, m.waiting = m.waiting[0], m.waiting[1:]
			m.Submitted++
			m.fails[who], m.what[who], m.when[who] = 0, 's', at
			m.doneAt = never
			if len(m.waiting) > 0 {
				m.doneAt = at + micros(m.rule.Service)
			}
		case 's':
			if m.senses[who] && m.rule.Descriptors-m.rule.PerJob*len(m.waiting) < m.rule.SenseBelow {
				m.Deferred++
				m.sleep(who, at)
				continue
			}
			m.what[who], m.when[who] = 'a', at+micros(m.rule.Startup)
		case 'a':
			m.Attempts++
			switch {
			case at < m.upAt:
				m.Refused++
				m.sleep(who, at)
			case m.rule.PerJob*(len(m.waiting)+1) > m.rule.Descriptors:
				m.Crashes++
				m.upAt, m.doneAt = at+micros(m.rule.Down), never
				m.Aborted += float64(len(m.waiting))
				for _, i := range append([]int{who}, m.waiting...) {
					m.sleep(i, at)
				}
				m.waiting = nil
			default:
				m.waiting = append(m.waiting, who)
				m.what[who] = 'q'
				if len(m.waiting) == 1 {
					m.doneAt = at + micros(m.rule.Service)
				}
			}
		}
	}
}

func rank(do byte) int { return slices.Index([]byte("abs"), do) }

// sleep waits as ftsh does, or not at all.
func (m *naive) sleep(i int, at int64) {
	m.what[i] = 's'
	m.when[i] = at
	if m.fails[i]++; m.backsOff[i] {
		interval := min(math.Pow(2, float64(m.fails[i]-1)), 3600)
		m.when[i] += int64(interval*(1+m.draw.Uniform(0, 1))) * 1e6
	}
}

// Whatever the queue and the clients are like, the engine agrees with the plain model in every
// attempt.
func TestEngineIsThePlainModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		some := func(name string, least, most int64) phy.Time {
			return phy.Time(rapid.Int64Range(least, most).Draw(t, name)) * phy.Second / 20
		}
		rule := submit.Rule{
			PerJob: rapid.IntRange(1, 20).Draw(t, "per_job"), SenseBelow: rapid.IntRange(0, 200).Draw(t, "sense_below"),
			Service: some("service", 1, 4), Startup: some("startup", 1, 40), Down: some("down", 0, 200),
		}
		rule.Descriptors = rule.PerJob + rapid.IntRange(0, 400).Draw(t, "descriptors")
		seed := rapid.Uint64().Draw(t, "seed")
		m := &naive{rule: rule, draw: &draws{backoff.NewRand(seed, "draws", "")}}
		recorded := &micro{&draws{backoff.NewRand(seed, "draws", "")}, rule.Startup, 0}
		c := submit.Config{Rule: rule, Draws: recorded}
		for g := range rapid.IntRange(1, 3).Draw(t, "groups") {
			d := rapid.SampledFrom(submit.Disciplines).Draw(t, "discipline")
			count := rapid.IntRange(1, 30).Draw(t, "clients")
			c.Groups = append(c.Groups, clients(string(rune('a'+g)), count, d))
			recorded.starts += count
			for range count {
				m.senses, m.backsOff = append(m.senses, d == submit.Ethernet), append(m.backsOff, d != submit.Fixed)
			}
		}
		n, err := submit.New(c)
		require.NoError(t, err)
		require.NoError(t, n.Run(20*phy.Second))
		m.run(20e6)
		r := n.Result()
		s := r.Medium.Submit
		assert.Equal(t, m.row, row{float64(s.Submitted), float64(r.Medium.Attempts), float64(s.Refused), float64(s.Crashes),
			float64(s.Aborted), float64(s.Deferred)})
		assert.Equal(t, r.Medium.Attempts, s.Submitted+s.Refused+s.Aborted+s.Crashes+uint64(len(m.waiting)))
	})
}

// micro rounds the first draws, the clients' starts, to microseconds, the unit of the plain model,
// so that both have the same ties.
type micro struct {
	*draws
	startup phy.Time
	starts  int
}

func (d *micro) Uniform(a, b float64) float64 {
	u := d.draws.Uniform(a, b)
	if d.starts--; d.starts < 0 {
		return u
	}
	whole := float64(micros(d.startup))
	return math.Round(u*whole) / whole
}
