package explain

import (
	"bufio"
	"bytes"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/docs"
)

// places says for a heading of the page of results where in a result the fields below it are.
var places = map[string][]string{
	"The object": {""}, "Medium": {"medium.", "domains.", "links."}, "Stations": {"stations."}, "Counters": {"stations.counters."}, "Groups": {"groups."}, "Live runs": {"live."}, "Timeline": {"timeline."},
	"Delays": {"access_delay_us.", "delay_us.", "stations.access_delay_us.", "groups.delay_us.", "live.pacing_error_us."},
}

// partOf says for the first column of a table of networks where in a result its fields are.
var partOf = map[string][]string{
	"field of a network": {"medium."}, "field of a domain": {"domains.", "links."}, "field of a device": {"devices."}, "field of a port": {"devices.ports."},
	"field of a bus with PLCA": {"medium.plca."}, "field of a cycle": {"medium.plca.cycle_us."}, "field of a node": {"stations.plca."},
	"field of a flow": {"flows."}, "field of tries": {"flows.transfers.", "flows.requests."}, "field of datagrams": {"flows.datagrams.", "flows.pings."},
	"field of times": {"flows.rtt_us.", "flows.transfers.time_us.", "flows.requests.time_us.", "flows.datagrams.delay_us.", "flows.pings.delay_us."},
}

// pages collects what the tables of the reference pages say.
func (c *collection) pages() {
	for _, page := range []string{"results", "events", "exit", "media/aloha", "media/store", "media/server", "media/submit"} {
		eachRow("reference/"+page+".md", func(r row) { c.row(page, r) })
	}
	c.calculated("networks", "path")
	c.calculated("plca", "plca")
	c.calculated("reference/policies", "backoff")
	c.calculated("reference/media/aloha", "theory lam")
	c.calculated("reference/formats", "compare")
}

// calculations says for the first column of a table where its keys are in the JSON of a command that
// calculates or compares.
var calculations = map[string]string{
	"key of a path": "path.", "key of a bus": "plca.", "key of a node": "plca.",
	"key of a profile": "backoff.", "key of a policy": "backoff.policies.", "key of a failure": "backoff.policies.failures.",
	"key of a bin": "backoff.policies.rate.", "key of a slot": "backoff.policies.slots.", "key of a peak": "backoff.policies.peaks.",
	"key of a chain": "lam.", "key of an equilibrium": "lam.equilibria.",
	"key of a comparison of results": "compare.", "key of a run": "compare.runs.", "key of a figure": "compare.figures.",
	"key of a comparison of campaigns": "compare.", "key of a campaign": "compare.campaigns.", "key of a difference": "compare.points.",
}

// calculated collects what a page says of the JSON of such a command.
func (c *collection) calculated(page, command string) {
	page += ".md"
	eachRow(page, func(r row) {
		if place, ok := calculations[r.head[0]]; ok {
			c.named(r, Fact{Text: sentence(r.cell("meaning")), Unit: r.cell("unit"), Page: "docs/" + page}, Field, place, "result of csmacd "+command+" --json")
		}
	})
}

// row adds the facts of a row of a table, if its first column is of names.
func (c *collection) row(page string, r row) {
	f := Fact{Text: sentence(r.cell("meaning")), Unit: r.cell("unit"), Page: "docs/reference/" + page + ".md"}
	for _, m := range term.FindAllStringSubmatch(strings.Join(r.source, " "), -1) {
		f.See = append(f.See, m[1])
	}
	kind, medium := strings.CutPrefix(page, "media/")
	switch head := r.head[0]; {
	case head == "field of a host":
		c.named(r, f, Field, "live.hosts.", "result of csmacd up")
	case partOf[head] != nil:
		for _, place := range partOf[head] {
			c.named(r, f, Field, place, "result (csmacd run --json)")
		}
	case head == "field" && page == "events":
		c.named(r, f, Detail, "", "every event")
	case head == "field" && medium:
		f.Of = []string{"medium " + kind}
		within := ""
		if m := element.FindStringSubmatch(r.raw("meaning")); m != nil {
			within = m[1] + "."
		}
		for _, place := range []string{"medium.", "groups."} {
			c.named(r, f, Field, place+within, "result (csmacd run --json)")
		}
	case head == "field":
		for _, place := range places[r.heading] {
			c.named(r, f, Field, place, "result (csmacd run --json)")
		}
	case head == "counter", head == "counter of a port":
		f.Text, f.Source = sentence(r.cell("counts")), r.cell("clause")
		if strings.HasPrefix(f.Source, "30.") {
			f.Source = "IEEE 802.3 " + f.Source
		}
		place := "stations.counters."
		if head != "counter" {
			place = "devices.ports.counters."
		}
		c.named(r, f, Counter, place, "result (csmacd run --json)")
	case head == "event" && !medium:
		c.named(r, f, Event, "", "events (csmacd run --events)")
		c.details(r)
	case head == "change":
		if entry := r.cell("entry"); entry != r.names[0] {
			f.Text += " The entry of a timeline is " + entry + "."
		}
		c.named(r, f, Change, "", "change in the event change")
	case head == "why":
		c.named(r, f, Reason, "", "why in the events dropped, rx_end, partition and reconnect")
	case head == "status":
		f.Key, f.Kind, f.Where = r.cells[0], Status, "commands"
		c.add(f)
	}
}

