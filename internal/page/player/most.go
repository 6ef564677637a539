package player

import (
	"strconv"

	"go.yaml.in/yaml/v3"

	"github.com/csmacd/csmacd/internal/said"
)

// MostStations is the most stations of a scenario that the page reads.
const MostStations = 10_000

// tooMany returns an error if a scenario's text has more than [MostStations] stations. It counts them without building
// them, and leaves all other mistakes to the reader of the text.
func tooMany(text string) error {
	var doc struct {
		Stations yaml.Node `yaml:"stations"`
		Medium   yaml.Node `yaml:"medium"`
	}
	if yaml.Unmarshal([]byte(text), &doc) != nil {
		return nil
	}
	items := []*yaml.Node{&doc.Stations}
	if doc.Stations.Kind == yaml.SequenceNode {
		items = doc.Stations.Content
	} else if doc.Stations.IsZero() {
		items = nil
	}
	var medium struct {
		Users float64 `yaml:"users"`
	}
	_ = doc.Medium.Decode(&medium) // what cannot be read is for the reader of the text
	sum := max(0, medium.Users)
	for _, n := range items {
		var item struct {
			Count float64 `yaml:"count"`
		}
		if n.Decode(&item) == nil {
			sum += max(1, item.Count)
		}
	}
	if sum > MostStations {
		return said.Errorf("the page shows at most %d stations, and this scenario has %s: run it with csmacd run", MostStations, strconv.FormatFloat(sum, 'f', 0, 64))
	}
	return nil
}
