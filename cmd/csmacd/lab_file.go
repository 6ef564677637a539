package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/exercise"
)

// orLab returns the error of reading a scenario. If the file is a lab, which has other keys, the error names the command that opens the lab.
func orLab(err error) error {
	var problems document.Problems
	if !errors.As(err, &problems) || len(problems) == 0 {
		return err
	}
	has := func(key string) bool {
		return slices.ContainsFunc(problems, func(p document.Problem) bool { return strings.HasPrefix(p.Text, fmt.Sprintf("unknown key %q:", key)) })
	}
	if !has("scenario") || !has("questions") {
		return err
	}
	file := problems[0].File
	folder, base := filepath.Split(file)
	name, ok := strings.CutSuffix(base, ".yaml")
	if !ok {
		return fmt.Errorf("%s: is a lab, not a scenario: csmacd lab --dir DIR NAME opens the lab DIR/NAME.yaml", file)
	}
	command, lab := exercise.Command(filepath.Clean(folder)), exercise.Quoted(name)
	return fmt.Errorf("%s: is a lab, not a scenario: %s %s opens it, and %[2]s show %[3]s --scenario > %s writes its scenario",
		file, command, lab, exercise.Quoted(name+exercise.ScenarioEnding))
}
