package control

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Keys of faults by what they are about. The run reads their values.
var (
	ofMedium  = []string{"bit_errors", "cut", "short", "terminator", "length"}
	ofStation = []string{"deaf", "no_collision", "mute", "jabber", "babble", "ppm", "power", "no_sqe"}
	ofPort    = []string{"enabled", "sqe_test"}
)

// Fault returns the entry of a timeline for the words of csmacd fault: KEY VALUE of the medium, or
// TARGET KEY VALUE, in which a target is a segment, a station, or a port as in hub/pc1. A VALUE that
// is left out is on. lasts is how long it lasts; "": until another one.
func Fault(words []string, lasts string) (string, error) {
	if len(words) == 2 && slices.Contains(ofMedium, words[0]) && !slices.Contains(ofStation, words[1]) {
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
	switch {
	case slices.Contains(ofMedium, key):
		kind = "segment"
	case slices.Contains(ofStation, key):
		kind = "station"
	case slices.Contains(ofPort, key):
		kind = "port"
	default:
		return "", fmt.Errorf("there is no fault %q: there are %s of the medium, %s of a station, %s of a repeater's port",
			key, strings.Join(ofMedium, ", "), strings.Join(ofStation, ", "), strings.Join(ofPort, ", "))
	}
	if len(words) == 2 && kind == "segment" {
		return "", fmt.Errorf("%s needs a value, such as %[1]s off", key)
	}
	return flow([][2]string{{kind, target}, {key, value}, {"for", lasts}})
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