// named adds a fact for each name in the first cell of a row.
func (c *collection) named(r row, f Fact, kind, place, where string) {
	for _, name := range r.names {
		f := f // a unit or a text that comes from a name is of that name only
		f.Key, f.Kind, f.Where = place+name, kind, where
		for _, unit := range []string{"us", "ps", "bps"} {
			if f.Unit == "" && strings.HasSuffix(name, "_"+unit) {
				f.Unit = unit
			}
		}
		if f.Text == "" {
			f.Text = sentence("the " + name + " of " + strings.TrimSuffix(place, ".")) // the name says it all
		}
		c.add(f)
	}
}

// details adds the further fields of an event, which a column of its own lists, or for media that are
// not cables the text: `ok`: what it means.
func (c *collection) details(r row) {
	list := further.FindAllStringSubmatch(r.raw("further fields"), -1)
	if r.column("further fields") < 0 {
		list = outcome.FindAllStringSubmatch(r.raw("meaning"), -1)
	}
	for _, m := range list {
		c.add(Fact{Key: m[1], Kind: Detail, Text: sentence(cleaned(m[2])), Of: []string{"event " + strings.Join(r.names, ", ")},
			Where: "events (csmacd run --events)", Page: "docs/reference/events.md"})
	}
}

// A row is one of a table of a page.
type row struct {
	heading string
	head    []string // of the columns
	names   []string // set as code in the first cell
	cells   []string // without Markdown
	source  []string // with it
}

func (r row) column(name string) int { return slices.Index(r.head, name) }

func (r row) cell(name string) string {
	if i := r.column(name); i >= 0 && i < len(r.cells) {
		return r.cells[i]
	}
	return ""
}

func (r row) raw(name string) string {
	if i := r.column(name); i >= 0 && i < len(r.source) {
		return r.source[i]
	}
	return ""
}

// eachRow reads the tables of a page.
func eachRow(page string, visit func(row)) {
	text, err := fs.ReadFile(docs.Pages, page)
	if err != nil {
		return // a test holds that all pages are there
	}
	heading, head := "", []string(nil)
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		line := lines.Text()
		if title, ok := strings.CutPrefix(line, "## "); ok {
			heading = title
		}
		if !strings.HasPrefix(line, "|") {
			head = nil
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		switch {
		case head == nil:
			head = cells
		case strings.HasPrefix(cells[0], "---"):
		default:
			r := row{heading: heading, head: head, names: names(cells[0]), source: cells}
			for _, cell := range cells {
				r.cells = append(r.cells, cleaned(cell))
			}
			visit(r)
		}
	}
}

var (
	code = regexp.MustCompile("`([A-Za-z][A-Za-z0-9_]*)`")
	link = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)

	term    = regexp.MustCompile(`glossary\.md#([a-z0-9-]+)\)`)
	further = regexp.MustCompile("(?:^|; )`(\\w+)`: ([^;]*)")
	outcome = regexp.MustCompile("`(ok|why)`: ([^).;]*)")
	element = regexp.MustCompile("of an element of `(\\w+)`")
)

// names returns the names that a text sets as code.
func names(text string) (list []string) {
	for _, m := range code.FindAllStringSubmatch(text, -1) {
		list = append(list, m[1])
	}
	return list
}

// cleaned returns a text without Markdown.
func cleaned(text string) string {
	text = link.ReplaceAllString(text, "$1")
	return strings.TrimSpace(strings.NewReplacer("`", "", `\`, "").Replace(text))
}

// sentence writes a text with a capital and a full stop.
func sentence(text string) string {
	text = strings.TrimSpace(text)
	if text == "" {
		return ""
	}
	if text[0] >= 'a' && text[0] <= 'z' && !strings.HasPrefix(text, "csmacd") && !strings.ContainsAny(strings.SplitN(text, " ", 2)[0], "_/:") {
		text = strings.ToUpper(text[:1]) + text[1:]
	}
	return ended(text)
}

// ended returns a text, such as a formula, with a full stop at its end, and otherwise as it is.
func ended(text string) string {
	if strings.HasSuffix(text, ".") {
		return text
	}
	return text + "."
}

// terms collects the terms of the glossary: a heading, a paragraph, and its source.
func (c *collection) terms() {
	text, err := fs.ReadFile(docs.Pages, "glossary.md")
	if err != nil {
		return
	}
	for i, entry := range strings.Split(string(text), "\n### ") {
		name, body, _ := strings.Cut(entry, "\n")
		if i == 0 {
			continue
		}
		body = cleaned(strings.Join(strings.Fields(body), " "))
		said, source, _ := strings.Cut(body, " Source: ")
		c.add(Fact{Key: strings.TrimSpace(name), Kind: Term, Text: said, Source: strings.TrimSuffix(source, "."), Page: "docs/glossary.md"})
	}
}
