package page

import (
	"context"
	"encoding/json"
	"slices"
	"sync"

	"github.com/csmacd/csmacd/internal/exercise"
	"github.com/csmacd/csmacd/internal/lab"
	"github.com/csmacd/csmacd/internal/page/player"
)

// labsFile is the script with the labs: those of csmacd, and those of the user. Their expressions are compiled in it, since
// the page's engine has no room for what reads them. Of labs with hosts it has the results of the runs.
const labsFile = "labs.js"

// own are the labs of csmacd, as the page has them.
var own = sync.OnceValues(func() ([]*exercise.Lab, error) {
	all, err := lab.LoadAll(lab.Builtin())
	for i, l := range all {
		all[i] = recorded(l)
	}
	return all, err
})

// recorded returns a lab with the results of its runs, if it has hosts and they can be recorded; else the lab.
func recorded(l *exercise.Lab) *exercise.Lab {
	if r, err := exercise.Record(context.Background(), l, player.Version); err == nil {
		return r
	}
	return l // the page says why it cannot be done there
}

// labsScript returns the script. A lab of the user takes the place of one of csmacd with the same name.
func labsScript(more []*exercise.Lab) ([]byte, error) {
	all, err := own()
	if err != nil {
		return nil, err
	}
	all = slices.Clone(all)
	for _, l := range more {
		l = recorded(l)
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
