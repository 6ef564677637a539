package player

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/phy"
)

// own changes one station by itself. A station of a group becomes an item of its own, and so do
// the others.
func (t *editor) own(station int, change func(*yaml.Node)) error {
	list, err := t.items()
	if err != nil {
		return err
	}
	first := 0
	for k, n := range list.Content {
		count := members(n)
		if station < 0 || station >= first+count {
			first += count
			continue
		}
		if count > 1 && t.Scenario.LAN() != nil {
			return errShape // its places are those of a segment
		}
		if count == 1 {
			change(n)
			return nil
		}
		var single []*yaml.Node
		for i := first; i < first+count; i++ {
			one := clone(n)
			for _, key := range []string{"count", "from", "spacing", "at"} {
				remove(one, key)
			}
			put(one, "name", scalar(t.net.Name(i)))
			alone(one, i-first, count)
			if !t.Scenario.Config.Shape.IsStar() {
				put(one, "at", scalar(phy.Decimal(t.place(i), t.net.BitTime())+"bt"))
			}
			if i > first {
				one.HeadComment = ""
			}
			single = append(single, one)
		}
		change(single[station-first])
		list.Content = append(list.Content[:k:k], append(single, list.Content[k+1:]...)...)
		return nil
	}
	return fmt.Errorf("there is no station %d", station)
}

// alone makes an item that describes a group of stations describe its i-th station: a load is that of all of them
// together, and addresses and the IDs of nodes count up.
func alone(item *yaml.Node, i, count int) {
	for _, k := range traffics(item) {
		n := get(k, "load")
		if n == nil {
			continue
		}
		if load, ok := new(big.Rat).SetString(n.Value); ok {
			// Digits enough for the same mean time between frames, in picoseconds.
			share := load.Quo(load, big.NewRat(int64(count), 1)).FloatString(20)
			put(k, "load", scalar(strings.TrimRight(strings.TrimRight(share, "0"), ".")))
		}
	}
	if n := get(item, "ether"); n != nil {
		if a, err := phy.ParseAddress(n.Value); err == nil {
			low := uint32(a[3])<<16 | uint32(a[4])<<8 | uint32(a[5]) + uint32(i)
			a[3], a[4], a[5] = byte(low>>16), byte(low>>8), byte(low)
			put(item, "ether", &yaml.Node{Kind: yaml.ScalarNode, Value: a.String(), Style: yaml.DoubleQuotedStyle})
		}
	}
	if n := get(item, "plca"); n != nil && n.Kind == yaml.MappingNode {
		if ids := get(n, "node_id"); ids != nil {
			for _, id := range append(ids.Content, ids) {
				if v, err := strconv.Atoi(id.Value); err == nil && v != plca.NoID {
					id.Value = strconv.Itoa(v + i)
				}
			}
		}
	}
}
