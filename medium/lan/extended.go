//go:build !js && !small

package lan

// extended reports whether the network has what only makes runs of bridges with many ports faster, and changes no result.
const extended = true

// planner has the schedule of a network.
type planner struct{ plan schedule }

func (p *planner) schedule() *schedule { return &p.plan }
