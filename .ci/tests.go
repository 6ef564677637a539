// Tests reads what go test -json says, prints what go test prints without -json and which tests
// took longest, and keeps a list of the tests that were skipped:
//
//	go test -json ./... | tests run skipped.json
//
// With the lists of several runs it prints the tests that none of them ran, with the
// reasons, and fails unless it knows these: others are for want of a tool or a privilege.
//
//	tests skipped skipped.json other.json
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
)

// known are reasons that are not a want of something: such a test runs in another form, or
// cannot be made.
var known = []string{
	"run by TestLiveFlood",
	"CSMACD_SHOTS=DIR takes screenshots",
	"make page-bench measures the page",
	"takes long: go test -tags published", // make conformance runs it all
	"the dense solver is not exact enough",
}

func main() {
	var err error
	switch args := os.Args[1:]; {
	case len(args) == 2 && args[0] == "run":
		err = follow(os.Stdin, args[1])
	case len(args) > 1 && args[0] == "skipped":
		err = compare(args[1:])
	default:
		err = errors.New("usage: tests run FILE, or tests skipped FILE...")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// event is one of test2json's; see go doc test2json.
type event struct {
	Action, Package, Test, Output string
	Elapsed                       float64 // seconds
}

// A test that was not skipped has the reason "".
type reasons map[string]string

// follow prints the output of packages, and of the tests in them that fail, and writes
// down how each test ended.
func follow(r io.Reader, file string) error {
	said, of := map[string][]string{}, reasons{}
	var took []event
	lines := bufio.NewReader(r)
	for {
		text, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		var e event
		if json.Unmarshal(text, &e) != nil || e.Action == "" {
			os.Stdout.Write(text) // what a command before go test says
			continue
		}
		name := e.Package + " " + e.Test
		switch e.Action {
		case "build-output":
			fmt.Print(e.Output)
		case "output":
			switch {
			case e.Test != "":
				said[name] = append(said[name], e.Output)
			case e.Output != "PASS\n":
				fmt.Print(e.Output)
			}
		case "fail":
			if e.Test != "" {
				fmt.Print(strings.Join(said[name], ""))
			}
			fallthrough
		case "pass":
			if e.Test != "" {
				of[name] = ""
				if !strings.Contains(e.Test, "/") {
					took = append(took, e)
				}
			}
			delete(said, name)
		case "skip":
			if e.Test != "" {
				of[name] = reason(said[name])
			}
			delete(said, name)
		}
	}
	for name, output := range said { // it was cut off
		fmt.Printf("%s did not end:\n%s", name, strings.Join(output, ""))
	}
	printLongest(took)
	text, err := json.MarshalIndent(of, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}

// shown is the number of tests that are printed as the longest.
const shown = 20

// printLongest prints the tests that took longest: where time can be saved.
func printLongest(took []event) {
	slices.SortStableFunc(took, func(a, b event) int { return cmp.Compare(b.Elapsed, a.Elapsed) })
	for _, e := range took[:min(shown, len(took))] {
		fmt.Printf("%7.1f s  %s %s\n", e.Elapsed, e.Package, e.Test)
	}
}

// reason is what a test that is skipped says, without where.
func reason(output []string) string {
	var words []string
	for _, line := range output {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "=== ") || strings.HasPrefix(line, "--- ") {
			continue
		}
		if _, after, ok := strings.Cut(line, ".go:"); ok {
			_, line, _ = strings.Cut(after, ": ")
		}
		words = append(words, line)
	}
	return strings.TrimSpace(strings.Join(words, " "))
}

// compare prints what was skipped whenever it was met.
func compare(files []string) error {
	never, ran := reasons{}, map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		var of reasons
		if err := json.Unmarshal(text, &of); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		for name, why := range of {
			if ran[name] = ran[name] || why == ""; !ran[name] {
				never[name] = why
			}
		}
	}
	wanting := 0
	for _, name := range slices.Sorted(maps.Keys(never)) {
		if ran[name] {
			continue
		}
		fmt.Printf("%s: %s\n", name, never[name])
		if !slices.ContainsFunc(known, func(k string) bool { return strings.HasPrefix(never[name], k) }) {
			wanting++
		}
	}
	if wanting > 0 {
		return fmt.Errorf("%d tests ran in no run, and .ci/tests.go knows no good reason: install or grant what they need", wanting)
	}
	return nil
}
