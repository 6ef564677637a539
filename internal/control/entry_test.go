package control

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// What a user writes after csmacd fault is an entry of a timeline.
func TestFault(t *testing.T) {
	for words, want := range map[string]string{
		"cut 100m":             "{cut: 100m}",
		"cut off":              "{cut: off}",
		"terminator left":      "{terminator: left}",
		"bit_errors 1e-5":      "{bit_errors: 1e-5}",
		"yellow cut 3m":        "{segment: yellow, cut: 3m}",
		"h3 deaf":              "{station: h3, deaf: on}",
		"h3 deaf off":          "{station: h3, deaf: off}",
		"h3 ppm -100":          "{station: h3, ppm: -100}",
		"hub/pc1 enabled off":  "{port: hub/pc1, enabled: off}",
		"cut deaf":             "{station: cut, deaf: on}", // a station of this name
		"bit_errors {good: 0}": "",
	} {
		got, err := Fault(strings.Fields(words), "")
		if want == "" {
			assert.Error(t, err, words)
			continue
		}
		assert.NoError(t, err, words)
		assert.Equal(t, want, got)
	}
	got, err := Fault([]string{"bit_errors", "{good: 0, bad: 1}"}, "2s")
	assert.NoError(t, err)
	assert.Equal(t, "{bit_errors: {good: 0, bad: 1}, for: 2s}", got)
	for words, says := range map[string]string{
		"cut":        "write KEY VALUE or NAME KEY [VALUE], such as cut 100m or h3 deaf",
		"h3 death":   `there is no fault "death"`,
		"yellow cut": "cut needs a value, such as cut off",
	} {
		_, err := Fault(strings.Fields(words), "")
		assert.ErrorContains(t, err, says, words)
	}
}

// So are stations that leave, and settings.
func TestRemoveSet(t *testing.T) {
	got, err := Set("stations[1].queue=20")
	assert.NoError(t, err)
	assert.Equal(t, `{set: {path: "stations[1].queue", value: 20}}`, got)
	_, err = Set("queue")
	assert.EqualError(t, err, `"queue" is not PATH=VALUE, such as stations[1].queue=20`)
	got, err = Remove("a station: odd")
	assert.NoError(t, err)
	assert.Equal(t, `{remove: "a station: odd"}`, got)
}
