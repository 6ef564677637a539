package record

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/experiment/metric"
	"github.com/csmacd/csmacd/internal/series"
)

func sample(seed uint64) (Record, []float64) {
	r := Record{Engine: "1.0", Point: Address{1, 2, 0xfe}, Replication: 7, Seed: seed, Digest: "00ff"}
	v := make([]float64, len(metric.All))
	for i := range v {
		v[i] = float64(i) / 3
	}
	v[3] = math.NaN()
	r.Distributions = [metric.Distributions]string{"", "AAUGAAE"}
	return r, v
}

// What is written is read again, number for number.
func TestRecordsAreReadAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, v := sample(rapid.Uint64().Draw(t, "seed"))
		r.Engine, r.Digest = rapid.SampledFrom([]string{"", "1.0"}).Draw(t, "engine"), rapid.SampledFrom([]string{"", "00ff"}).Draw(t, "digest")
		r.Replication = rapid.IntRange(0, 1<<30).Draw(t, "replication")
		for i := range v {
			v[i] = rapid.Float64().Draw(t, "value")
		}
		line := r.Append(nil, v)
		_, err := Check(line)
		require.NoError(t, err)
		again, rest, err := Parse(string(line))
		require.NoError(t, err)
		texts, _, behind, err := Values(rest, nil, nil)
		require.NoError(t, err)
		again.Distributions, again.Kept, err = CutDistributions(behind)
		require.NoError(t, err)
		require.Equal(t, r, again)
		for i, text := range texts {
			require.Equal(t, string(series.AppendCell(nil, v[i])), text)
		}
	})
}

// A line that lacks a part of a record is refused, wherever it ends.
func TestPartsThatAreMissing(t *testing.T) {
	r, v := sample(7)
	line := string(r.Append(nil, v))
	sum := line[len(line)-sumLength:]
	for _, head := range []string{`{"v":2,"engine":"`, `,"point":"`, `,"replication":`, `,"seed":`, `,"digest":"`} {
		before, after, ok := strings.Cut(line, head)
		require.True(t, ok, head)
		for _, other := range []string{before + strings.Replace(head, ":", ";", 1) + after, before + head + sum} {
			_, _, err := Parse(other)
			require.ErrorIs(t, err, ErrStrange, other)
		}
	}
}

// No octet can change, go or come, without the record being refused.
func TestEveryOctetCounts(t *testing.T) {
	r, v := sample(5)
	line := r.Append(nil, v)
	for i := range line {
		for _, x := range []byte{1, 2, 0x20, 0x80, 0xff} {
			hurt := bytes.Clone(line)
			hurt[i] ^= x
			_, err := Check(hurt)
			assert.Error(t, err)
		}
		_, err := Check(line[:i])
		assert.Error(t, err)
		_, err = Check(append(bytes.Clone(line[:i]), line[i+1:]...))
		assert.Error(t, err)
	}
}
