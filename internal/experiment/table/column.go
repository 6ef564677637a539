package table

// The kinds of columns.
const (
	AxisColumn      = "axis"       // a value of the plan
	DerivedColumn   = "derived"    // a value computed from the axes
	RunColumn       = "run"        // which run, or the number of runs
	MetricColumn    = "metric"     // a figure of a run, or its mean over the runs of a point
	HalfWidthColumn = "half_width" // half the confidence interval of the mean in the column Of
)

// Column describes a column of a table.
type Column struct {
	Name string `json:"name"`
	Unit string `json:"unit,omitempty"` // us, m, frames, ...; "" for pure numbers and text
	Text bool   `json:"text,omitempty"` // its cells are text; false: numbers
	Kind string `json:"kind"`           // [AxisColumn] and so on
	Of   string `json:"of,omitempty"`   // for a half-width: the column of its mean
	What string `json:"what"`           // a description; for an axis, the path that it sets
}
