package scenario

import (
	"math"
	"unicode"
	"unicode/utf8"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// topTable is the keys of a scenario. The line comes first, since it says what a
// bit time is; stations last, since they lean on everything else.
var topTable = table[Scenario]{
	what: "a scenario",
	fields: []field[Scenario]{
		{"schema", readFormat},
		{"name", readName},
		{"phy", readLine},
		{"mac", func(r *reader, _ *Scenario, n *node) { r.rules = r.readRules(n, r.rules, &macTable) }},
		{"medium", func(r *reader, _ *Scenario, n *node) { r.readMedium(n) }},
		{"backoff", func(r *reader, _ *Scenario, n *node) { r.policy = r.readChoice(n) }},
		{"seed", func(r *reader, s *Scenario, n *node) {
			if v, ok := r.whole(n, 0, math.MaxUint64); ok {
				s.Config.Seed = v
			}
		}},
		{"duration", func(r *reader, s *Scenario, n *node) { s.Duration, _ = r.positive(n) }},
		{"until", func(r *reader, s *Scenario, n *node) {
			r.until = n
			untilTable.read(r, n, &s.Config.Until)
		}},
		{"warmup", readWarmup},
		{"draws", readDraws},
		{"stations", func(r *reader, _ *Scenario, n *node) { r.readStations(n) }},
		{"sweep", readSweep},
	},
	misplaced: map[string]string{
		"traffic": "traffic belongs in a station, or a group of them",

		"axes":         "axes belong in sweep: write sweep: {axes: {stations[0].count: [2, 5, 10]}}",
		"replications": "replications belongs in sweep, beside its axes",
	},
}

// untilTable is the conditions that end a run.
var untilTable = table[medium.Until]{
	what: "until",
	fields: []field[medium.Until]{
		{"frames_sent", func(r *reader, u *medium.Until, n *node) { u.FramesSent, _ = r.whole(n, 1, math.MaxInt64) }},
		{"frames_delivered", func(r *reader, u *medium.Until, n *node) { u.FramesDelivered, _ = r.whole(n, 1, math.MaxInt64) }},
		{"collisions", func(r *reader, u *medium.Until, n *node) { u.Collisions, _ = r.whole(n, 1, math.MaxInt64) }},
		{"idle", func(r *reader, u *medium.Until, n *node) { u.Idle, _ = r.flag(n) }},
	},
}

// top reads the whole scenario.
func (r *reader) top(root *node) {
	s := &r.scenario
	s.Name, s.Line, s.Config.Seed = baseName(r.file), phy.Ethernet10, 1
	r.lean()
	topTable.read(r, root, s)
	if root.get("stations") == nil && r.total == 0 {
		r.fail(root, "there are no stations: list at least one under the key stations")
	}
	if root.get("duration") == nil && root.get("until") == nil && !r.options.Live && !r.attached() {
		r.fail(root, "nothing ends the run: write duration: 1s, or until: {frames_sent: 100} or {idle: true}")
	}
	s.Kind = "bus"
	if r.cable.star {
		s.Kind = "star"
	}
	s.Config.Params = r.rules.Params
	s.Config.Star, s.Config.Delay, s.Length = r.cable.star, r.cable.delay, r.cable.length
	r.checkEnd()
	if r.resource != nil {
		r.topOfResource(root)
		return
	}
	r.warnMedium(root)
	r.warnAttached()
	if r.attached() {
		s.origin = &origin{r.file, root, r.groups}
	}
}

// lean puts in place what keys that are left out would have said.
func (r *reader) lean() {
	r.rules = rulesOf(*r.line())
	r.cable = cable{velocity: r.line().Velocity}
}

// checkEnd says whether the run can end.
func (r *reader) checkEnd() {
	s := &r.scenario
	if s.Config.Until.Idle && r.attached() {
		r.fail(r.until, "nobody knows when the host of an attached station is done: leave idle out, and write a duration if the run is to end by itself")
		return
	}
	if r.until == nil || s.Duration > 0 || len(r.problems.list) > 0 {
		return
	}
	if s.Config.Until == (medium.Until{}) {
		r.fail(r.until, "none of its conditions ends the run: write until: {idle: true}, or a duration")
		return
	}
	if s.Config.Until != (medium.Until{Idle: true}) {
		return
	}
	if r.resource != nil {
		if what := r.resource.endless(); what != "" {
			r.fail(r.until, "never comes to be idle: %s; write a duration", what)
		}
		return
	}
	for _, g := range r.groups {
		for i := range g.traffic {
			if kind := g.traffic[i].Kind; endless(kind) {
				r.fail(r.until, "never comes to be idle: the %s traffic of %s has no end; write a duration", kind, g.node.path())
				return
			}
		}
	}
}

func readFormat(r *reader, _ *Scenario, n *node) {
	if s, ok := r.word(n); ok && s != FormatVersion {
		r.fail(n, "%q is not a format that this version reads: it reads %s", s, FormatVersion)
	}
}

func readName(r *reader, s *Scenario, n *node) {
	name, ok := r.word(n)
	if !ok {
		return
	}
	if length := utf8.RuneCountInString(name); length < 1 || length > 200 || !printable(name) {
		r.fail(n, "a name is 1 to 200 printable characters, on one line")
		return
	}
	s.Name = name
}

func printable(s string) bool {
	for _, c := range s {
		if !unicode.IsPrint(c) {
			return false
		}
	}
	return true
}

func readLine(r *reader, s *Scenario, n *node) {
	var names []string
	for _, l := range phy.Lines {
		names = append(names, l.Name)
	}
	name, ok := r.word(n)
	if !ok {
		return
	}
	line, ok := phy.LineByName(name)
	if !ok {
		r.fail(n, "%q is not a phy: %s", name, instead(name, "csmacd phys lists them", names))
		return
	}
	s.Line = line
	r.lean()
}

func readWarmup(r *reader, s *Scenario, n *node) {
	t, ok := r.duration(n)
	if ok && s.Duration > 0 && t >= s.Duration {
		r.fail(n, "%s is not before the end of the run, at %s", t, s.Duration)
		return
	}
	s.Config.Warmup = t
}
