package player

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/csmacd/csmacd/internal/said"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/phy"
)

// Edit is a change that a user of the page makes to a scenario's text. The text's comments
// stay.
type Edit struct {
	What    string `json:"what"`    // move, hand, draw, policy, seed, size, count, length, end; set
	Station int    `json:"station"` // move, hand, draw
	Value   string `json:"value"`   // a place, a name, a number, as in YAML; set: PATH=VALUE, without a value to leave the key out
	Slots   []int  `json:"slots"`   // hand
}

// errShape is the error of a text that is not laid out as the page's controls need it.
var errShape = said.Errorf("this cannot be changed here: change it in the text")

// Edit returns the text with a change made. The result need not be a valid scenario: moving a
// station off a cable of fixed length, for example, is a mistake that [Load] reports.
func (p *Player) Edit(e Edit) (string, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(p.text), &doc); err != nil || len(doc.Content) == 0 || doc.Content[0].Kind != yaml.MappingNode {
		return "", errShape
	}
	t := &editor{Player: p, root: doc.Content[0]}
	if p.Scenario.LAN() != nil {
		if e.What == "move" || e.What == "count" || e.What == "length" || e.What == "end" || e.Station < 0 || e.Station >= len(p.counts.now.stations) {
			return "", errShape
		}
		if e.Station = int(p.Scene.Number(int32(e.Station))); e.Station >= len(p.Scenario.Config.Stations) {
			return "", errShape // a port
		}
	}
	var err error
	if p.crowd != nil && !slices.Contains([]string{"policy", "seed", "set"}, e.What) {
		return "", errShape
	}
	switch e.What {
	case "set":
		err = t.set(e.Value)
	case "move":
		err = t.move(e.Station, e.Value)
	case "hand":
		err = t.hand(e.Station, e.Slots)
	case "draw":
		err = t.own(e.Station, func(n *yaml.Node) { remove(n, "backoff") })
	case "policy":
		put(t.root, "backoff", scalar(e.Value))
		if get(t.root, "stations") != nil {
			err = t.each(func(n *yaml.Node) { remove(n, "backoff") })
		}
	case "seed":
		put(t.root, "seed", scalar(e.Value))
	case "size":
		err = t.size(e.Value)
	case "count":
		err = t.count(e.Value)
	case "length":
		err = t.length(e.Value)
	case "end":
		err = t.end(e.Value)
	default:
		err = fmt.Errorf("there is no change %q", e.What)
	}
	if err != nil {
		return "", err
	}
	return written(&doc)
}

// written returns the text of a document, with its comments.
func written(doc *yaml.Node) (string, error) {
	var b bytes.Buffer
	w := yaml.NewEncoder(&b)
	w.SetIndent(2)
	if err := w.Encode(doc); err != nil {
		return "", err
	}
	return b.String(), w.Close()
}

type editor struct {
	*Player
	root *yaml.Node
}

// items returns the list of stations.
func (t *editor) items() (*yaml.Node, error) {
	list := get(t.root, "stations")
	if list != nil && list.Kind == yaml.MappingNode {
		only := *list
		*list = yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{&only}}
	}
	if list == nil || list.Kind != yaml.SequenceNode {
		return nil, errShape
	}
	for _, n := range list.Content {
		if n.Kind != yaml.MappingNode {
			return nil, errShape
		}
	}
	return list, nil
}

func (t *editor) each(f func(*yaml.Node)) error {
	list, err := t.items()
	if err == nil {
		for _, n := range list.Content {
			f(n)
		}
	}
	return err
}

func (t *editor) move(station int, place string) error {
	if t.Scenario.Config.Shape.IsStar() {
		return errShape
	}
	if bits, err := strconv.ParseFloat(strings.TrimSuffix(place, "bt"), 64); err == nil && bits*float64(t.net.BitTime()) <= float64(t.Scenario.Length) {
		if err := t.fix(phy.Decimal(t.Scenario.Length, t.net.BitTime()) + "bt"); err != nil {
			return err
		}
	}
	return t.own(station, func(n *yaml.Node) {
		remove(n, "from")
		put(n, "at", scalar(place))
	})
}

// fix writes the length of the cable into a text that has none, so that the cable keeps it when its last station moves
// inwards.
func (t *editor) fix(length string) error {
	medium, err := t.medium()
	if err == nil && get(medium, "length") == nil {
		put(medium, "length", scalar(length))
	}
	return err
}

// end sets the length of the cable, and leaves the stations where they are.
func (t *editor) end(length string) error {
	if t.Scenario.Config.Shape.IsStar() {
		return errShape
	}
	medium, err := t.medium()
	if err == nil {
		put(medium, "length", scalar(length))
	}
	return err
}

