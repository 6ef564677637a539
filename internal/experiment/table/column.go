package table

// The kinds of columns.
const (
	AxisColumn      = "axis"       // a value of the plan
	DerivedColumn   = "derived"    // a value that follows from the axes
	RunColumn       = "run"        // which run, or how many of them
	MetricColumn    = "metric"     // a figure of a run, or its mean over the runs of a point
	HalfWidthColumn = "half_width" // half the confidence interval of the mean in the column Of
)

// Column says what a column of a table holds.
type Column struct {
	Name string `json:"name"`
	Unit string `json:"unit,omitempty"` // us, m, frames, ...; "" for pure numbers and text
	Text bool   `json:"text,omitempty"` // its cells are text; else numbers
	Kind string `json:"kind"`           // [AxisColumn] and so on
	Of   string `json:"of,omitempty"`   // of a half-width: the column of its mean
	What string `json:"what"`           // in words; of an axis the path that it sets
}
