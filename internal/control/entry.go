package control

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/scenario"
)

// Fault returns the entry of a timeline for the words of csmacd fault: KEY VALUE of the medium, or
// TARGET KEY VALUE, in which a target is a segment, a station, or a port as in hub/pc1. A VALUE that
// is left out is on. lasts is how long it lasts; "": until another one.
func Fault(words []string, lasts string) (string, error) {
	keys := scenario.Faults()
	if len(words) == 2 && slices.Contains(keys["segment"], words[0]) && !slices.Contains(keys["station"], words[1]) {
		return flow([][2]string{{words[0], words[1]}, {"for", lasts}})
	}
	if len(words) != 2 && len(words) != 3 {
		return "", errors.New("write KEY VALUE or NAME KEY [VALUE], such as cut 100m or h3 deaf")
	}
	target, key, value := words[0], words[1], "on"
	if len(words) == 3 {
		value = words[2]
	}
	kind := ""
	for _, target := range []string{"segment", "station", "port"} {
		if slices.Contains(keys[target], key) {
			kind = target
		}
	}
	if kind == "" {
		return "", unknownFault(words, keys)
	}
	if len(words) == 2 && kind == "segment" {
		return "", fmt.Errorf("%s needs a value, such as %[1]s off", key)
	}
	return flow([][2]string{{kind, target}, {key, value}, {"for", lasts}})
}

// unknownFault returns the error for words that name no fault. Of two words, the first is named if
// it can only be the KEY of the medium.
func unknownFault(words []string, keys map[string][]string) error {
	list := fmt.Sprintf("there are %s of the medium, %s of a station, %s of a repeater's port",
		strings.Join(keys["segment"], ", "), strings.Join(keys["station"], ", "), strings.Join(keys["port"], ", "))
	if len(words) == 2 {
		for _, kind := range []string{"station", "port"} {
			if slices.Contains(keys[kind], words[0]) {
				return fmt.Errorf("%s is a fault of a %s: write the NAME of the %[2]s first, such as NAME %[1]s %[3]s", words[0], kind, words[1])
			}
		}
	}
	unknown, among := words[1], slices.Concat(keys["segment"], keys["station"], keys["port"])
	best := document.Nearest(unknown, 2, among)
	if len(words) == 2 && best == "" {
		if near := document.Nearest(words[0], 2, keys["segment"]); near != "" || strings.ContainsAny(unknown[:1], "0123456789{") {
			unknown, best = words[0], near
		}
	}
	if best != "" {
		return fmt.Errorf("there is no fault %q: did you mean %s? (%s)", unknown, best, list)
	}
	return fmt.Errorf("there is no fault %q: %s", unknown, list)
}

// Add returns the entry for csmacd add: NAME KEY=VALUE..., in which a key such as attach.address is one
// within another, or all of the station as YAML within braces.
func Add(words []string) (string, error) {
	switch {
	case len(words) == 1 && strings.HasPrefix(words[0], "{"):
		return "{add: " + words[0] + "}", nil
	case len(words) == 0 || strings.Contains(words[0], "="):
		return "", errors.New("write NAME KEY=VALUE..., such as h3 at=50m attach.netns=h3 attach.address=10.0.0.3/24")
	}
	pairs := [][2]string{{"name", words[0]}}
	for _, w := range words[1:] {
		key, value, ok := strings.Cut(w, "=")
		if !ok || key == "" || value == "" {
			return "", fmt.Errorf("%q is not KEY=VALUE, such as at=50m", w)
		}
		pairs = append(pairs, [2]string{key, value})
	}
	station, err := nested(pairs)
	return "{add: " + station + "}", err
}

// nested is flow for keys that are paths: those that begin alike are keys of one value.
func nested(list [][2]string) (string, error) {
	var outer [][2]string
	inner := map[string][][2]string{} // of the pairs in outer that have no value yet
	for _, p := range list {
		key, rest, path := strings.Cut(p[0], ".")
		if !path {
			outer = append(outer, p)
			continue
		}
		if inner[key] == nil {
			outer = append(outer, [2]string{key})
		}
		inner[key] = append(inner[key], [2]string{rest, p[1]})
	}
	for i, p := range outer {
		if p[1] == "" {
			var err error
			if outer[i][1], err = nested(inner[p[0]]); err != nil {
				return "", err
			}
		}
	}
	return flow(outer)
}

// Remove returns the entry for csmacd remove.
func Remove(name string) (string, error) { return flow([][2]string{{"remove", name}}) }

// Set returns the entry for csmacd set PATH=VALUE.
func Set(assignment string) (string, error) {
	path, value, ok := strings.Cut(assignment, "=")
	if !ok || path == "" || value == "" {
		return "", fmt.Errorf("%q is not PATH=VALUE, such as stations[1].queue=20", assignment)
	}
	set, err := flow([][2]string{{"path", path}, {"value", value}})
	return "{set: " + set + "}", err
}

// plain are values that YAML takes for themselves within braces.
var plain = regexp.MustCompile(`^[-+]?[A-Za-z0-9_./%+-]+$`)

// flow writes keys and values as YAML within braces. A value within braces or brackets is YAML itself;
// any other is text. Pairs without a value are left out.
func flow(pairs [][2]string) (string, error) {
	var parts []string
	for _, p := range pairs {
		key, value := p[0], p[1]
		if value == "" {
			continue
		}
		if strings.ContainsAny(value, "\n\r") || !plain.MatchString(key) {
			return "", fmt.Errorf("%q: a key is a word, and its value is on one line", key)
		}
		if !plain.MatchString(value) && !strings.HasPrefix(value, "{") && !strings.HasPrefix(value, "[") {
			quoted, err := json.Marshal(value)
			if err != nil {
				return "", err
			}
			value = string(quoted)
		}
		parts = append(parts, key+": "+value)
	}
	return "{" + strings.Join(parts, ", ") + "}", nil
}
