package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/urfave/cli/v2"

	"github.com/csmacd/csmacd/internal/commandline"
	"github.com/csmacd/csmacd/internal/control"
	"github.com/csmacd/csmacd/internal/scenario"
)

// eachCommand visits all commands, and those below them.
func eachCommand(list []*cli.Command, name string, visit func(name string, c *cli.Command)) {
	for _, c := range list {
		visit(name+" "+c.Name, c)
		eachCommand(c.Subcommands, name+" "+c.Name, visit)
	}
}

// examplesOf returns the command lines of a command's examples, without comments.
func examplesOf(c *cli.Command) (lines []string) {
	for line := range strings.SplitSeq(c.UsageText, "\n") {
		before, _, _ := strings.Cut(line, " # ")
		lines = append(lines, before)
	}
	return lines
}

// wordsOf returns the words of the first csmacd command in a line of a shell.
func wordsOf(line string) []string {
	line = line[strings.Index(line, "csmacd"):]
	return words(regexp.MustCompile(`(\s+(\||>|&&).*|\))$`).ReplaceAllString(line, ""))
}

// Every command begins its help with two examples or more, which have flags and commands that
// there are, and names a page of the tree.
func TestExamplesParse(t *testing.T) {
	eachCommand(newApp().Commands, "csmacd", func(name string, c *cli.Command) {
		lines := examplesOf(c)
		require.GreaterOrEqual(t, len(lines), 2, "%s has no two examples", name)
		for _, line := range lines {
			assert.Contains(t, line, "csmacd", name)
			ran := ""
			app := newApp()
			eachCommand(app.Commands, "csmacd", func(name string, c *cli.Command) {
				c.Action = func(*cli.Context) error { ran = name; return nil }
			})
			require.NoError(t, app.Run(commandline.Arrange(app, wordsOf(line))), line)
			assert.True(t, strings.HasPrefix(ran+" ", name) || strings.HasPrefix(name, ran), "%s is an example of %s", line, name)
			assert.NotEmpty(t, ran, line)
		}
		if _, page, ok := strings.Cut(c.Description, commandline.More); ok {
			assert.FileExists(t, filepath.Join("../..", page), name)
		}
	})
}

// notRun are examples that need hosts, a browser, Wireshark, or labs or answers of the user's own, or take
// seconds; one shows a wrong answer.
var notRun = regexp.MustCompile(`csmacd (up|exec|shell|ps|down|stop|stats|ctl|fault|add|remove|set|extcap|plca (get|set|status))\b|csmacd lab( net.yaml| capture-effect)?$|mylabs|capture-effect 1 0.5$|hand-in|theory regions`)

// The examples of commands that change a live run are entries that a run takes.
func TestExamplesOfChangesAreEntries(t *testing.T) {
	done := 0
	eachCommand(newApp().Commands, "csmacd", func(name string, c *cli.Command) {
		entryOf := map[string]func(*cli.Context) (string, error){
			"fault":  func(c *cli.Context) (string, error) { return control.Fault(c.Args().Slice(), c.String("for")) },
			"add":    func(c *cli.Context) (string, error) { return control.Add(c.Args().Slice()) },
			"remove": func(c *cli.Context) (string, error) { return control.Remove(c.Args().First()) },
			"set":    func(c *cli.Context) (string, error) { return control.Set(c.Args().First()) },
		}[strings.TrimPrefix(name, "csmacd ")]
		if entryOf == nil {
			return
		}
		stations := "stations: [{name: h1, at: 0m}, {name: h2, at: 200m}, {name: h3, at: 60m}]"
		if c.Name == "add" {
			stations = "stations: [{name: h1, at: 0m}, {name: h2, at: 200m}]"
		}
		for _, line := range examplesOf(c) {
			s, err := scenario.Parse("x.yaml", []byte("medium: {length: 200m}\nduration: 1s\n"+stations), scenario.Options{Live: true})
			require.NoError(t, err)
			app := newApp()
			app.Command(c.Name).Action = func(c *cli.Context) error {
				entry, err := entryOf(c)
				if err == nil {
					_, err = s.ReadEntry([]byte(entry), 0)
				}
				done++
				return err
			}
			require.NoError(t, app.Run(commandline.Arrange(app, wordsOf(line))), line)
		}
	})
	assert.GreaterOrEqual(t, done, 11)
}

// What is typed at the first screen and what each command's help shows works as it stands.
func TestExamplesRun(t *testing.T) {
	t.Chdir(t.TempDir())
	plan := "name: plan\nduration: 20ms\nstations: [{name: \"h%d\", count: 2, traffic: {kind: saturated, size: 64}}]\n" +
		"sweep: {axes: {\"stations[0].count\": [2, 3]}}\n"
	require.NoError(t, os.WriteFile("plan.yaml", []byte(plan), 0o644))
	bus := "phy: 10base-t1s\nduration: 20ms\nstations: [{plca: {node_id: 0}}, {count: 3, name: \"n%d\", plca: {node_id: 1}, traffic: {kind: saturated, size: 64}}]\n"
	require.NoError(t, os.WriteFile("bus.yaml", []byte(bus), 0o644))
	run := func(line string) {
		var out strings.Builder
		app := newApp()
		app.Writer = &out
		require.NoError(t, app.Run(commandline.Arrange(app, wordsOf(line))), line)
	}
	for _, line := range regexp.MustCompile(`(?m)^  (csmacd (?:new|run|draw) .*?)  `).FindAllStringSubmatch(firstSteps, -1) {
		run(line[1])
	}
	for _, line := range []string{
		"csmacd run net.yaml -q --duration 50ms --json a.json --series series.csv --events events.jsonl --events-of senders", "csmacd run net.yaml -q --seed 2 --json b.json",
		"csmacd sweep plan.yaml -q --out shard1.campaign --shard 1/2", "csmacd sweep plan.yaml -q --out shard2.campaign --shard 2/2",
		"csmacd sweep plan.yaml -q --out before.campaign", "csmacd sweep plan.yaml -q --out after.campaign --seed 2",
	} {
		run(line)
	}
	require.NoError(t, os.WriteFile("hosts.yaml", []byte(`until: {flows_done: true}
stations:
  - {name: web, at: 0m, attach: {soft: {address: 10.0.0.1/24}}}
  - {name: pc, at: 200m, attach: {soft: {address: 10.0.0.2/24}}, traffic: {kind: tcp, to: web, bytes: 20kB}}
`), 0o600))
	run("csmacd run hosts.yaml -q --flow-series flows.csv")
	require.NoError(t, os.Remove("net.yaml"))
	done := 0
	eachCommand(newApp().Commands, "csmacd", func(name string, c *cli.Command) {
		for _, line := range examplesOf(c) {
			if notRun.MatchString(line) {
				continue
			}
			run(line)
			done++
		}
	})
	assert.Greater(t, done, 30)
}
