package scenario

import (
	"math"
	"slices"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// topTable has the keys of a scenario. The line comes first, because it sets the bit time;
// stations come last, because they depend on everything else.
var topTable = table[Scenario]{
	What: "a scenario",
	Fields: []field[Scenario]{
		{Key: "schema", Read: readFormat},
		{Key: "name", Read: readName},
		{Key: "phy", Read: readLine},
		{Key: "mac", Read: func(r *reader, _ *Scenario, n *document.Node) { r.readMac(n) }},
		{Key: "medium", Read: func(r *reader, _ *Scenario, n *document.Node) { r.readMedium(n) }},
		{Key: "plca", Read: func(r *reader, _ *Scenario, n *document.Node) { readAllPLCA(r, n) }},
		{Key: "segments", Read: func(r *reader, _ *Scenario, n *document.Node) { r.readSegments(n) }},
		{Key: "devices", Read: func(r *reader, _ *Scenario, n *document.Node) { r.readDevices(n) }},
		{Key: "links", Read: func(r *reader, _ *Scenario, n *document.Node) { r.readLinks(n) }},
		{Key: "backoff", Read: func(r *reader, _ *Scenario, n *document.Node) { r.policy = r.policies().Choice(n) }},
		{Key: "seed", Read: readSeed},
		{Key: "duration", Read: func(r *reader, s *Scenario, n *document.Node) { s.Duration, _ = r.Positive(n) }},
		{Key: "until", Read: func(r *reader, s *Scenario, n *document.Node) {
			r.until = n
			untilTable.Read(r, n, s)
		}},
		{Key: "warmup", Read: readWarmup},
		{Key: "draws", Read: readDraws},
		{Key: "stations", Read: func(r *reader, _ *Scenario, n *document.Node) { r.readStations(n) }},
		{Key: "timeline", Read: func(r *reader, _ *Scenario, n *document.Node) { r.readTimeline(n) }},
		{Key: "sweep", Read: readSweep},
	},
	Misplaced: map[string]string{
		"traffic": "traffic belongs in a station, or a group of them",

		"axes":         "axes belong in sweep: write sweep: {axes: {stations[0].count: [2, 5, 10]}}",
		"replications": "replications belongs in sweep, beside its axes",
	},
}

// readMac reads the rules of all stations.
func (r *reader) readMac(n *document.Node) {
	if r.net != nil {
		r.net.mac = n
	}
	r.rules = r.readRules(n, r.rules, &macTable)
}

// untilTable has the conditions that end a run.
var untilTable = table[Scenario]{
	What: "until",
	Fields: []field[Scenario]{
		{Key: "frames_sent", Read: func(r *reader, s *Scenario, n *document.Node) {
			s.Config.Until.FramesSent, _ = r.Whole(n, 1, math.MaxInt64)
		}},
		{Key: "frames_delivered", Read: func(r *reader, s *Scenario, n *document.Node) {
			s.Config.Until.FramesDelivered, _ = r.Whole(n, 1, math.MaxInt64)
		}},
		{Key: "collisions", Read: func(r *reader, s *Scenario, n *document.Node) {
			s.Config.Until.Collisions, _ = r.Whole(n, 1, math.MaxInt64)
		}},
		{Key: "flows_done", Read: func(r *reader, s *Scenario, n *document.Node) { s.FlowsDone, _ = r.Flag(n) }},
		{Key: "idle", Read: func(r *reader, s *Scenario, n *document.Node) { s.Config.Until.Idle, _ = r.Flag(n) }},
	},
}

// top reads the whole scenario.
func (r *reader) top(root *document.Node) {
	s := &r.scenario
	r.root = root
	s.Name, s.Line, s.Config.Seed = baseName(r.File), phy.Ethernet10, 1
	r.beginNetwork(root)
	r.lean()
	topTable.Read(r, root, s)
	if root.Get("stations") == nil && r.Total == 0 && !misspelt(root, "stations") {
		r.Fail(root, "there are no stations: list at least one under the key stations")
	}
	if root.Get("duration") == nil && root.Get("until") == nil && !r.options.Live && !r.attached() && !misspelt(root, "duration", "until") {
		r.Fail(root, "nothing ends the run: write duration: 1s, or until: {frames_sent: 100} or {idle: true}")
	}
	s.Kind, s.Length = "bus", r.cable.length
	if r.cable.star {
		s.Kind, s.Config.Shape = "star", bus.Star(r.cable.delay)
	}
	s.Config.Params = r.rules.Params
	r.checkEnd()
	if r.resource != nil {
		r.topOfResource(root)
		return
	}
	if len(r.Problems.List) == 0 && r.net == nil {
		r.topOfMultidrop()
	}
	if r.net != nil {
		r.topOfNetwork()
	} else {
		r.warnMedium(root)
	}
	r.warnAttached()
	if r.attached() {
		s.origin = &origin{r.File, root, r.groups}
	}
}

// misspelt reports whether a key is likely one of the keys given that are not there: the reader has said so.
func misspelt(root *document.Node, keys ...string) bool {
	return slices.ContainsFunc(root.Entries, func(e *document.Entry) bool {
		return slices.Contains(keys, document.Nearest(e.Key, 1, topTable.Keys()))
	})
}

// lean sets what follows from keys that are left out.
func (r *reader) lean() {
	r.Bit = r.line().BitTime
	r.rules = rulesOf(*r.line())
	r.cable = cable{velocity: r.line().Velocity}
	if r.net != nil {
		r.net.line = *r.line()
	}
}

// checkEnd reports whether the run can end.
func (r *reader) checkEnd() {
	s := &r.scenario
	if s.Config.Until.Idle && r.attached() {
		r.Fail(r.until, "csmacd cannot know when the host of an attached station is done: leave idle out, and write a duration if the run is to end by itself")
		return
	}
	if s.FlowsDone && len(s.Flows) == 0 && len(r.Problems.List) == 0 {
		r.Fail(r.until, "there are no flows that could be done: give a soft host traffic: "+flowExample)
		return
	}
	if s.FlowsDone && r.goesOn != nil {
		r.Fail(r.goesOn, "until: {flows_done: true} waits for this flow, which never ends: write count or for")
	}
	if s.FlowsDone || r.until == nil || s.Duration > 0 || len(r.Problems.List) > 0 {
		return
	}
	if s.Config.Until == (medium.Until{}) {
		r.Fail(r.until, "none of its conditions ends the run: write until: {idle: true}, or a duration")
		return
	}
	if s.Config.Until != (medium.Until{Idle: true}) {
		return
	}
	if r.resource != nil {
		if what := r.resource.Endless(); what != "" {
			r.Fail(r.until, "the run never becomes idle: %s; write a duration", what)
		}
		return
	}
	for _, g := range append(slices.Clone(r.groups), r.joiners()...) {
		for i := range g.traffic {
			if kind := g.traffic[i].Kind; endless(kind) {
				r.Fail(r.until, "the run never becomes idle: the %s traffic of %s has no end; write a duration", kind, g.Node.Path())
				return
			}
		}
	}
}

// joiners returns the stations that join during the run and do not leave.
func (r *reader) joiners() (list []*group) {
	for _, e := range r.timeline {
		leaves := func(other *Entry) bool {
			n := other.node.Get("remove")
			return n != nil && n.Text == e.added.StationName(0)
		}
		if e.added != nil && !slices.ContainsFunc(r.timeline, leaves) {
			list = append(list, e.added)
		}
	}
	return list
}

func readFormat(r *reader, _ *Scenario, n *document.Node) {
	if s, ok := r.Word(n); ok && s != FormatVersion {
		r.Fail(n, "%q is not a format that this version reads: it reads %s", s, FormatVersion)
	}
}

func readSeed(r *reader, s *Scenario, n *document.Node) {
	document.SetTo(&s.Config.Seed)(r.Whole(n, 0, math.MaxUint64))
}

func readName(r *reader, s *Scenario, n *document.Node) { document.SetTo(&s.Name)(r.Name(n)) }

func readLine(r *reader, s *Scenario, n *document.Node) {
	if line, ok := r.lineNamed(n); ok {
		s.Line = line
		r.lean()
	}
}

// lineNamed reads the name of a line.
func (r *reader) lineNamed(n *document.Node) (line phy.Line, ok bool) {
	var names []string
	for _, l := range phy.Lines {
		names = append(names, l.Name)
	}
	name, ok := r.Word(n)
	if !ok {
		return line, false
	}
	if line, ok = phy.LineByName(name); !ok {
		r.Fail(n, "%q is not a phy: %s", name, document.Instead(name, "csmacd phys lists them", names))
	}
	return line, ok
}

func readWarmup(r *reader, s *Scenario, n *document.Node) {
	t, ok := r.Duration(n)
	if ok && s.Duration > 0 && t >= s.Duration {
		r.Fail(n, "%s is not before the end of the run, at %s", t, s.Duration)
		return
	}
	s.Config.Warmup = t
}

// topOfResource reports keys that a scenario with such a medium cannot have, and completes it.
func (r *reader) topOfResource(root *document.Node) {
	s := &r.scenario
	s.Kind, s.resource = root.Get("medium").Get("kind").Text, r.resource
	if n := root.Get("mac"); n != nil {
		r.Fail(n, "mac has the rules of stations on a cable, and a medium of kind %s is not a cable: leave it out", s.Kind)
	}
	r.resource.Finish(r.resources(), s.Duration, s.Config.Warmup)
}
