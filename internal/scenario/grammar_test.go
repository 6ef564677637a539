package scenario

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"pgregory.net/rapid"
)

// grammar draws scenarios that the schema allows: from its types, ranges, choices and examples, with names that
// exist and times that fit a run of some milliseconds.
type grammar struct {
	random *rand.Rand
	root   object
	often  int // per cent of the keys that are not required

	stations, segments, devices, ports []string          // names
	plugged                            map[string]string // the devices of some stations
	buses                              []string          // segments of 10BASE-T1S
	t1s                                bool              // the medium is a bus of 10BASE-T1S
	cable                              bool              // the medium is a cable, or a network of cables
	addresses                          int               // number of those drawn
}

// object is a mapping, as JSON has it.
type object = map[string]any

var grammarRoot = sync.OnceValues(func() (root object, err error) {
	err = json.Unmarshal(schema, &root)
	return root, err
})

// newGrammar returns a grammar that draws by a seed of its own: shrinking a scenario would only make it another.
func newGrammar(t *rapid.T) *grammar {
	root, err := grammarRoot()
	if err != nil {
		t.Fatal(err)
	}
	seed := rapid.Uint64().Draw(t, "seed")
	g := &grammar{root: root, plugged: map[string]string{}, random: rand.New(rand.NewPCG(seed, 0))}
	g.often = pick(g, 2, 6, 20)
	return g
}

func (g *grammar) below(n int) int         { return g.random.IntN(n) }
func (g *grammar) chance(percent int) bool { return g.below(100) < percent }

// pick draws one of a list.
func pick[E any](g *grammar, list ...E) E { return list[g.below(len(list))] }

// resolve follows a reference, and returns the last name in it.
func (g *grammar) resolve(ref string) (name string, s object) {
	s = g.root
	for _, name = range strings.Split(strings.TrimPrefix(ref, "#/"), "/") {
		s = s[name].(object)
	}
	return name, s
}

// drawOwn are the definitions and keys whose values are not drawn from the schema alone.
var drawOwn map[string]func(g *grammar) any

func init() {
	drawOwn = map[string]func(g *grammar) any{
		"time": func(g *grammar) any {
			return pick(g, "0s", "1bt", "9bt", "32bt", "64bt", "96bt", "200bt", "512bt", "30.7us", "51.2us", "123456ns", "300us", "0.7ms", "2ms")
		},
		"place":  func(g *grammar) any { return pick(g, "0m", "1m", "40m", "99m", "100m", "37bt") },
		"delay":  func(g *grammar) any { return pick(g, "0s", "1bt", "20bt", "3us", "10us") },
		"octets": func(g *grammar) any { return pick(g, 18, 46, 64, 65, 70, 128, 300, 1000, 1518) },
		"size": func(g *grammar) any {
			return pick[any](g, 64, 64, 300, 1518, "imix", "uniform(64,100)", []any{64, 200})
		},
		"count":   func(g *grammar) any { return 1 + g.below(4) },
		"queue":   func(g *grammar) any { return 1 + g.below(20) },
		"station": func(g *grammar) any { return pick(g, g.stations...) },
		"remove":  func(g *grammar) any { return pick(g, g.stations...) },
		"port":    func(g *grammar) any { return pick(g, g.ports...) },
		"ether":   func(g *grammar) any { g.addresses++; return fmt.Sprintf("02:00:00:00:01:%02x", g.addresses) },
		"to": func(g *grammar) any {
			return pick(g, append([]string{"random", "random", "next", "broadcast", "01:00:5e:00:00:01", "02:00:00:00:00:07", "01:80:c2:00:00:0e"}, g.stations...)...)
		},
		"expr": func(g *grammar) any {
			return pick(g, "u * 10", "min(8, 2**attempt)", "attempt", "abs(normal)", "previous + 1")
		},
		"traffic": func(g *grammar) any {
			return g.of("traffic-" + pick(g, "frames", "saturated", "poisson", "onoff", "think"))
		},
		"load":        func(g *grammar) any { return pick(g, 0.1, 0.5, 1) },
		"bit_time":    func(g *grammar) any { return "100ns" },
		"probability": func(g *grammar) any { return pick(g, 0.01, 0.3, 1) },
		"errorRate":   func(g *grammar) any { return pick(g, 0, 1e-6, 1e-4, 1e-3, 0.1, 1) },
		"length":      func(g *grammar) any { return pick(g, "50m", "100m", "200m", "250m", "500m") },
	}
}

