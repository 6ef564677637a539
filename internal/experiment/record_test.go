package experiment

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func sample(seed uint64) (record, []float64) {
	r := record{engine: "1.0", point: address{1, 2, 0xfe}, replication: 7, seed: seed, digest: "00ff"}
	v := make([]float64, len(Metrics))
	for i := range v {
		v[i] = float64(i) / 3
	}
	v[3] = math.NaN()
	r.distributions = [distributions]string{"", "AAUGAAE"}
	return r, v
}

// What is written is read again, number for number.
func TestRecordsAreReadAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, v := sample(rapid.Uint64().Draw(t, "seed"))
		r.replication = rapid.IntRange(0, 1<<30).Draw(t, "replication")
		for i := range v {
			v[i] = rapid.Float64().Draw(t, "value")
		}
		line := r.append(nil, v)
		_, err := check(line)
		require.NoError(t, err)
		again, rest, err := parse(string(line))
		require.NoError(t, err)
		texts, behind, err := values(rest, nil)
		require.NoError(t, err)
		again.distributions, again.kept, err = cutDistributions(behind)
		require.NoError(t, err)
		require.Equal(t, r, again)
		for i, text := range texts {
			require.Equal(t, number(v[i]), text)
		}
	})
}

// A line that lacks a part of a record is refused, wherever it ends.
func TestPartsThatAreMissing(t *testing.T) {
	r, v := sample(7)
	line := string(r.append(nil, v))
	sum := line[len(line)-sumLength:]
	for _, head := range []string{`{"v":2,"engine":"`, `,"point":"`, `,"replication":`, `,"seed":`, `,"digest":"`} {
		before, after, ok := strings.Cut(line, head)
		require.True(t, ok, head)
		for _, other := range []string{before + strings.Replace(head, ":", ";", 1) + after, before + head + sum} {
			_, _, err := parse(other)
			require.ErrorIs(t, err, errStrange, other)
		}
	}
}

// No octet can change, go or come, without the record being refused.
func TestEveryOctetCounts(t *testing.T) {
	r, v := sample(5)
	line := r.append(nil, v)
	for i := range line {
		for _, x := range []byte{1, 2, 0x20, 0x80, 0xff} {
			hurt := bytes.Clone(line)
			hurt[i] ^= x
			_, err := check(hurt)
			assert.Error(t, err)
		}
		_, err := check(line[:i])
		assert.Error(t, err)
		_, err = check(append(bytes.Clone(line[:i]), line[i+1:]...))
		assert.Error(t, err)
	}
}

// FuzzRecords holds the reader of records to two promises: no file makes it panic, and what
// it takes is a record as this version writes it.
func FuzzRecords(f *testing.F) {
	r, v := sample(5)
	f.Add(r.append(nil, v))
	f.Add(bytes.Repeat(r.append(nil, v), 3)[:2000])
	f.Add([]byte("\n\n{\"v\":1}\n"))
	f.Add([]byte(`{"v":1,"engine":"x","sum":"0000000000000000"}` + "\n"))
	plan := planOf(f, "  axes: {stations[0].count: [2]}\n  replications: 1")
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := newCampaign("dir", plan, header{Engine: "1.0", Confidence: 0.95})
		require.NoError(t, err)
		s := &recordFiles{findings: findings{engines: map[string]int{}}}
		if err := c.scanRecords(s, "file", bytes.NewReader(text), 1); err != nil {
			return
		}
		for _, line := range bytes.SplitAfter(text, []byte("\n")) {
			if _, err := check(line); err != nil {
				continue
			}
			if r, rest, err := parse(string(line)); err == nil {
				if _, _, err := values(rest, nil); err == nil {
					head := r.append(nil, make([]float64, len(Metrics)))
					assert.Equal(t, string(head[:bytes.Index(head, []byte(`,"throughput"`))]), string(line[:bytes.Index(line, []byte(`,"throughput"`))]))
				}
			}
		}
	})
}

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
