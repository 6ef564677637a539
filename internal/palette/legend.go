package palette

// Legend says what the patterns and colours of a diagram mean, wherever one is drawn: by csmacd draw, in a report, in
// the page. The keys are those of the page's texts.
var Legend = map[string]string{
	"preamble": "preamble",
	"frame":    "frame",
	"jam":      "jam",
	"overlap":  "overlapping signals",
	"beacon":   "BEACON",
	"commit":   "COMMIT",
	"carrier":  "carrier at the tap",
	"defer":    "defers",
	"gap1":     "gap, part 1",
	"gap2":     "gap, part 2",
	"own_gap":  "gap after backoff",
	"backoff":  "backoff",
	"wait":     "waits",
	"sent":     "attempts that get through",
	"collided": "attempts that collide",
	"idle":     "idle medium",
}
