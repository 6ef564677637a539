package reference

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/anchor"
)

// A part of the page is a heading, and the objects of the schema whose keys follow it.
type part struct {
	title, text string
	sections    []section
}

// A section is one object: its heading, and its place in the schema.
type section struct {
	title, def string
}

// parts are the objects of a scenario in the order of the page. [Keys] fails where the schema has one that is not here.
var parts = []part{
	{"The top of the file", "", []section{{"Top level", ""}, {"until", "until"}}},
	{"Stations", "The keys of an element of `stations` depend on the kind of the medium.", []section{
		{"Station on a cable or star, or in a network", "station"}, {"link of a station", "stationLink"},
		{"User of a channel", "users"},
		{"Client of a store", "writers"},
		{"Client of a server", "callers"},
		{"Client of a queue", "submitters"},
	}},
	{"Medium", "The keys of `medium` depend on its `kind`.", []section{
		{"kind: bus", "bus"}, {"kind: star", "star"},
		{"kind: aloha", "aloha"}, {"kind: slotted-aloha", "slotted-aloha"},
		{"kind: store", "store"}, {"leg", "leg"},
		{"kind: server", "server"}, {"times", "times"}, {"stops", "stop"},
		{"kind: submit", "submit"},
	}},
	{"PLCA", "The keys of a bus of `10base-t1s` whose stations take turns: [PLCA](../plca.md).", []section{
		{"plca of the scenario", "allSublayer"}, {"plca of a station", "sublayer"}, {"dplca", "dynamic"}, {"latency", "latencies"},
	}},
	{"Network", "A network has `segments`, `devices` and `links` in place of `medium`. The keys of a segment and of a device depend on its `kind`.", []section{
		{"segment bus", "segment-bus"}, {"segment star", "segment-star"},
		{"device repeater", "repeater"}, {"port of a repeater", "repeaterPort"},
		{"device bridge", "bridge"}, {"port of a bridge", "bridgePort"}, {"pause of a bridge", "sendPause"},
		{"link", "link"},
	}},
	{"Rules", "`mac` of a station has the same keys as that of the scenario, except `bit_time` and `rate`.", []section{
		{"mac", "mac"}, {"persistence", "persistence"},
	}},
	{"Timeline", "An entry of `timeline` has `at`, a target if it needs one, and one key that says what changes.", []section{
		{"entry of a timeline", "entry"}, {"bursts of bit errors", "bursts"}, {"set", "setting"},
	}},
	{"Traffic", "The keys of `traffic` depend on its `kind`.", []section{
		{"traffic frames", "traffic-frames"}, {"traffic saturated", "traffic-saturated"}, {"traffic poisson", "traffic-poisson"},
		{"traffic onoff", "traffic-onoff"}, {"traffic think", "traffic-think"}, {"traffic pcap", "traffic-pcap"}, {"traffic tcp", "traffic-tcp"}, {"traffic http", "traffic-http"},
		{"traffic udp", "traffic-udp"}, {"traffic ping", "traffic-ping"}, {"size with a weight", "weighted"},
	}},
	{"Hosts", "The keys of `attach` depend on the way to the host.", []section{
		{"attach tap", "attach-tap"}, {"attach stream", "attach-stream"}, {"attach dgram", "attach-dgram"}, {"attach soft", "attach-soft"}, {"soft", "soft"}, {"attach iface", "attach-iface"}, {"attach udp", "attach-udp"}, {"udp", "udp"},
	}},
	{"Backoff", "`backoff` is the name of a policy, or a mapping whose `policy` is that name. Formulas and sources are in [policies](policies.md).", []section{
		{"beb", "policy-beb"}, {"beb-untruncated", "policy-beb-untruncated"}, {"windowed", "policy-windowed"},
		{"exponential-window", "policy-exponential-window"}, {"polynomial", "policy-polynomial"}, {"linear", "policy-linear"},
		{"uniform", "policy-uniform"}, {"rcp", "policy-rcp"}, {"geometric", "policy-geometric"}, {"none", "policy-none"},
		{"fixed", "policy-fixed"}, {"opencores", "policy-opencores"}, {"exponential", "policy-exponential"},
		{"full-jitter", "policy-full-jitter"}, {"equal-jitter", "policy-equal-jitter"}, {"decorrelated", "policy-decorrelated"},
		{"thain", "policy-thain"}, {"ftsh", "policy-ftsh"}, {"google", "policy-google"}, {"norm-variate", "policy-norm-variate"},
		{"sip", "policy-sip"}, {"scripted", "policy-scripted"}, {"custom", "policy-custom"},
	}},
	{"Experiments", "`sweep` is the plan of an experiment: [plans and campaigns](campaigns.md).", []section{
		{"sweep", "sweep"}, {"axis", "axis"}, {"derive", "derived"},
	}},
}

