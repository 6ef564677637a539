package scenario

import (
	"encoding/json"
	"fmt"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/domain"
)

// timeline returns the entries of a run: those of its scenario, and those that [Scenario.Keep] added.
func (w *recording) timeline() *document.Node {
	entries := w.Timeline()
	if len(entries) == 0 {
		return nil
	}
	list := &document.Node{Kind: document.List}
	for i, e := range entries {
		item := &document.Node{Kind: document.Mapping}
		item.Adopt("at", exactly(e.At))
		for _, v := range e.node.Bare().Entries {
			switch v.Key {
			case "at":
			case "add":
				item.Adopt("add", w.joined(e))
			default:
				item.Adopt(v.Key, v.Value)
			}
		}
		item.Parent, item.Index = list, i
		list.Items = append(list.Items, item)
	}
	return list
}

// joined returns a station that joined. If it has a host, it sends what was recorded.
func (w *recording) joined(e *Entry) *document.Node {
	if e.host != nil {
		station := e.Changes[0].New.(domain.Station).Station
		return w.replayed(e.added, 0, &station)
	}
	item := e.node.Get("add").Bare()
	if e.added.etherAt != nil { // written, or the run's own
		item.Adopt("ether", document.NewText(e.added.address(0).String()))
	}
	w.ownRules(item, e.added)
	w.movePaths(item)
	return item
}

// EntryOf returns the entry of a timeline that makes a change which a host made, as text: of its
// address, its power, or whether it hears everything.
func EntryOf(c medium.Change) (string, error) {
	name, err := json.Marshal(c.Station)
	if err != nil {
		return "", err
	}
	state := map[bool]string{true: "on", false: "off"}
	switch c.Kind {
	case medium.Ether:
		return fmt.Sprintf("{station: %s, ether: %q}", name, c.Address), nil
	case medium.Promiscuous:
		return fmt.Sprintf("{station: %s, promiscuous: %s}", name, state[c.On]), nil
	case medium.PowerOff:
		return fmt.Sprintf("{station: %s, power: %s}", name, state[!c.On]), nil
	}
	return "", fmt.Errorf("a host does not change %v", c.Kind)
}