// of draws a value of a definition.
func (g *grammar) of(name string) any {
	if name == "traffic-frames" {
		return pick(g, object{"kind": "frames", "to": g.draw("to", nil), "size": g.draw("size", nil), "starts": []any{g.draw("time", nil), g.draw("time", nil)}},
			object{"kind": "frames", "start": g.draw("time", nil), "count": 1 + g.below(9), "interval": g.draw("time", nil)})
	}
	return g.draw(name, g.root["$defs"].(object)[name].(object))
}

// draw draws a value that a part of the schema allows; key is the name of the definition or the key.
func (g *grammar) draw(key string, s object) any {
	if special := drawOwn[key]; special != nil {
		return special(g)
	}
	if ref, ok := s["$ref"].(string); ok {
		return g.draw(g.resolve(ref))
	}
	if v, ok := s["const"]; ok {
		return v
	}
	if list, ok := s["enum"].([]any); ok {
		return pick(g, list...)
	}
	kind := s["type"]
	if examples, ok := s["examples"].([]any); ok && (g.chance(70) || s["pattern"] != nil) {
		return pick(g, examples...)
	}
	for _, word := range []string{"oneOf", "anyOf"} {
		if list, ok := s[word].([]any); ok && kind != "object" {
			return g.alternative(s, pick(g, list...).(object))
		}
	}
	if several, ok := kind.([]any); ok {
		kind = pick(g, several...)
	}
	switch kind {
	case "object":
		return g.object(s)
	case "array":
		return g.array(s)
	case "integer":
		return g.integer(s)
	case "number":
		return g.number(s)
	case "boolean":
		return g.chance(50)
	}
	return pick(g, "a", "7", "x y")
}

// alternative draws a value of one of several forms. A form with a pattern only is drawn from the examples beside it.
func (g *grammar) alternative(of object, s object) any {
	if s["pattern"] != nil {
		return pick(g, slices.DeleteFunc(slices.Clone(of["examples"].([]any)), func(v any) bool { _, text := v.(string); return !text })...)
	}
	return g.draw("", s)
}

// object draws a mapping: the keys that it needs, of keys that exclude one another one, and some of the others.
func (g *grammar) object(s object) any {
	v, properties := object{}, s["properties"].(object)
	needed, barred := words(s["required"]), []string{}
	for _, word := range []string{"oneOf", "anyOf"} {
		if list, ok := s[word].([]any); ok {
			one := g.below(len(list))
			for i, other := range list {
				if keys := words(other.(object)["required"]); i == one {
					needed = append(needed, keys...)
				} else if word == "oneOf" {
					barred = append(barred, keys...)
				}
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(properties)) {
		if slices.Contains(needed, key) || !slices.Contains(barred, key) && g.chance(g.often) {
			v[key] = g.draw(key, properties[key].(object))
		}
	}
	switch { // what the reader knows and the schema does not say
	case v["policy"] != nil && g.cable:
		delete(v, "unit")
	case v["kind"] == "onoff" && v["on"] == "0s":
		v["on"] = "1ms"
	}
	return v
}

// words returns a list of words.
func words(v any) (list []string) {
	of, _ := v.([]any)
	for _, w := range of {
		list = append(list, w.(string))
	}
	return list
}

func (g *grammar) array(s object) any {
	least, most := 0, 3
	if n, ok := s["minItems"].(float64); ok {
		least = int(n)
	}
	if n, ok := s["maxItems"].(float64); ok {
		most = min(most, int(n))
	}
	list := make([]any, least+g.below(max(most, least)-least+1))
	for i := range list {
		list[i] = g.draw("", s["items"].(object))
	}
	return list
}

func (g *grammar) integer(s object) any {
	least, _ := s["minimum"].(float64)
	most := least + 40
	if n, ok := s["maximum"].(float64); ok {
		most = min(most, n)
	}
	return int(least) + g.below(int(most-least)+1)
}

func (g *grammar) number(s object) any {
	list := []float64{0.001, 0.1, 0.5, 1, 2, 50, -3}
	least, isLeast := s["minimum"].(float64)
	above, isAbove := s["exclusiveMinimum"].(float64)
	most, isMost := s["maximum"].(float64)
	return pick(g, slices.DeleteFunc(list, func(v float64) bool { return isLeast && v < least || isAbove && v <= above || isMost && v > most })...)
}
