package scenario

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// origin is what a scenario was read from. It is kept if a recording may be made of the
// scenario.
type origin struct {
	file   string
	root   *document.Node
	groups []*group
}

// recordingNote is the head of a recording.
const recordingNote = `# A recording of a live run: what csmacd up --record wrote. What the hosts of the attached
# stations sent is in the capture beside this file; all else is as it was in the scenario
# that ran. csmacd run of this file has the same digest.
`

// Recording returns the scenario that replays a live run of this one. Each attached station
// becomes a simulated one that sends what the capture has on the interface of its name, at the
// instants in the capture. file is the path to which the recording will be written, and capture
// that of the capture ([github.com/csmacd/csmacd/internal/trace.Recorder]). duration is the
// length of the run; if a condition of until ended it, the instant after that. It is an error
// if nothing has run, if nothing is attached, or if the recording is too long.
func (s *Scenario) Recording(file, capture string, duration phy.Time) ([]byte, error) {
	switch {
	case s.origin == nil:
		return nil, errors.New("no station is attached, so there is nothing to record: the scenario itself replays the run")
	case duration <= 0:
		return nil, errors.New("the run ended before it began, so there is nothing to replay")
	}
	w := recording{s, file, capture}
	root := &document.Node{Kind: document.Mapping}
	for _, key := range topTable.Keys() {
		if v := w.top(key, duration); v != nil {
			root.Adopt(key, v)
		}
	}
	text, err := root.YAML()
	if err == nil && len(recordingNote)+len(text) > document.MaxFileSize {
		err = fmt.Errorf("the recording is longer than %d MiB, the limit for a scenario", document.MaxFileSize>>20)
	}
	return append([]byte(recordingNote), text...), err
}

// recording is a recording while it is put together, from copies of the scenario's own values.
type recording struct {
	*Scenario
	file, capture string
}

// top returns the value of one of the scenario's keys, or nil.
func (w *recording) top(key string, duration phy.Time) *document.Node {
	old := w.origin.root.Get(key)
	switch key {
	case "schema":
		return document.NewText(FormatVersion)
	case "name":
		return document.NewText(w.Name)
	case "mac":
		return withMaxFrame(old, w.Config.Params.MaxFrame)
	case "seed":
		return &document.Node{Text: strconv.FormatUint(w.Config.Seed, 10), Tag: "!!int"}
	case "duration":
		return exactly(duration)
	case "warmup", "until":
		if w.Config.Warmup >= duration {
			return nil // the run ended within the warm-up, in which nothing counts
		}
		if key == "until" && w.FlowsDone { // the recording has frames, and no flows
			bare := old.Bare()
			if bare.Remove("flows_done"); len(bare.Entries) == 0 {
				return nil
			}
			return bare
		}
	case "sweep":
		return nil // a recording has one run
	case "stations":
		return w.stations()
	case "timeline":
		return w.timeline()
	}
	if old == nil {
		return nil
	}
	return old.Bare()
}

func (w *recording) stations() *document.Node {
	list := &document.Node{Kind: document.List}
	add := func(item *document.Node) {
		item.Parent, item.Index = list, len(list.Items)
		list.Items = append(list.Items, item)
	}
	for _, g := range w.origin.groups {
		if g.attach == nil {
			add(w.simulated(g))
			continue
		}
		for i := range g.Count {
			add(w.replayed(g, i, &w.Config.Stations[g.First+i]))
		}
	}
	return list
}

// simulated returns a group as it was. The paths of files that it names start at the
// recording's folder.
func (w *recording) simulated(g *group) *document.Node {
	item := g.Node.Bare()
	if g.etherAt != nil { // written, or the run's own
		item.Adopt("ether", document.NewText(g.address(0).String()))
	}
	w.ownRules(item, g)
	w.movePaths(item)
	return item
}

