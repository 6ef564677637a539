package experiment

import (
	"errors"
	"fmt"
	"os"

	"github.com/csmacd/csmacd/internal/engine"
	"github.com/csmacd/csmacd/internal/experiment/campaign"
)

// takeOver makes a folder the folder of this campaign. Records of an earlier campaign stay, and
// are used if they are of this campaign's runs.
func takeOver(c *campaign.Campaign, l locks, note func(string)) error {
	was, err := campaign.ReadHeader(c.Dir)
	switch {
	case err != nil && !errors.Is(err, os.ErrNotExist):
		note(err.Error())
	case err != nil: // the folder has no campaign yet
		return c.Save()
	case was.Same(&c.Header):
		return c.Save()
	}
	if !l.alone() {
		return fmt.Errorf("%s: other shards of another plan are running here: wait until they are done, or give this one another folder (--out DIR)", c.Dir)
	}
	defer l.share()
	if was != nil && was.Plan != c.Header.Plan {
		note(fmt.Sprintf("%s: the plan has changed: runs that are also in the new plan are kept", c.Dir))
	}
	if was != nil && was.Engine != c.Engine {
		note(fmt.Sprintf("%s: its runs are by %s, and are not mixed with those of this build, by %s: all runs are done again", c.Dir, engine.Name(was.Engine), engine.Name(c.Engine)))
	}
	if was != nil && was.Inputs != c.Inputs {
		note(fmt.Sprintf("%s: a file that the scenario names has changed: all runs are done again", c.Dir))
	}
	return c.Save()
}
