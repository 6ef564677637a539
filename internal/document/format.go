package document

// Format is what the reader must know about a kind of document.
type Format struct {
	Name  string // in messages: "scenario"
	Needs string // what every document has at least, in messages: "at least stations and a duration"

	Items map[string]string // the name of an item of a list at the top, by the list's key: "station"
	Short map[string]string // the keys whose value may be written as that of one of its keys: backoff: beb is backoff: {policy: beb}
	Calls []string          // the names whose values may be written NAME(a,b), which YAML splits within braces
}
