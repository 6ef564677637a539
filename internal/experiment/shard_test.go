package experiment

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestShards(t *testing.T) {
	for text, want := range map[string]Shard{"1/1": {0, 1}, "4/4": {3, 4}} {
		s, err := ParseShard(text)
		require.NoError(t, err)
		assert.Equal(t, want, s)
		assert.Equal(t, text, s.String())
	}
	for _, text := range []string{"", "1", "0/3", "4/3", "a/b", "1/0", "-1/2", "1/9999999", "1/2/3"} {
		_, err := ParseShard(text)
		assert.ErrorContains(t, err, "is not a shard", text)
	}
	for _, x := range []struct {
		env   map[string]string
		count int
		want  Shard
		err   string
	}{
		{nil, 0, Shard{}, ""},
		{map[string]string{"SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_MIN": "1"}, 0, Shard{2, 4}, ""},
		{map[string]string{"SLURM_ARRAY_TASK_ID": "30", "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_MIN": "10", "SLURM_ARRAY_TASK_STEP": "10"}, 0, Shard{2, 4}, ""},
		{map[string]string{"SLURM_ARRAY_TASK_ID": "3"}, 0, Shard{}, "SLURM_ARRAY_TASK_COUNT"},
		{map[string]string{"SLURM_ARRAY_TASK_ID": "9", "SLURM_ARRAY_TASK_COUNT": "2", "SLURM_ARRAY_TASK_MIN": "1"}, 0, Shard{}, "number the array without gaps"},
		{map[string]string{"JOB_COMPLETION_INDEX": "0"}, 0, Shard{}, "give --shards"},
		{map[string]string{"JOB_COMPLETION_INDEX": "x"}, 3, Shard{}, "whole number"},
		{map[string]string{"JOB_COMPLETION_INDEX": "2"}, 3, Shard{2, 3}, ""},
		{map[string]string{"JOB_COMPLETION_INDEX": "3"}, 3, Shard{}, "there are 3 shards"},
		{map[string]string{"NOMAD_ALLOC_INDEX": "1", ShardsVariable: "2"}, 0, Shard{1, 2}, ""},
		{map[string]string{"NOMAD_ALLOC_INDEX": "1", ShardsVariable: "two"}, 0, Shard{}, ShardsVariable},
	} {
		s, _, err := DetectShard(func(name string) string { return x.env[name] }, x.count)
		if x.err != "" {
			assert.ErrorContains(t, err, x.err, "%v", x.env)
			continue
		}
		require.NoError(t, err, "%v", x.env)
		assert.Equal(t, x.want, s, "%v", x.env)
	}
}