// values are kinds of values that have a name of their own, and how each is written.
var values = []struct {
	def, text string
	own       bool // the schema's description is of the type, and not of the keys of that type
}{
	{"time", "", true},
	{"place", "", true},
	{"flag", "`on` or `off`, `yes` or `no`, `true` or `false`.", true},
	{"text", "Any text, a number too.", true},
	{"size", "", false},
	{"to", "", false},
}

const keysHead = `# Scenario keys

This page lists every key of a scenario with its type, default, range and meaning. [Scenarios](scenario.md) explains how
they work together. The page is generated from the schema that ` + "`csmacd schema`" + ` prints; ` + "`make docs`" + ` writes it anew.

A key without a default may be left out unless its type says "required". ` + "`csmacd explain KEY`" + ` prints what this page says of a
key.

`

// Keys returns the page of the keys of scenarios, as Markdown, from the schema of scenarios.
func Keys(schema []byte) ([]byte, error) {
	root, err := parse(schema)
	if err != nil {
		return nil, err
	}
	p := &keysPage{root: root, titles: map[string]string{}}
	for _, part := range parts {
		for _, s := range part.sections {
			p.titles[s.def] = s.title
		}
	}
	p.titles["stationMac"] = "mac"
	for _, name := range root.object("$defs").names {
		if root.object("$defs").object(name).has("properties") && p.titles[name] == "" {
			return nil, fmt.Errorf("the page of keys has no place for the object %s of the schema: add it to parts", name)
		}
	}
	p.WriteString(keysHead)
	p.contents()
	p.types()
	for _, part := range parts {
		fmt.Fprintf(p, "## %s\n\n", part.title)
		if part.text != "" {
			fmt.Fprintf(p, "%s\n\n", part.text)
		}
		for _, s := range part.sections {
			if err := p.section(s); err != nil {
				return nil, err
			}
		}
	}
	return []byte(strings.TrimRight(p.String(), "\n") + "\n"), nil
}

// keysPage is the page being written.
type keysPage struct {
	strings.Builder
	root   *node
	titles map[string]string // of sections, by the name of the object
}

// contents lists the parts of the page.
func (p *keysPage) contents() {
	for _, part := range parts {
		fmt.Fprintf(p, "- %s:", link(part.title, part.title))
		for i, s := range part.sections {
			if i > 0 {
				p.WriteString(",")
			}
			p.WriteString(" " + link(s.title, s.title))
		}
		p.WriteString("\n")
	}
	p.WriteString("\n")
}

// types writes the kinds of values that several keys have.
func (p *keysPage) types() {
	p.WriteString("## Types\n\n| type | written | examples |\n|---|---|---|\n")
	for _, v := range values {
		d := p.root.object("$defs").object(v.def)
		text := v.text
		if text == "" {
			text = d.text("description")
		}
		var examples []string
		for _, e := range d.list("examples") {
			examples = append(examples, code(e))
		}
		fmt.Fprintf(p, "| %s | %s | %s |\n", v.def, cell(text), strings.Join(examples, ", "))
	}
	p.WriteString("\n")
}

// section writes the keys of one object.
func (p *keysPage) section(s section) error {
	o := p.root
	if s.def != "" {
		var err error
		if o, err = p.root.at("#/$defs/" + s.def); err != nil {
			return err
		}
	}
	fmt.Fprintf(p, "### %s\n\n", s.title)
	if text := o.text("description"); text != "" && s.def != "" {
		fmt.Fprintf(p, "%s\n\n", cell(text))
	}
	p.WriteString("| key | type | default | range | meaning |\n|---|---|---|---|---|\n")
	required := map[string]bool{}
	for _, name := range o.list("required") {
		required[name.(string)] = true
	}
	properties := o.object("properties")
	for _, name := range properties.names {
		k, err := p.resolve(properties.object(name))
		if err != nil {
			return err
		}
		typ := p.typeOf(properties.object(name))
		if s.def == "" && (name == "medium" || name == "stations") {
			typ = link(typ, name) // what they hold depends on the kind of the medium, by conditions of the schema
		}
		if required[name] {
			typ += ", required"
		}
		meaning, standard := k.text("description"), ""
		if before, after, ok := strings.Cut(meaning, " Default: "); ok {
			meaning, standard = before, after
		} else if after, ok := strings.CutPrefix(meaning, "Default: "); ok {
			meaning, standard = "", after
		}
		standard = strings.TrimSuffix(standard, ".")
		standard = cell(standard)
		if k.has("default") {
			standard = code(k.members["default"])
		} else if standard != "" && !strings.Contains(standard, " ") {
			standard = "`" + standard + "`"
		}
		fmt.Fprintf(p, "| `%s` | %s | %s | %s | %s |\n", name, typ, standard, rangeOf(k), cell(meaning))
	}
	p.WriteString("\n")
	return nil
}

