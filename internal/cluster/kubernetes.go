package cluster

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/csmacd/csmacd/internal/experiment"
	"github.com/csmacd/csmacd/internal/plan"
)

// Manifest writes a Kubernetes Indexed Job, with the plan in a ConfigMap and the campaign on a
// volume that all tasks share.
func (o *Options) Manifest(w io.Writer, plan *plan.Sweep) error {
	text, err := plan.Plan()
	if err != nil {
		return err
	}
	if needsCapture(text) {
		return errors.New("the scenario replays a capture, which a manifest cannot contain: put both on the volume, and run csmacd sweep there")
	}
	folder := experiment.DirOf(plan)
	name := resourceName(plan.Name)
	type m = map[string]any
	command := append([]string{"csmacd", "sweep", "/plan/plan.yaml", "--out", "/campaigns/" + folder, "--quiet"}, o.unchanged()...)
	container := m{
		"name": "sweep", "image": o.Image, "command": command,
		"env":          []m{{"name": experiment.ShardsVariable, "value": strconv.Itoa(o.Tasks)}},
		"volumeMounts": []m{{"name": "plan", "mountPath": "/plan"}, {"name": "campaigns", "mountPath": "/campaigns"}},
	}
	var whole bytes.Buffer
	e := yaml.NewEncoder(&whole)
	e.SetIndent(2)
	for _, document := range []m{
		{"apiVersion": "v1", "kind": "ConfigMap", "metadata": m{"name": name}, "data": m{"plan.yaml": string(text)}},
		{"apiVersion": "batch/v1", "kind": "Job", "metadata": m{"name": name}, "spec": m{
			"completions": o.Tasks, "parallelism": o.Tasks, "completionMode": "Indexed", "backoffLimit": 6,
			"template": m{"spec": m{
				"restartPolicy": "OnFailure", "containers": []m{container},
				"volumes": []m{
					{"name": "plan", "configMap": m{"name": name}},
					{"name": "campaigns", "persistentVolumeClaim": m{"claimName": o.Claim}},
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
	_, err = w.Write(whole.Bytes())
	return err
}

// needsCapture reports whether a plan needs captures beside it. It can be true for a plan that does not.
func needsCapture(plan []byte) bool { return bytes.Contains(plan, []byte("kind: pcap")) }

// resourceName returns a plan's name in a form that Kubernetes accepts (RFC 1123).
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
