package experiment

import (
	"fmt"
	"strconv"
	"strings"
)

// Shard is the part of a plan's runs that one process does: those whose number modulo Count
// is Index. The zero value is all runs.
type Shard struct {
	Index, Count int // Index from 0
}

// String writes the shard as [ParseShard] reads it: "1/4" for the first of four.
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index+1, max(1, s.Count)) }

// has reports whether the shard contains the run of a number.
func (s Shard) has(number int) bool { return s.Count <= 1 || number%s.Count == s.Index }

// mostShards limits the number of shards, against typing errors.
const mostShards = 1_000_000

// ParseShard reads i/n, the i-th of n shards, i from 1.
func ParseShard(text string) (Shard, error) {
	first, second, ok := strings.Cut(text, "/")
	i, err1 := strconv.Atoi(first)
	n, err2 := strconv.Atoi(second)
	if !ok || err1 != nil || err2 != nil || n < 1 || n > mostShards || i < 1 || i > n {
		return Shard{}, fmt.Errorf("%q is not a shard: write i/n, such as 1/4 for the first of four", text)
	}
	return Shard{i - 1, n}, nil
}

// ShardsVariable is the environment variable with the number of shards, for schedulers that do not tell it.
const ShardsVariable = "CSMACD_SHARDS"

// slurmIndex is the environment variable with the number of a task in an array of Slurm.
const slurmIndex = "SLURM_ARRAY_TASK_ID"

// IndexVariables are the environment variables from which [DetectShard] reads which of the shards a process does.
var IndexVariables = []string{slurmIndex, "JOB_COMPLETION_INDEX", "NOMAD_ALLOC_INDEX"}

// DetectShard returns the shard of a process in a Slurm array, a Kubernetes Indexed Job or a
// Nomad group, from its environment. Kubernetes and Nomad tell the index only: the number of shards
// is count, or, if count is 0, the value of [ShardsVariable]. from names the environment variable
// that has the index, or is "" if there is none.
func DetectShard(getenv func(string) string, count int) (s Shard, from string, err error) {
	number := func(name string) (int, error) {
		v, err := strconv.Atoi(getenv(name))
		if err != nil || v < 0 {
			return 0, fmt.Errorf("%s is %q: it must be a whole number from 0", name, getenv(name))
		}
		return v, nil
	}
	for _, from = range IndexVariables {
		switch {
		case getenv(from) == "":
			continue
		case from == slurmIndex:
			return slurmShard(number, getenv)
		}
		if s.Index, err = number(from); err != nil {
			return Shard{}, from, err
		}
		if count == 0 && getenv(ShardsVariable) != "" {
			if count, err = number(ShardsVariable); err != nil {
				return Shard{}, from, err
			}
		}
		if s.Count = count; count < 1 || count > mostShards {
			return Shard{}, from, fmt.Errorf("%s says that this is task %d, and the number of tasks is unknown: give --shards N, or set %s", from, s.Index, ShardsVariable)
		}
		if s.Index >= s.Count {
			return Shard{}, from, fmt.Errorf("%s is %d, and there are %d shards, numbered from 0", from, s.Index, s.Count)
		}
		return s, from, nil
	}
	return Shard{}, "", nil
}

// slurmShard returns the shard of a task in an array, whose numbers may begin anywhere and
// have steps between them.
func slurmShard(number func(string) (int, error), getenv func(string) string) (s Shard, from string, err error) {
	from = slurmIndex
	id, err := number(from)
	if err != nil {
		return Shard{}, from, err
	}
	if s.Count, err = number("SLURM_ARRAY_TASK_COUNT"); err != nil {
		return Shard{}, from, err
	}
	least, step := 0, 1
	if getenv("SLURM_ARRAY_TASK_MIN") != "" {
		if least, err = number("SLURM_ARRAY_TASK_MIN"); err != nil {
			return Shard{}, from, err
		}
	}
	if getenv("SLURM_ARRAY_TASK_STEP") != "" {
		if step, err = number("SLURM_ARRAY_TASK_STEP"); err != nil {
			return Shard{}, from, err
		}
	}
	if s.Index = (id - least) / max(1, step); id < least || s.Index >= s.Count || s.Count > mostShards {
		return Shard{}, from, fmt.Errorf("%s is %d, which is not one of the %d tasks from %d on: number the array without gaps, such as --array=0-%d", from, id, s.Count, least, max(0, s.Count-1))
	}
	return s, from, nil
}
