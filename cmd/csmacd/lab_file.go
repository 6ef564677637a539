package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/csmacd/csmacd/internal/exercise"
)

// aLab returns what recognizes a lab where a file should be a scenario, and says which command opens it.
func aLab(file string) func(has func(key string) bool) string {
	return func(has func(key string) bool) string {
		if !has("scenario") || !has("questions") {
			return ""
		}
		folder, base := filepath.Split(file)
		name, ok := strings.CutSuffix(base, ".yaml")
		if !ok {
			return "is a lab, not a scenario: csmacd lab --dir DIR NAME opens the lab DIR/NAME.yaml"
		}
		command, lab := exercise.Command(filepath.Clean(folder)), exercise.Quoted(name)
		return fmt.Sprintf("is a lab, not a scenario: %s %s opens it, and %[1]s show %[2]s --scenario > %s writes its scenario",
			command, lab, exercise.Quoted(name+exercise.ScenarioEnding))
	}
}