// resolve returns a node with the members of what it refers to, where it has none of its own of the same name.
func (p *keysPage) resolve(n *node) (*node, error) {
	ref := n.text("$ref")
	if ref == "" {
		return n, nil
	}
	to, err := p.root.at(ref)
	if err != nil {
		return nil, err
	}
	if to, err = p.resolve(to); err != nil {
		return nil, err
	}
	all := &node{names: n.names, members: map[string]any{}}
	for _, name := range to.names {
		all.members[name] = to.members[name]
		all.names = append(all.names, name)
	}
	for _, v := range values {
		if v.own && ref == "#/$defs/"+v.def {
			delete(all.members, "description")
		}
	}
	for _, name := range n.names {
		all.members[name] = n.members[name]
	}
	return all, nil
}

// typeOf describes the values that a key can have.
func (p *keysPage) typeOf(n *node) string {
	if ref := n.text("$ref"); ref != "" {
		name := strings.TrimPrefix(ref, "#/$defs/")
		for _, v := range values {
			if v.def == name {
				return link(v.def, "Types")
			}
		}
		switch title := p.titles[name]; {
		case name == "backoff":
			return "policy: " + link("a name or a mapping", "Backoff")
		case name == "traffic":
			return link("mapping traffic", "Traffic")
		case title != "":
			return link("mapping "+title, title)
		}
		to, err := p.root.at(ref)
		if err != nil {
			return ref
		}
		return p.typeOf(to)
	}
	switch {
	case n.has("const"):
		return code(n.members["const"])
	case n.has("enum"):
		return codes(n.list("enum"))
	case n.has("oneOf"), n.has("anyOf"):
		var kinds []string
		for _, o := range append(n.list("oneOf"), n.list("anyOf")...) {
			if kind := p.typeOf(o.(*node)); len(kinds) == 0 || kinds[len(kinds)-1] != kind {
				kinds = append(kinds, kind)
			}
		}
		return strings.Join(kinds, " or ")
	case n.text("type") == "array":
		if items := n.object("items"); len(items.names) > 0 {
			return "list of " + p.typeOf(items)
		}
		return "list"
	case n.text("type") == "object":
		return "mapping"
	case n.text("type") == "string":
		return "text"
	case n.text("type") != "":
		return n.text("type")
	case n.has("type"):
		var kinds []string
		for _, t := range n.list("type") {
			kinds = append(kinds, p.typeOf(&node{members: map[string]any{"type": t}}))
		}
		return strings.Join(kinds, " or ")
	}
	return "any"
}

// powers are bounds that are easier to read as powers of 2.
var powers = map[string]string{"2147483647": "2^31-1", "18446744073709551615": "2^64-1"}

// rangeOf returns the bounds of a number or of a list.
func rangeOf(n *node) string {
	number := func(name string) string {
		text := fmt.Sprint(n.members[name])
		if power, ok := powers[text]; ok {
			return power
		}
		return text
	}
	switch {
	case n.has("minimum") && n.has("maximum"):
		return number("minimum") + " to " + number("maximum")
	case n.has("exclusiveMinimum") && n.has("maximum"):
		return "above " + number("exclusiveMinimum") + ", up to " + number("maximum")
	case n.has("minimum"):
		return "at least " + number("minimum")
	case n.has("exclusiveMinimum"):
		return "above " + number("exclusiveMinimum")
	case n.has("maxItems") && n.members["maxItems"] == n.members["minItems"]:
		return number("maxItems") + " elements"
	case n.has("maxItems"):
		return "at most " + number("maxItems") + " elements"
	}
	for _, o := range append(n.list("oneOf"), n.list("anyOf")...) {
		if r := rangeOf(o.(*node)); r != "" {
			return r
		}
	}
	return ""
}

// code returns a value as it is written in a scenario.
func code(v any) string {
	if s, ok := v.(string); ok {
		return "`" + s + "`"
	}
	return "`" + flow(v) + "`"
}

// flow returns a value in YAML's flow style.
func flow(v any) string {
	switch v := v.(type) {
	case *node:
		var b []string
		for _, name := range v.names {
			b = append(b, name+": "+flow(v.members[name]))
		}
		return "{" + strings.Join(b, ", ") + "}"
	case []any:
		var b []string
		for _, e := range v {
			b = append(b, flow(e))
		}
		return "[" + strings.Join(b, ", ") + "]"
	case json.Number:
		return v.String()
	case bool:
		if v {
			return "on"
		}
		return "off"
	}
	return fmt.Sprint(v)
}

func codes(list []any) string {
	var b []string
	for _, v := range list { // off is also a text that YAML reads as false
		if c := code(v); !slices.Contains(b, c) {
			b = append(b, c)
		}
	}
	return strings.Join(b, ", ")
}

// cell makes a text safe in a table: a bar would end the cell, a star or a brace might be markup.
func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "*", `\*`, "<", `\<`, "[", `\[`).Replace(text)
}

// link returns a link to a heading of the page.
func link(text, title string) string { return "[" + text + "](#" + anchor.Of(title) + ")" }