// movePaths makes the paths of files that a station's traffic names start at the recording's folder.
func (w *recording) movePaths(item *document.Node) {
	t := item.Get("traffic")
	if t == nil {
		return
	}
	flows := []*document.Node{t}
	if t.Kind == document.List {
		flows = t.Items
	}
	for _, f := range flows {
		if file := f.Get("file"); file != nil && !filepath.IsAbs(file.Text) {
			f.Adopt("file", document.NewText(w.from(document.Besides(w.origin.file, file.Text))))
		}
	}
}

// replayed returns the i-th station of an attached group, which sends what was recorded.
func (w *recording) replayed(g *group, i int, station *bus.Station) *document.Node {
	item := &document.Node{Kind: document.Mapping}
	item.Adopt("name", document.NewText(station.Name))
	for _, key := range []string{"via", "link", "pause"} {
		if v := g.Node.Get(key); v != nil {
			item.Adopt(key, v.Bare())
		}
	}
	if g.cable != nil && !g.cable.star {
		item.Adopt("at", exactly(station.At))
	}
	if station.Address != (phy.Address{}) {
		item.Adopt("ether", document.NewText(station.Address.String()))
	}
	for _, key := range []string{"queue", "mac", "backoff", "plca", "latency", "mii", "mii_phase"} {
		if v := g.Node.Get(key); v != nil {
			item.Adopt(key, v.Bare())
		}
	}
	if p := item.Get("plca"); i > 0 && p != nil && p.Get("node_id") != nil { // it counts up in a group
		p.Adopt("node_id", idsOf(g.plca.params(i)))
	}
	w.ownRules(item, g)
	traffic := &document.Node{Kind: document.Mapping}
	for _, e := range [][2]string{
		{"kind", "pcap"}, {"file", w.from(w.capture)}, {"interface", station.Name}, {"to", "captured"}, {"origin", "zero"},
	} {
		traffic.Adopt(e[0], document.NewText(e[1]))
	}
	item.Adopt("traffic", traffic)
	return item
}

// idsOf writes the IDs of a node, as one number if it has one.
func idsOf(p *plca.Params) *document.Node {
	list := &document.Node{Kind: document.List}
	for k, id := range p.NodeIDs {
		list.Items = append(list.Items, &document.Node{Text: strconv.Itoa(id), Tag: "!!int", Parent: list, Index: k})
	}
	if len(list.Items) == 1 {
		return &document.Node{Text: list.Items[0].Text, Tag: "!!int"}
	}
	return list
}

// ownRules writes the longest frame into the rules of a station that uses a set of deviations,
// because the set has that of the line.
func (w *recording) ownRules(item *document.Node, g *group) {
	m := item.Get("mac")
	if m == nil || m.Get("as") == nil {
		return
	}
	p := &w.Config.Params
	if g.First < len(w.Config.Stations) { // it has been there from the start
		if own := w.Config.Stations[g.First].Params; own != nil {
			p = own
		}
	}
	item.Adopt("mac", withMaxFrame(m, p.MaxFrame))
}

// from returns a path relative to the recording's folder.
func (w *recording) from(path string) string {
	path, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	folder, err := filepath.Abs(filepath.Dir(w.file))
	if err != nil {
		return path
	}
	if relative, err := filepath.Rel(folder, path); err == nil {
		return relative
	}
	return path
}

// withMaxFrame returns a copy of a mac, or a new one, that sets the longest frame.
func withMaxFrame(mac *document.Node, octets int) *document.Node {
	m := &document.Node{Kind: document.Mapping}
	if mac != nil {
		m = mac.Bare()
	}
	m.Adopt("max_frame", &document.Node{Text: strconv.Itoa(octets), Tag: "!!int"})
	return m
}

// exactly writes a time to the picosecond.
func exactly(t phy.Time) *document.Node {
	return document.NewText(fmt.Sprintf("%d.%03dns", t/phy.Nanosecond, t%phy.Nanosecond))
}
