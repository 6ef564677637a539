package scenario

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A mistake gets one message: what follows from it is not reported as well.
func TestOneMistakeIsOneMessage(t *testing.T) {
	for text, want := range map[string]string{
		"duration: 1s\nsegments: {y: {kind: ring}}\nstations: [{name: A, via: y}, {name: B, via: y, at: 3m}]":                                                                   `2:22: segments.y.kind: "ring" is not a kind of segment: allowed: bus, star`,
		"duration: 1s\nsegments: {y: null}\nstations: [{name: A, via: y}]":                                                                                                      `2:15: segments.y: must be a mapping of keys, not a single value`,
		"duration: 1s\nsegments: {y: {length: 500m}}\ndevices: [{name: hub, kind: repeater}]\nlinks: [{between: [hub, y]}]\nstations: [{name: A, via: y}, {name: B, via: hub}]": `4:9: links[0]: at is missing: the place of the tap on y, such as at: 250m`,
		"duration: 1s\nsegments: {y: {}, z: {}}\nstations: [{name: A, via: y}, {name: B, via: z}]\ntimeline: [{at: 1ms, cut: 1m}]":                                              `4:12: timeline[0]: segment is missing: write the name of a segment or a link (there are: y, z)`,
		"duration: 1s\nstations: [{name: A}, {name: B}]\ntimeline: [{at: 1ms, add: {name: late, at: x}}, {at: 2ms, remove: late}]":                                              `3:44: timeline[0].add.at: "x" is not a place: write a distance in m or km, or the delay over it in bt, ns or us, such as 500m or 245bt`,
	} {
		assert.Equal(t, "test.yaml:"+want, bad(t, text), text)
	}
}
