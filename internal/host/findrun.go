package host

import (
	"fmt"
	"strings"
)

// FindRun returns the live run of that ID or, if id is empty, the only one. The error says which runs
// there are.
func FindRun(id string) (Record, error) {
	runs, err := Runs()
	if err != nil {
		return Record{}, err
	}
	r, err := oneOf(runs, id)
	if err != nil {
		err = fmt.Errorf("%w%s", err, othersRuns(len(runs)))
	}
	return r, err
}

func oneOf(runs []Record, id string) (Record, error) {
	var all []string
	for i := range runs {
		if runs[i].ID == id || id == "" && len(runs) == 1 {
			return runs[i], nil
		}
		all = append(all, fmt.Sprintf("%s (%s)", runs[i].ID, runs[i].Scenario))
	}
	switch {
	case len(runs) == 0 && id == "":
		return Record{}, fmt.Errorf("there is no live run (csmacd up FILE starts one)")
	case len(runs) == 0:
		return Record{}, fmt.Errorf("there is no live run %s: it is over, or another user's", id)
	case id != "":
		return Record{}, fmt.Errorf("there is no live run %s: there are %s", id, strings.Join(all, " and "))
	}
	return Record{}, fmt.Errorf("there are several live runs, %s: say which, --run %s", strings.Join(all, " and "), runs[0].ID)
}
