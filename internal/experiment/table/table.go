package table

// The tables of a campaign, by the names that [Read] takes. What its plan keeps
// besides is there by its name: plan.Kept.
const (
	Runs   = "runs"   // a row a run
	Points = "points" // a row a point: means over its replications
)

// Cell is one value of a table.
type Cell struct {
	Text   string  // as the file has it; "" is missing
	Number float64 // NaN where the cell is missing, or text
}

// Missing says whether there is no value: no frame was delivered, so that there is no
// delay; or one run only, so that there is no interval.
func (c Cell) Missing() bool { return c.Text == "" }

// Info is what holds for all of a campaign's tables.
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

// Find gives the place of the column of a name.
func (t *Table) Find(name string) (i int, ok bool) {
	for i := range t.Columns {
		if t.Columns[i].Name == name {
			return i, true
		}
	}
	return 0, false
}
