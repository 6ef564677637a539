package experiment

import (
	"errors"
	"fmt"
	"os"

	"github.com/csmacd/csmacd/internal/engine"
	"github.com/csmacd/csmacd/internal/experiment/campaign"
)

// takeOver makes a folder that of this campaign. Records of what it was before stay, and
// are used where they fit.
func takeOver(c *campaign.Campaign, l locks, note func(string)) error {
	was, err := campaign.ReadHeader(c.Dir)
	switch {
	case err != nil && !errors.Is(err, os.ErrNotExist):
		note(err.Error())
	case err != nil: // there is none yet
		return c.Save()
	case was.Same(&c.Header):
		return c.Save()
	}
	if !l.alone() {
		return fmt.Errorf("%s: other shards are at work here, by another plan: wait until they are done, or give this one another folder (--out DIR)", c.Dir)
	}
	defer l.share()
	if was != nil && was.Plan != c.Header.Plan {
		note(fmt.Sprintf("%s: the plan has changed: what still fits is kept", c.Dir))
	}
	if was != nil && was.Engine != c.Engine {
		note(fmt.Sprintf("%s: its runs are by %s, and are not mixed with those of this build, by %s: all are run anew", c.Dir, engine.Name(was.Engine), engine.Name(c.Engine)))
	}
	if was != nil && was.Inputs != c.Inputs {
		note(fmt.Sprintf("%s: a capture that the scenario replays has changed: all are run anew", c.Dir))
	}
	return c.Save()
}
