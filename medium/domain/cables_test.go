package domain_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// drawCables draws hubs that are joined by cables and by links, and gives most of the stations to cables.
func drawCables(t *rapid.T) domain.Config {
	c := drawHub(t)
	first := c.Repeaters[0]
	links := first.Ports
	first.Ports = nil
	hubs := rapid.IntRange(1, 5).Draw(t, "hubs")
	own := rapid.Bool().Draw(t, "each its own delay")
	longest := rapid.SampledFrom([]int{20, 44, 44, 100, 300}).Draw(t, "length in half bits")
	grid := rapid.SampledFrom([]int{1, 1, 4, 10}).Draw(t, "places on a grid of half bits") // a wide one has more ties
	drawKind(t, &c, &first, &longest)
	c.Repeaters = nil
	for k := range hubs {
		r := first
		r.Name = fmt.Sprint("hub", k)
		if own {
			r.Delay = bt(float64(rapid.IntRange(10, 20).Draw(t, "delay")) / 2)
			r.JamDelay = bt(float64(rapid.IntRange(10, 20).Draw(t, "jam delay")) / 2)
		}
		c.Repeaters = append(c.Repeaters, r)
	}
	apart := rapid.IntRange(0, 3).Draw(t, "stations at one place") > 0
	taken := map[[2]int]bool{}
	place := func(k int) phy.Time {
		at := rapid.IntRange(0, longest/grid).Draw(t, "place") * grid
		for apart && taken[[2]int{k, at}] {
			at += grid
		}
		taken[[2]int{k, at}] = true
		return bt(float64(at) / 2)
	}
	var cables []int // their segments
	plug := func(k, segment int) {
		r := &c.Repeaters[k]
		r.Ports = append(r.Ports, domain.Port{To: c.Segments[segment].Name, End: domain.End{Segment: segment, At: place(segment)}})
	}
	add := func(k int) int {
		cables = append(cables, len(c.Segments))
		c.Segments = append(c.Segments, domain.Segment{Name: fmt.Sprint("cable", len(cables))})
		plug(k, len(c.Segments)-1)
		return len(c.Segments) - 1
	}
	between := rapid.SampledFrom([]int{0, 12, 12, 40}).Draw(t, "longest link between hubs")
	for k := 1; k < hubs; k++ {
		up := rapid.IntRange(0, k-1).Draw(t, "up")
		switch how := rapid.IntRange(0, 5).Draw(t, "joined by a link, a cable that others are on, a new one"); {
		case how == 0:
			delay := bt(float64(rapid.IntRange(0, between).Draw(t, "between")) / 2)
			segment := len(c.Segments)
			c.Segments = append(c.Segments, domain.Segment{Name: fmt.Sprint("up", k), Link: true, Delay: delay})
			over, down := &c.Repeaters[up], &c.Repeaters[k]
			over.Ports = append(over.Ports, domain.Port{To: down.Name, End: domain.End{Segment: segment}})
			down.Ports = append(down.Ports, domain.Port{To: over.Name, End: domain.End{Segment: segment, At: delay}})
		case how <= 2 && len(cables) > 0:
			plug(k, cables[rapid.IntRange(0, len(cables)-1).Draw(t, "which")])
			if up := c.Repeaters[k-1]; len(up.Ports) == 0 {
				add(k - 1)
			}
		default:
			plug(k, add(up))
		}
	}
	for range rapid.IntRange(0, 2).Draw(t, "more cables") {
		add(rapid.IntRange(0, hubs-1).Draw(t, "at"))
	}
	if len(cables) == 0 {
		add(0)
	}
	few := len(c.Stations)
	for i := range rapid.SampledFrom([]int{0, 0, 6, 20, 48}).Draw(t, "more stations") {
		s := c.Stations[i%few]
		s.Name = fmt.Sprint("more", i)
		c.Segments = append(c.Segments, domain.Segment{Name: s.Name, Link: true, Delay: bt(2)})
		links = append(links, domain.Port{To: s.Name, End: domain.End{Segment: len(c.Segments) - 1, At: bt(2)}})
		s.End.Segment = len(c.Segments) - 1
		c.Stations = append(c.Stations, s)
	}
	onLinks := rapid.IntRange(0, 2).Draw(t, "stations on links: some, few, none")
	for i, p := range links {
		if onLinks == 2 || rapid.IntRange(0, 3).Draw(t, "on a cable") > onLinks-1 && rapid.IntRange(0, 3).Draw(t, "still") > 0 {
			k := cables[rapid.IntRange(0, len(cables)-1).Draw(t, "cable")]
			c.Stations[i].End = domain.End{Segment: k, At: place(k)}
			continue
		}
		r := &c.Repeaters[rapid.IntRange(0, hubs-1).Draw(t, "hub")]
		r.Ports = append(r.Ports, p)
	}
	dropUnused(&c)
	return c
}

// TestRoundsOfCablesAgreeWithInstants compares networks of several repeaters and cables.
func TestRoundsOfCablesAgreeWithInstants(t *testing.T) { agree(t, drawCables) }

// classic returns three cables that two repeaters join, with saturated stations.
func classic(stations int) domain.Config {
	c := domain.Config{}
	for k := range 3 {
		c.Segments = append(c.Segments, domain.Segment{Name: fmt.Sprint("s", k), Delay: bt(21.5)})
		for j := range stations {
			c.Stations = append(c.Stations, domain.Station{End: domain.End{Segment: k, At: bt(float64(j))}, Station: bus.Station{
				Name: fmt.Sprint("h", k, j), Traffic: []traffic.Source{traffic.Saturated(traffic.Octets(64), traffic.To{})}}})
		}
	}
	for k := range 2 {
		r := domain.DefaultRepeater(bit)
		r.Name = fmt.Sprint("r", k)
		r.Ports = []domain.Port{{To: c.Segments[k].Name, End: domain.End{Segment: k, At: bt(21.5)}}, {To: c.Segments[k+1].Name, End: domain.End{Segment: k + 1}}}
		c.Repeaters = append(c.Repeaters, r)
	}
	return c
}

// TestCablesBetweenRepeatersHaveRounds says that they mostly do.
func TestCablesBetweenRepeatersHaveRounds(t *testing.T) { mostlyInRounds(t, classic(8)) }
