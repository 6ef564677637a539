package names

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPick(t *testing.T) {
	names := []string{"throughput", "jain", "delay_us_mean", "delay_us_p99", "access_delay_us_p99", "collisions", "LateCollisions"}
	for word, want := range map[string]string{
		"jain": "jain", "Through": "throughput", "delay-us-mean": "delay_us_mean", "mean": "delay_us_mean", "collisions": "collisions", "late": "LateCollisions", "access": "access_delay_us_p99",
	} {
		got, err := Pick(word, "metrics", names)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
	for word, want := range map[string]string{
		"p99":  `"p99" may be delay_us_p99, access_delay_us_p99: write more of it`,
		"jian": `did you mean "jain"?`, "": `there is no ""`, "zzzzzzzzzz": "metrics: throughput, jain",
	} {
		_, err := Pick(word, "metrics", names)
		assert.ErrorContains(t, err, want)
	}
}
