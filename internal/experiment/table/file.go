package table

// ColumnsSchema names the format of columns.json.
const ColumnsSchema = "csmacd/columns/1"

// File is the content of columns.json: the columns of all tables, and what the tables were made from.
type File struct {
	Info
	Made   Made     `json:"made"`
	Runs   []Column `json:"runs"`
	Points []Column `json:"points"`

	Kept map[string][]Column `json:"kept,omitempty"` // of the tables of what is kept besides figures
}

// Made says what tables were made from.
type Made struct {
	Of    string           `json:"of"`
	Sizes map[string]int64 `json:"sizes"` // in octets
}

// FileName is the name of columns.json in a campaign's folder.
const FileName = "columns.json"
