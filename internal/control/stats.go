package control

import (
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"text/tabwriter"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/phy"
	"github.com/csmacd/csmacd/tap"
)

// Stats is the answer to the command stats.
type Stats struct {
	Now      phy.Time       `json:"now_ps"`
	Stations []StationStats `json:"stations"`
}

// StationStats are the counters of a station, and those of its host.
type StationStats struct {
	Name     string       `json:"name"`
	TAP      string       `json:"tap,omitempty"` // the host's interface
	Counters mac.Counters `json:"counters"`
	Dropped  uint64       `json:"frames_dropped"`
	Queued   uint64       `json:"frames_queued"`
	Host     *tap.Passage `json:"host,omitempty"` // nil for a simulated station
}

// group is a group of counters by the name that ethtool -S --groups gives it.
type group struct {
	name     string
	counters []counter
}

type counter struct {
	name  string
	value uint64
}

// groups returns the counters of a station in ethtool's groups, by ethtool's names. What ethtool has
// no name for, the queue and the frames between station and host, is in a group csmacd.
func (s *StationStats) groups() []group {
	eth, rmon := group{name: "eth-mac"}, group{name: "rmon"}
	v := reflect.ValueOf(s.Counters)
	for _, f := range reflect.VisibleFields(v.Type()) {
		c := counter{f.Name, v.FieldByIndex(f.Index).Uint()}
		if f.Name == "Fragments" {
			rmon.counters = append(rmon.counters, counter{"etherStatsFragments", c.value})
			continue
		}
		eth.counters = append(eth.counters, c)
	}
	own := group{"csmacd", []counter{{"frames_dropped", s.Dropped}, {"frames_queued", s.Queued}}}
	if h := s.Host; h != nil {
		own.counters = append(own.counters, counter{"host_frames_in", h.In}, counter{"host_frames_out", h.Out},
			counter{"host_dropped", h.Dropped}, counter{"host_not_taken", h.NotTaken})
	}
	return []group{eth, rmon, own}
}

// Text writes the counters of each station as ethtool -S --groups writes those of an interface.
// Those that have grown since earlier statistics are followed by how much, if there are any.
func (s *Stats) Text(w io.Writer, before *Stats) error {
	for i := range s.Stations {
		st := &s.Stations[i]
		old := before.grown(st)
		t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		fmt.Fprintf(t, "Standard stats for %s:\n", st.Name)
		for _, g := range st.groups() {
			for _, c := range g.counters {
				fmt.Fprintf(t, "%s-%s: %d", g.name, c.name, c.value)
				if was, ok := old[g.name+c.name]; ok && c.value > was {
					fmt.Fprintf(t, "\t+%d", c.value-was)
				}
				fmt.Fprintln(t)
			}
		}
		if err := t.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// grown returns the earlier counters of a station by their names.
func (s *Stats) grown(of *StationStats) map[string]uint64 {
	old := map[string]uint64{}
	if s == nil {
		return old
	}
	for i := range s.Stations {
		if s.Stations[i].Name != of.Name {
			continue
		}
		for _, g := range s.Stations[i].groups() {
			for _, c := range g.counters {
				old[g.name+c.name] = c.value
			}
		}
	}
	return old
}

// JSON writes the counters as a line, in the form of ethtool --json -S --groups.
func (s *Stats) JSON(w io.Writer) error {
	all := []map[string]any{}
	for i := range s.Stations {
		st := &s.Stations[i]
		one := map[string]any{"ifname": st.Name, "now_ps": s.Now}
		for _, g := range st.groups() {
			values := map[string]uint64{}
			for _, c := range g.counters {
				values[c.name] = c.value
			}
			one[g.name] = values
		}
		all = append(all, one)
	}
	return json.NewEncoder(w).Encode(all)
}
