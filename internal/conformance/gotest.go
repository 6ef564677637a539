package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

const module = "github.com/csmacd/csmacd"

// room returns the folder of a package; "." is the root.
func room(path string) string {
	if path == module {
		return "."
	}
	return strings.TrimPrefix(path, module+"/")
}

// test is the result of one test.
type test struct {
	room, name string
	ok         bool
	random     int // number of random cases that rapid reports as passed
	parts      int // number of subtests that passed
	output     string
}

// tests are the tests that were run, in the order in which they began.
type tests []*test

// find returns a test. A test that was not run counts as failed.
func (l tests) find(room, name string) *test {
	for _, t := range l {
		if t.room == room && t.name == name {
			return t
		}
	}
	return &test{room: room, name: name}
}

// match returns the tests of a package whose names match.
func (l tests) match(room string, names *regexp.Regexp) (found tests) {
	for _, t := range l {
		if t.room == room && names.MatchString(t.name) {
			found = append(found, t)
		}
	}
	return found
}

// ok reports whether there are tests, and all passed.
func (l tests) ok() bool {
	return len(l) > 0 && !slices.ContainsFunc(l, func(t *test) bool { return !t.ok })
}

// runTests runs the tests of the rules, the properties and the reference. Those that take longest begin first.
func runTests(ctx context.Context, run amount) (tests, error) {
	random := []string{"-timeout", "0", "-rapid.seed=1", "-rapid.checks=" + strconv.Itoa(run.checks)}
	groups := [][]string{
		// The numbered networks replace those of TestEngine and TestNetworks. TestChangingNetworks and TestMovingAddresses have numbers of their own.
		append([]string{"-skip", "^Test(Engine|Networks|ChangingNetworks|MovingAddresses)$", "./internal/clause4", "-networks=" + strconv.Itoa(run.networks)}, random...),
		append([]string{"-skip", ofTheEngine, "./medium/bus", "./mac", "./mac/backoff"}, random...),
		{"-run", "^Test(ChangingNetworks|MovingAddresses)$", "./internal/clause4"},
		{"./internal/clause148"},
		{"-skip", ofNetworks, "./medium/lan", "-timeout", "0", "-rapid.seed=1"},
		{"-skip", ofNetworks, "./medium/domain", "./internal/path", "-timeout", "0", "-rapid.seed=1"},
		{"-run", "^TestEngineIsPortable$", "."},
	}
	lists := make([]tests, len(groups))
	if err := together(len(groups), func(i int) (err error) {
		var env []string
		if slices.Contains(groups[i], "./medium/lan") { // its workers look for work in a loop where each has a processor, which others want here
			env = []string{"GOMAXPROCS=1"}
		}
		lists[i], err = goTest(ctx, env, groups[i]...)
		return err
	}); err != nil {
		return nil, err
	}
	return slices.Concat(lists...), nil
}

// together calls do with the numbers from 0 to n-1, two at a time: most tests work in one thread.
func together(n int, do func(i int) error) error {
	errs := make([]error, n)
	turns := make(chan struct{}, 2)
	var all sync.WaitGroup
	for i := range n {
		turns <- struct{}{}
		all.Go(func() {
			errs[i] = do(i)
			<-turns
		})
	}
	all.Wait()
	return errors.Join(errs...)
}

// ofTheEngine matches tests of how the engine works, and ofNetworks those of networks. The page does not name them; with many networks they take long.
const (
	ofTheEngine = "^Test(StartsThatAreFirm|WhatHappensAtOneInstant|InterruptedRounds|ThoseWhoWaitFollowTheFirst|RoundsOf.*|ForgettingChangesNothing|" +
		"CuttingBeforeFragmentsChangesNothing|SendersOfManyAreShownAsByInstants)$"
	ofNetworks = "^Test(ObserversOfRoundsSeeTheEventsOfInstants|DomainsThatLagBehindChangeNothing)$"
)

var passed = regexp.MustCompile(`\[rapid\] OK, passed ([0-9]+) tests`)

// goTest runs go test and returns every test of it, without subtests. Tests that fail are not an
// error; their output goes to standard error.
func goTest(ctx context.Context, env []string, args ...string) (tests, error) {
	c := exec.CommandContext(ctx, "go", append([]string{"test", "-json", "-count=1"}, args...)...)
	c.Env = append(os.Environ(), env...)
	c.Stderr = os.Stderr
	out, failure := c.Output()
	byName := map[string]*test{}
	var list tests
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var e struct{ Action, Package, Test, Output string }
		if err := d.Decode(&e); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("go test %s: %w", strings.Join(args, " "), err)
		}
		if e.Action == "build-output" {
			fmt.Fprint(os.Stderr, e.Output)
			continue
		}
		name, _, sub := strings.Cut(e.Test, "/")
		key := e.Package + " " + name
		if byName[key] == nil {
			byName[key] = &test{room: room(e.Package), name: name}
			if name != "" { // otherwise the line is about the package
				list = append(list, byName[key])
			}
		}
		t := byName[key]
		t.output += e.Output
		if m := passed.FindStringSubmatch(e.Output); m != nil {
			n, _ := strconv.Atoi(m[1])
			t.random += n
		}
		if sub && e.Action == "pass" {
			t.parts++
		}
		if sub || e.Action != "pass" && e.Action != "fail" && e.Action != "skip" {
			continue
		}
		t.ok = e.Action == "pass" // a test that was skipped has shown nothing
		if e.Action == "fail" || e.Action == "skip" && name != "" {
			fmt.Fprint(os.Stderr, t.output)
		}
	}
	if failure != nil && len(list) == 0 {
		return nil, fmt.Errorf("go test %s: %w", strings.Join(args, " "), failure)
	}
	return list, nil
}
