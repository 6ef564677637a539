package page

import (
	"encoding/json"
	"slices"

	"github.com/csmacd/csmacd/internal/exercise"
	"github.com/csmacd/csmacd/internal/lab"
)

// labsFile is the script with the labs: those of csmacd, and those of the user. Their expressions are compiled in it, since
// the page's engine has no room for what reads them.
const labsFile = "labs.js"

// labsScript returns the script. A lab of the user takes the place of one of csmacd with the same name.
func labsScript(more []*exercise.Lab) ([]byte, error) {
	all, err := lab.LoadAll(lab.Builtin())
	if err != nil {
		return nil, err
	}
	for _, l := range more {
		if k := slices.IndexFunc(all, func(own *exercise.Lab) bool { return own.ID == l.ID }); k >= 0 {
			all[k] = l
		} else {
			all = append(all, l)
		}
	}
	text, err := json.Marshal(all)
	if err != nil {
		return nil, err
	}
	return append(append([]byte("globalThis.csmacdLabs="), text...), ";\n"...), nil
}
