package main

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
	"go.yaml.in/yaml/v3"

	"github.com/csmacd/csmacd/internal/experiment"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/usage"
)

func clusterFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "engine", Usage: "what `ENGINE` the plan is for: slurm (submit) or kubernetes (manifest)"},
		&cli.IntFlag{Name: "tasks", Value: 16, Usage: "share the runs out to `N` tasks (submit, manifest)"},
		&cli.StringFlag{Name: "image", Value: "csmacd:" + Version, Usage: "the container `IMAGE` that has csmacd (manifest)"},
		&cli.StringFlag{Name: "claim", Value: "csmacd", Usage: "the persistent volume `CLAIM` that campaigns are kept on (manifest)"},
	}
}

// sweepElsewhere has a plan run by a cluster, once it has been checked here.
func sweepElsewhere(c *cli.Context, what, file string) error {
	engine := map[string]string{"submit": "slurm", "manifest": "kubernetes"}[what]
	if got := c.String("engine"); got != "" && got != engine {
		return usage.Errorf("sweep %s --engine %s: it is for %s (submit for slurm, manifest for kubernetes)", what, got, engine)
	}
	if n := c.Int("tasks"); n < 1 || n > 100_000 {
		return usage.Errorf("--tasks %d: write how many tasks share the runs out, from 1 to 100000", n)
	}
	if c.IsSet("shard") || c.IsSet("shards") {
		return usage.Errorf("the shards are those of the tasks: leave --shard and --shards out")
	}
	if file == "-" {
		return usage.Errorf("sweep %s takes a FILE, not standard input: the tasks read it, too", what)
	}
	s, _, err := planned(c, file)
	if err != nil {
		return err
	}
	if validatePlan(file, s) != nil {
		return exit{status: exitFailure}
	}
	if what == "manifest" {
		return manifest(c, s.Sweep)
	}
	return submit(c, file, s.Sweep)
}

// passedOn gives the flags that tasks are run with, too.
func passedOn(c *cli.Context) (args []string) {
	for _, name := range []string{"seed", "duration", "precision", "metric", "max-replications", "confidence"} {
		if c.IsSet(name) {
			args = append(args, "--"+name, fmt.Sprint(c.Value(name)))
		}
	}
	for _, set := range c.StringSlice("set") {
		args = append(args, "--set", set)
	}
	return args
}

// manifest prints a Kubernetes Indexed Job: the plan in a ConfigMap, the campaign on a
// volume that all tasks share.
func manifest(c *cli.Context, plan *scenario.Sweep) error {
	text, err := plan.Plan()
	if err != nil {
		return err
	}
	if needsCapture(text) {
		return errors.New("the scenario replays a capture, which a manifest cannot carry: put both on the volume, and run csmacd sweep there")
	}
	folder := experiment.DirOf(plan)
	name := resourceName(plan.Name)
	type m = map[string]any
	command := append([]string{"csmacd", "sweep", "/plan/plan.yaml", "--out", "/campaigns/" + folder, "--quiet"}, tasksFlags(c)...)
	container := m{
		"name": "sweep", "image": c.String("image"), "command": command,
		"env":          []m{{"name": experiment.ShardsVariable, "value": strconv.Itoa(c.Int("tasks"))}},
		"volumeMounts": []m{{"name": "plan", "mountPath": "/plan"}, {"name": "campaigns", "mountPath": "/campaigns"}},
	}
	var whole bytes.Buffer
	e := yaml.NewEncoder(&whole)
	e.SetIndent(2)
	for _, document := range []m{
		{"apiVersion": "v1", "kind": "ConfigMap", "metadata": m{"name": name}, "data": m{"plan.yaml": string(text)}},
		{"apiVersion": "batch/v1", "kind": "Job", "metadata": m{"name": name}, "spec": m{
			"completions": c.Int("tasks"), "parallelism": c.Int("tasks"), "completionMode": "Indexed", "backoffLimit": 6,
			"template": m{"spec": m{
				"restartPolicy": "OnFailure", "containers": []m{container},
				"volumes": []m{
					{"name": "plan", "configMap": m{"name": name}},
					{"name": "campaigns", "persistentVolumeClaim": m{"claimName": c.String("claim")}},
				},
			}},
		}},
	} {
		if err := e.Encode(document); err != nil {
			return err
		}
	}
	if err := e.Close(); err != nil {
		return err
	}
	_, err = c.App.Writer.Write(whole.Bytes())
	return err
}

// tasksFlags are those of the tasks whose plan has what --set, --seed and --duration
// changed in it.
func tasksFlags(c *cli.Context) (args []string) {
	all := passedOn(c)
	for i := 0; i+1 < len(all); i += 2 {
		if name := all[i]; name != "--set" && name != "--seed" && name != "--duration" {
			args = append(args, name, all[i+1])
		}
	}
	return args
}

// needsCapture says whether a plan needs captures beside it. It may say so of one that does not.
func needsCapture(plan []byte) bool { return bytes.Contains(plan, []byte("kind: pcap")) }

// resourceName makes of a plan's name one that Kubernetes takes (RFC 1123).
func resourceName(name string) string {
	s := strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
			return r
		case 'A' <= r && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '-'
	}, name)
	if s = strings.Trim(s[:min(len(s), 50)], "-"); s == "" {
		s = "experiment"
	}
	return "csmacd-" + s
}
