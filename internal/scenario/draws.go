package scenario

import (
	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/mac/backoff"
)

// readDraws reads the file of recorded draws, which replace all streams of a medium other than
// a cable. A relative name starts at the scenario's folder.
func readDraws(r *reader, _ *Scenario, n *document.Node) {
	file, ok := r.fileName(n)
	switch {
	case !ok:
	case r.resource == nil:
		r.Fail(n, "recorded draws are for media such as store; on a cable write forced draws as a policy: backoff: {policy: scripted, slots: [0, 1]}")
	case n.Parent.Get("sweep") != nil:
		r.Fail(n, "recorded draws belong to one run, and a plan makes many: leave out draws, or sweep")
	case r.options.ReadDraws == nil:
		r.Fail(n, noFiles)
	default:
		path := r.Besides(file)
		r.scenario.Files = append(r.scenario.Files, File{"the recorded draws", path})
		draws, err := r.options.ReadDraws(path)
		if err != nil {
			r.Fail(n, "%v", err)
			return
		}
		r.scenario.draws = draws
	}
}

// drawsAgain returns the recorded draws from the start, for one network, or nil if there are
// none.
func (s *Scenario) drawsAgain() backoff.Draws {
	if s.draws == nil {
		return nil // not a nil pointer in an interface
	}
	return s.draws.Again()
}
