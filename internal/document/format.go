package document

// Format is what the reader must know of a kind of document.
type Format struct {
	Name  string // in messages: "scenario"
	Needs string // what the least document has, in messages: "at least stations and a duration"

	Items map[string]string // what an item of a list at the top is called, by the list's key: "station"
	Short map[string]string // the keys whose value may be written shortly, as that of a key within: backoff: beb is backoff: {policy: beb}
	Calls []string          // the names whose values may be written NAME(a,b), which YAML tears in two within braces
}
