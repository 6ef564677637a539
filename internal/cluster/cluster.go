// Package cluster runs a plan on a cluster: it submits a Slurm array, or writes the manifest of a Kubernetes Indexed
// Job. Each task is a csmacd sweep that does a shard of the runs.
package cluster

import "slices"

// Options determine how a plan is shared out.
type Options struct {
	Tasks int
	Out   string // the folder of the campaign; "": the plan's name (Slurm)
	Jobs  int    // processors of a task; 0: 1 (Slurm)
	Image string // the container that has csmacd (Kubernetes)
	Claim string // the persistent volume of campaigns (Kubernetes)

	Flags []string // further flags of csmacd sweep for all tasks: names and values in turn
	Files []string // that the plan's scenario names: captures, measured times
}

// unchanged returns the flags for tasks whose plan includes the changes of --set, --seed and --duration.
func (o *Options) unchanged() (args []string) {
	for pair := range slices.Chunk(o.Flags, 2) {
		if name := pair[0]; name != "--set" && name != "--seed" && name != "--duration" {
			args = append(args, pair...)
		}
	}
	return args
}