// medium returns what the text says of the medium.
func (t *editor) medium() (*yaml.Node, error) {
	medium := get(t.root, "medium")
	if medium == nil {
		medium = &yaml.Node{Kind: yaml.MappingNode, Style: yaml.FlowStyle}
		put(medium, "kind", scalar("bus"))
		put(t.root, "medium", medium)
	}
	if medium.Kind != yaml.MappingNode {
		return nil, errShape
	}
	return medium, nil
}

// hand sets a station's backoffs to those listed.
func (t *editor) hand(station int, slots []int) error {
	list := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
	for _, v := range slots {
		list.Content = append(list.Content, scalar(strconv.Itoa(v)))
	}
	policy := &yaml.Node{Kind: yaml.MappingNode, Style: yaml.FlowStyle}
	put(policy, "policy", scalar("scripted"))
	put(policy, "slots", list)
	return t.own(station, func(n *yaml.Node) { put(n, "backoff", policy) })
}

// size sets the size of all frames.
func (t *editor) size(octets string) error {
	return t.each(func(n *yaml.Node) {
		for _, k := range traffics(n) {
			put(k, "size", scalar(octets))
		}
	})
}

// traffics returns the kinds of traffic of an item of the list of stations.
func traffics(item *yaml.Node) (kinds []*yaml.Node) {
	traffic := get(item, "traffic")
	if traffic == nil {
		return nil
	}
	all := []*yaml.Node{traffic}
	if traffic.Kind == yaml.SequenceNode {
		all = traffic.Content
	}
	for _, k := range all {
		if k.Kind == yaml.MappingNode {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// length sets the length of the cable, or the delay of a star. Stations keep their places
// relative to it.
func (t *editor) length(value string) error {
	medium, err := t.medium()
	if err != nil {
		return err
	}
	bits, err := strconv.ParseFloat(strings.TrimSuffix(value, "bt"), 64)
	if err != nil || !(bits >= 0) || math.IsInf(bits, 0) {
		return said.Errorf("%q is not a length in bit times", value)
	}
	if t.Scenario.Config.Shape.IsStar() {
		put(medium, "delay", scalar(value))
		return nil
	}
	old := float64(t.Scenario.Length) / float64(t.net.BitTime())
	if get(medium, "length") != nil || old == 0 {
		put(medium, "length", scalar(value))
	}
	if old == 0 {
		return nil
	}
	return t.each(func(n *yaml.Node) {
		for _, key := range []string{"at", "from", "spacing"} {
			scale(get(n, key), bits/old)
		}
	})
}

// scale multiplies a number that is followed by a unit, with a resolution of a thousandth.
func scale(n *yaml.Node, by float64) {
	if n == nil || n.Kind != yaml.ScalarNode {
		return
	}
	number := strings.TrimRight(n.Value, "abcdefghijklmnopqrstuvwxyzµμ ")
	v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil {
		return
	}
	// Down, so that what was on the cable stays on it.
	v = math.Floor(v*by*1000+1e-6) / 1000
	n.Value = strconv.FormatFloat(v, 'f', -1, 64) + strings.TrimSpace(n.Value[len(number):])
	n.Tag, n.Style = "", 0
}

// handed returns the backoffs of a station as its text lists them, or nil if they cannot be
// read.
func (p *Player) handed(station int) (slots []int) {
	type item struct {
		Count   int       `yaml:"count"`
		Backoff yaml.Node `yaml:"backoff"`
	}
	var doc struct {
		Backoff  yaml.Node `yaml:"backoff"`
		Stations yaml.Node `yaml:"stations"`
	}
	if yaml.Unmarshal([]byte(p.text), &doc) != nil {
		return nil
	}
	items := make([]item, 1)
	of := any(&items)
	if doc.Stations.Kind == yaml.MappingNode { // one item needs no list
		of = &items[0]
	}
	if doc.Stations.Decode(of) != nil {
		return nil
	}
	for _, s := range items {
		if station -= max(1, s.Count); station >= 0 {
			continue
		}
		from := &s.Backoff
		if from.IsZero() {
			from = &doc.Backoff // the policy of all stations that have none of their own
		}
		var b struct {
			Slots []int `yaml:"slots"`
		}
		if from.Decode(&b) != nil {
			return nil
		}
		return b.Slots
	}
	return nil
}

// place returns the place of a station on the cable.
func (p *Player) place(i int) phy.Time {
	if net, ok := p.net.(scenario.Cable); ok {
		return net.Place(i)
	}
	return 0
}
