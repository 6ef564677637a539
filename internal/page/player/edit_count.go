package player

import (
	"slices"
	"strconv"

	"go.yaml.in/yaml/v3"

	"github.com/csmacd/csmacd/internal/said"
	"github.com/csmacd/csmacd/phy"
)

// mostStations is the most stations that the page's control makes.
const mostStations = 1000

// count sets the number of stations. A group grows or shrinks on the same stretch of cable;
// otherwise a station is added in the widest gap, or the last ones are removed.
func (t *editor) count(value string) error {
	want, err := strconv.Atoi(value)
	if err != nil || want < 1 || want > mostStations {
		return said.Errorf("%q is not a number of stations from 1 to %d", value, mostStations)
	}
	list, err := t.items()
	if err != nil {
		return err
	}
	more := want - t.net.Len()
	for _, n := range list.Content {
		if old := members(n); old > 1 && old+more >= 1 {
			put(n, "count", scalar(strconv.Itoa(old+more)))
			if old+more > 1 {
				scale(get(n, "spacing"), float64(old-1)/float64(old+more-1))
			}
			return nil
		}
	}
	for ; more < 0 && len(list.Content) > 1 && members(list.Content[len(list.Content)-1]) == 1; more++ {
		list.Content = list.Content[:len(list.Content)-1]
	}
	if more < 0 {
		return errShape
	}
	var names []string
	var places []phy.Time
	for i := range t.net.Len() {
		names, places = append(names, t.net.Name(i)), append(places, t.place(i))
	}
	for ; more > 0; more-- {
		one := clone(list.Content[len(list.Content)-1])
		for _, key := range []string{"count", "from", "spacing", "backoff", "address"} {
			remove(one, key)
		}
		one.HeadComment, one.LineComment, one.FootComment = "", "", ""
		name := fresh(names)
		names = append(names, name)
		put(one, "name", scalar(name))
		if !t.Scenario.Config.Shape.IsStar() {
			place := widest(places, 50*t.net.BitTime())
			places = append(places, place)
			put(one, "at", scalar(phy.Decimal(place/t.net.BitTime()*t.net.BitTime(), t.net.BitTime())+"bt"))
		}
		list.Content = append(list.Content, one)
	}
	return nil
}

// fresh returns a name that no station has: the next letter, or a number.
func fresh(names []string) string {
	for k := 0; ; k++ {
		name := "s" + strconv.Itoa(k)
		if k < 26 {
			name = string(rune('A' + k))
		}
		if !slices.Contains(names, name) {
			return name
		}
	}
}

// widest returns the middle of the widest gap between neighbours, or a place beyond the last
// station if all are at one place.
func widest(places []phy.Time, beyond phy.Time) phy.Time {
	sorted := slices.Sorted(slices.Values(places))
	at, gap := sorted[len(sorted)-1]+beyond, phy.Time(0)
	for k := 1; k < len(sorted); k++ {
		if d := sorted[k] - sorted[k-1]; d > gap {
			at, gap = sorted[k-1]+d/2, d
		}
	}
	return at
}

// members returns the number of stations that an item of the list stands for.
func members(n *yaml.Node) int {
	if c := get(n, "count"); c != nil {
		if v, err := strconv.Atoi(c.Value); err == nil && v > 0 {
			return v
		}
	}
	return 1
}

func get(n *yaml.Node, key string) *yaml.Node {
	for k := 0; k+1 < len(n.Content); k += 2 {
		if n.Content[k].Value == key {
			return n.Content[k+1]
		}
	}
	return nil
}

func put(n *yaml.Node, key string, value *yaml.Node) {
	for k := 0; k+1 < len(n.Content); k += 2 {
		if n.Content[k].Value == key {
			value.LineComment = n.Content[k+1].LineComment
			n.Content[k+1] = value
			return
		}
	}
	n.Content = append(n.Content, scalar(key), value)
}

func remove(n *yaml.Node, key string) {
	for k := 0; k+1 < len(n.Content); k += 2 {
		if n.Content[k].Value == key {
			n.Content = slices.Delete(n.Content, k, k+2)
			return
		}
	}
}

func scalar(v string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Value: v} }

func clone(n *yaml.Node) *yaml.Node {
	c := *n
	c.Content = nil
	for _, child := range n.Content {
		c.Content = append(c.Content, clone(child))
	}
	return &c
}
