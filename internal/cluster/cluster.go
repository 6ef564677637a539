// Package cluster has a plan run by a cluster: a Slurm array that it submits, or a Kubernetes Indexed Job
// whose manifest it writes. Each task is a csmacd sweep that does its part of the runs.
package cluster

import "slices"

// Options say how a plan is shared out.
type Options struct {
	Tasks int
	Out   string // the folder of the campaign; "": the plan's name (Slurm)
	Jobs  int    // processors of a task; 0: 1 (Slurm)
	Image string // the container that has csmacd (Kubernetes)
	Claim string // the persistent volume of campaigns (Kubernetes)

	Flags []string // of csmacd sweep, that tasks are run with, too: names and values in turn
}

// unchanged returns the flags of tasks whose plan includes the changes of --set, --seed and --duration.
func (o *Options) unchanged() (args []string) {
	for pair := range slices.Chunk(o.Flags, 2) {
		if name := pair[0]; name != "--set" && name != "--seed" && name != "--duration" {
			args = append(args, pair...)
		}
	}
	return args
}
