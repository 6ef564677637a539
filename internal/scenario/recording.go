package scenario

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"

	"github.com/csmacd/csmacd/phy"
)

// origin is what a scenario was read from, kept where a recording may be written of it.
type origin struct {
	file   string
	root   *node
	groups []*group
}

// recordingNote heads a recording.
const recordingNote = `# A recording of a live run: what csmacd up --record wrote. What the hosts of the attached
# stations sent is in the capture beside this file; all else is as it was in the scenario
# that ran. csmacd run of this file comes to the same digest.
`

// Recording writes the scenario that replays a live run of this one: each attached
// station is simulated, and sends what the capture has on the interface of its name, at
// the instants there. file is the path that the recording is written to, capture that
// of the capture ([github.com/csmacd/csmacd/internal/trace.Recorder]), duration how far
// the run came; where a condition of until ended it, the instant after that. The error says why there is no such scenario: nothing has run, nothing
// is attached, or it would be too long.
func (s *Scenario) Recording(file, capture string, duration phy.Time) ([]byte, error) {
	switch {
	case s.origin == nil:
		return nil, errors.New("no station is attached, so that there is nothing to record: the scenario itself replays the run")
	case duration <= 0:
		return nil, errors.New("the run ended before it began, so that there is nothing to replay")
	}
	w := recording{s, file, capture}
	root := &node{kind: mappingNode}
	for _, key := range topTable.keys() {
		if v := w.top(key, duration); v != nil {
			root.adopt(key, v)
		}
	}
	text, err := root.yaml()
	if err == nil && len(recordingNote)+len(text) > MaxFileSize {
		err = fmt.Errorf("the recording comes to more than %d MiB, the longest scenario", MaxFileSize>>20)
	}
	return append([]byte(recordingNote), text...), err
}

// recording is one while it is put together, of copies of the scenario's own values.
type recording struct {
	*Scenario
	file, capture string
}

// top gives the value of one of the scenario's keys, nil for none.
func (w *recording) top(key string, duration phy.Time) *node {
	old := w.origin.root.get(key)
	switch key {
	case "schema":
		return text(FormatVersion)
	case "name":
		return text(w.Name)
	case "mac":
		return withMaxFrame(old, w.Config.Params.MaxFrame)
	case "seed":
		return &node{text: strconv.FormatUint(w.Config.Seed, 10), tag: "!!int"}
	case "duration":
		return exactly(duration)
	case "warmup", "until":
		if w.Config.Warmup >= duration {
			return nil // the run ended within the warm-up, in which nothing counts
		}
	case "sweep":
		return nil // a recording is of one run
	case "stations":
		return w.stations()
	}
	if old == nil {
		return nil
	}
	return old.copied()
}

func (w *recording) stations() *node {
	list := &node{kind: listNode}
	add := func(item *node) {
		item.parent, item.index = list, len(list.items)
		list.items = append(list.items, item)
	}
	for _, g := range w.origin.groups {
		if g.attach == nil {
			add(w.simulated(g))
			continue
		}
		for i := range g.count {
			add(w.replayed(g, i))
		}
	}
	return list
}

// simulated gives a group as it was. Files that it names are found from the recording.
func (w *recording) simulated(g *group) *node {
	item := g.node.copied()
	if g.etherAt != nil { // written, or the run's own
		item.adopt("ether", text(g.address(0).String()))
	}
	w.ownRules(item, g)
	t := item.get("traffic")
	if t == nil {
		return item
	}
	flows := []*node{t}
	if t.kind == listNode {
		flows = t.items
	}
	for _, f := range flows {
		if file := f.get("file"); file != nil && !filepath.IsAbs(file.text) {
			f.adopt("file", text(w.from(besides(w.origin.file, file.text))))
		}
	}
	return item
}

// replayed gives an attached group's i-th station, which sends what was recorded.
func (w *recording) replayed(g *group, i int) *node {
	station := &w.Config.Stations[g.first+i]
	item := &node{kind: mappingNode}
	item.adopt("name", text(station.Name))
	if !w.Config.Star {
		item.adopt("at", exactly(station.At))
	}
	if station.Address != (phy.Address{}) {
		item.adopt("ether", text(station.Address.String()))
	}
	for _, key := range []string{"queue", "mac", "backoff"} {
		if v := g.node.get(key); v != nil {
			item.adopt(key, v.copied())
		}
	}
	w.ownRules(item, g)
	traffic := &node{kind: mappingNode}
	for _, e := range [][2]string{
		{"kind", "pcap"}, {"file", w.from(w.capture)}, {"interface", station.Name}, {"to", "captured"}, {"origin", "zero"},
	} {
		traffic.adopt(e[0], text(e[1]))
	}
	item.adopt("traffic", traffic)
	return item
}

// ownRules gives a station whose rules are a set of deviations its longest frame: the
// set has the line's.
func (w *recording) ownRules(item *node, g *group) {
	m := item.get("mac")
	if m == nil || m.get("as") == nil {
		return
	}
	p := &w.Config.Params
	if own := w.Config.Stations[g.first].Params; own != nil {
		p = own
	}
	item.adopt("mac", withMaxFrame(m, p.MaxFrame))
}

// from gives a path as it is from the recording's folder.
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

// withMaxFrame gives a copy of a mac, or a new one, that says how long frames are.
func withMaxFrame(mac *node, octets int) *node {
	m := &node{kind: mappingNode}
	if mac != nil {
		m = mac.copied()
	}
	m.adopt("max_frame", &node{text: strconv.Itoa(octets), tag: "!!int"})
	return m
}

// exactly writes a time to the picosecond.
func exactly(t phy.Time) *node {
	return text(fmt.Sprintf("%d.%03dns", t/phy.Nanosecond, t%phy.Nanosecond))
}
