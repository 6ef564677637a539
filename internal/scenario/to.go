package scenario

import (
	"slices"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/stations"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/phy"
)

// readTo reads the destination of frames: a station's name, an address, or next, random or
// broadcast.
func readTo(r *reader, f *flow, n *document.Node) {
	s, ok := r.Word(n)
	if !ok {
		return
	}
	switch s {
	case "random":
		f.To = traffic.To{Whom: traffic.ToRandom}
		return
	case "next":
		f.To = traffic.To{Whom: traffic.ToNext}
		return
	case "broadcast":
		f.To = traffic.To{Whom: traffic.ToBroadcast}
		return
	}
	if s == domainWord && r.net != nil {
		f.To = traffic.To{Whom: traffic.ToDomain}
		return
	}
	if a, err := phy.ParseAddress(s); err == nil {
		r.toAddress(f, n, a)
		return
	}
	number, ok := r.Numbers[s]
	switch {
	case !ok && s == domainWord:
		r.Fail(n, "domain is for networks, which have several collision domains: on one medium write random, for another station")
	case ok:
		r.toStation(f, n, number)
	case !r.Unnamed: // otherwise it may be the name that could not be read
		r.Fail(n, "%s", r.unknownStation(s, f.isCapture()))
	}
}

// toAddress sends frames to an address: to the station that it belongs to when a frame is queued, if there is one.
func (r *reader) toAddress(f *flow, n *document.Node, a phy.Address) {
	number, ok := r.stationAt(a)
	r.addressed(a)
	switch {
	case a == phy.Broadcast:
		f.To = traffic.To{Whom: traffic.ToBroadcast}
	case ok && r.ofItself(f, n, number):
	default:
		f.To = traffic.To{Whom: traffic.ToAddress, Address: a}
	}
}

func (r *reader) toStation(f *flow, n *document.Node, number int) {
	if !r.ofItself(f, n, number) {
		f.To = traffic.To{Whom: traffic.ToStation, Station: number}
	}
}

// ofItself reports whether a station is one of the group of a flow, which is a mistake.
func (r *reader) ofItself(f *flow, n *document.Node, number int) bool {
	i := number - f.group.First
	if i < 0 || i >= f.group.Count {
		return false
	}
	if f.group.Count == 1 {
		r.Fail(n, "a station cannot send to itself")
	} else {
		r.Fail(n, "%s is one of this group and would send to itself: give it an item of its own, or write next or random", f.group.StationName(i))
	}
	return true
}

// mostGuesses bounds the names that a misspelled one is compared with.
const mostGuesses = 2000

// unknownStation returns the message for a name that no station has, with a suggestion.
func (r *reader) unknownStation(name string, captured bool) string {
	text := "there is no station \"" + name + "\""
	if len(r.Problems.List) >= document.MaxPrinted {
		return text // nobody reads so far
	}
	var names []string
	for _, g := range r.groups {
		for i := 0; i < g.Count && len(names) < mostGuesses && !g.Nameless; i++ {
			names = append(names, g.StationName(i))
		}
	}
	words := stations.Words
	if captured {
		words = slices.Concat(words, []string{"captured"})
	}
	if r.net != nil {
		words = slices.Concat(words, []string{domainWord})
	}
	if s := document.Nearest(name, 1, slices.Concat(words, names)); s != "" {
		return text + ": did you mean \"" + s + "\"?"
	}
	return text + ": write a station's name, next, random, broadcast, or an address such as 01:00:5e:00:00:01"
}
