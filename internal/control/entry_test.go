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
		"cut":               "write KEY VALUE or NAME KEY [VALUE], such as cut 100m or h3 deaf",
		"h3 death":          `there is no fault "death": did you mean deaf? (there are `,
		"h3 nothing on":     `there is no fault "nothing": there are `,
		"bit_error 1e-5":    `there is no fault "bit_error": did you mean bit_errors? (`,
		"what 1e-5":         `there is no fault "what": there are `,
		"yellow cut":        "cut needs a value, such as cut off",
		"deaf on":           "deaf is a fault of a station: write the NAME of the station first, such as NAME deaf on",
		"hub/1 enable on":   `there is no fault "enable": did you mean enabled?`,
		"enabled something": "enabled is a fault of a port: write the NAME of the port first",
	} {
		_, err := Fault(strings.Fields(words), "")
		assert.ErrorContains(t, err, says, words)
	}
}

// So is a station that joins.
func TestAdd(t *testing.T) {
	for words, want := range map[string]string{
		"h3":              "{add: {name: h3}}",
		"h3 at=50m":       "{add: {name: h3, at: 50m}}",
		"{name:h3}":       "{add: {name:h3}}",
		"h3 attach=tap":   "{add: {name: h3, attach: tap}}",
		"h3 attach={a:b}": "{add: {name: h3, attach: {a:b}}}",
		"h3 attach.netns=n at=1m attach.address=10.0.0.3/24 attach.x.y=1": "{add: {name: h3, attach: {netns: n, address: 10.0.0.3/24, x: {y: 1}}, at: 1m}}",
	} {
		got, err := Add(strings.Fields(words))
		assert.NoError(t, err, words)
		assert.Equal(t, want, got)
	}
	for words, says := range map[string]string{
		"": "write NAME KEY=VALUE...", "at=50m": "write NAME KEY=VALUE...", "h3 50m": `"50m" is not KEY=VALUE`, "h3 at=": `"at=" is not KEY=VALUE`,
		"h3 a..b=1": "a key is a word", "h3 .=1": "a key is a word",
	} {
		_, err := Add(strings.Fields(words))
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
