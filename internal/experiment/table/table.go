package table

// The names of a campaign's tables for [Read]. The tables of what its plan keeps besides
// have the names in plan.Kept.
const (
	Runs   = "runs"   // a row for each run
	Points = "points" // a row for each point: means over its replications
)

// Cell is one value of a table.
type Cell struct {
	Text   string  // as in the file; "" if the value is missing
	Number float64 // NaN if the cell is missing or text
}

// Missing reports whether there is no value, such as the delay where no frame was
// delivered, or the interval of a single run.
func (c Cell) Missing() bool { return c.Text == "" }

// Info is what all tables of a campaign have in common.
type Info struct {
	Schema     string  `json:"schema"`
	Name       string  `json:"name"`       // of the plan
	Engine     string  `json:"engine"`     // the hash of the code that made its runs
	Confidence float64 `json:"confidence"` // of the intervals, such as 0.95
	Complete   bool    `json:"complete"`   // false: some runs of the plan are missing
}

// Table is a table of a campaign.
type Table struct {
	Info
	Columns []Column
	Rows    [][]Cell // each as long as Columns
}

// Find returns the index of the column of a name.
func (t *Table) Find(name string) (i int, ok bool) {
	for i := range t.Columns {
		if t.Columns[i].Name == name {
			return i, true
		}
	}
	return 0, false
}
