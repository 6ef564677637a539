package plan

import (
	"runtime"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/document"
)

// Of the problems of all points no more are kept than of one file; those that are
// kept are counted on.
func TestCensusIsBounded(t *testing.T) {
	var c census
	problem := func(line int) document.Problem { return document.Problem{File: "x.yaml", Line: line, Text: "wrong"} }
	for line := range document.MaxCollected + 5 {
		require.Equal(t, line >= document.MaxCollected, c.full(), line)
		c.count(problem(line), counted{"first", 1})
	}
	c.count(problem(7), counted{"second", 2})
	require.Len(t, c.order, document.MaxCollected)
	require.Equal(t, &counted{"first", 3}, c.at[problem(7)])

	var all census
	all.count(problem(-1), counted{"other", 1})
	all.join(&c)
	require.Len(t, all.order, document.MaxCollected)
	require.NotContains(t, all.at, problem(document.MaxCollected-1))
}

// counting is a plan whose one axis, a, has the values from 0 on.
func counting(points int) *Sweep {
	s := &Sweep{Axes: []Axis{{Name: "a", Path: "a"}}, dims: []dim{{[]int{0}, points}}}
	for i := range points {
		s.Axes[0].Values = append(s.Axes[0].Values, Value{Text: strconv.Itoa(i), Cell: strconv.Itoa(i)})
	}
	return s
}

// A problem says at which points it is, unless it is at all of them; warnings do so too.
func TestProblemsNameTheirPoints(t *testing.T) {
	problems := func(p *Point, c *document.Collector) {
		for line, from := range []int{0, 1, 2} {
			if p.Number >= from {
				c.Add(document.Problem{File: "x.yaml", Line: line, Text: "wrong"})
			}
		}
	}
	texts := func(list []document.Problem) (all []string) {
		for _, p := range list {
			all = append(all, p.Text)
		}
		return all
	}
	want := []string{"wrong", "wrong (at a=1, and 1 more)", "wrong (at a=2)"}
	_, err := counting(3).Check(func(p *Point) *document.Reader {
		r := &document.Reader{}
		problems(p, &r.Problems)
		return r
	})
	assert.Equal(t, want, texts(err.(document.Problems)))
	warnings, err := counting(3).Check(func(p *Point) *document.Reader {
		r := &document.Reader{}
		problems(p, &r.Warnings)
		return r
	})
	require.NoError(t, err)
	assert.Equal(t, want, texts(warnings))
}

// After as many problems as are kept no further point is read, so that no problem is known to be at all of them.
func TestTooManyProblemsEndTheCheck(t *testing.T) {
	cores := runtime.GOMAXPROCS(0)
	var reads atomic.Int64
	_, err := counting(8 * cores).Check(func(*Point) *document.Reader {
		reads.Add(1)
		r := &document.Reader{}
		for line := range document.MaxCollected {
			r.Problems.Add(document.Problem{File: "x.yaml", Line: line, Text: "wrong"})
		}
		return r
	})
	assert.Equal(t, int64(cores), reads.Load(), "each core reads one point")
	list := err.(document.Problems)
	require.Len(t, list, document.MaxCollected)
	assert.Contains(t, list[0].Text, "wrong (at a=0")
}
