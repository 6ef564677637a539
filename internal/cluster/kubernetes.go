package cluster

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/csmacd/csmacd/internal/experiment"
	"github.com/csmacd/csmacd/internal/plan"
)

// Manifest writes a Kubernetes Indexed Job, with the plan in a ConfigMap and the campaign on a
// volume that all tasks share, and a second Job that merges and waits to be started.
func (o *Options) Manifest(w io.Writer, plan *plan.Sweep) error {
	text, err := plan.Plan()
	if err != nil {
		return err
	}
	if len(o.Files) > 0 {
		return fmt.Errorf("the scenario reads %s, which a manifest cannot contain: put both on the volume, and run csmacd sweep there", o.Files[0])
	}
	folder := "/campaigns/" + experiment.DirOf(plan)
	name := resourceName(plan.Name)
	type m = map[string]any
	pod := func(container m, volumes ...m) m {
		container["image"] = o.Image
		// The threads of a task share its processors; a run of ten thousand stations needs a few megabytes.
		container["resources"] = m{
			"requests": m{"cpu": strconv.Itoa(max(1, o.Jobs)), "memory": "256Mi"},
			"limits":   m{"memory": "2Gi"},
		}
		container["securityContext"] = m{"allowPrivilegeEscalation": false, "readOnlyRootFilesystem": true, "capabilities": m{"drop": []string{"ALL"}}}
		mounts := []m{{"name": "campaigns", "mountPath": "/campaigns"}}
		all := []m{{"name": "campaigns", "persistentVolumeClaim": m{"claimName": o.Claim}}}
		for _, v := range volumes {
			mounts = append(mounts, m{"name": v["name"], "mountPath": "/" + v["name"].(string)})
			all = append(all, v)
		}
		container["volumeMounts"] = mounts
		return m{"spec": m{"restartPolicy": "Never", "containers": []m{container}, "volumes": all}}
	}
	sweep := pod(m{
		"name":    "sweep",
		"command": append([]string{"csmacd", "sweep", "/plan/plan.yaml", "--out", folder, "--quiet", "--jobs", strconv.Itoa(max(1, o.Jobs))}, o.unchanged()...),
		"env":     []m{{"name": experiment.ShardsVariable, "value": strconv.Itoa(o.Tasks)}},
	}, m{"name": "plan", "configMap": m{"name": name}})
	merge := pod(m{"name": "merge", "command": []string{"csmacd", "merge", folder}})
	var whole bytes.Buffer
	fmt.Fprintf(&whole, manifestHead, o.Tasks, o.Claim, name, folder)
	e := yaml.NewEncoder(&whole)
	e.SetIndent(2)
	for _, document := range []m{
		{"apiVersion": "v1", "kind": "ConfigMap", "metadata": m{"name": name}, "data": m{"plan.yaml": string(text)}},
		{"apiVersion": "batch/v1", "kind": "Job", "metadata": m{"name": name}, "spec": m{
			"completions": o.Tasks, "parallelism": o.Tasks, "completionMode": "Indexed", "backoffLimitPerIndex": 6, "template": sweep,
		}},
		{"apiVersion": "batch/v1", "kind": "Job", "metadata": m{"name": name + "-merge"}, "spec": m{
			"suspend": true, "backoffLimit": 0, "template": merge,
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

// manifestHead says how to use a manifest: number of tasks, claim, name, folder.
const manifestHead = `# A csmacd campaign as a Kubernetes Indexed Job of %[1]d tasks. Kubernetes 1.33 or newer (backoffLimitPerIndex).
#
# The claim %[2]s: tasks on several nodes need access mode ReadWriteMany (NFS, CephFS, ...). With ReadWriteOnce
# all tasks run on the node that mounts it. Its files must be writable for the image's user, 65534.
# Each task writes a file of its own. Locks keep two tasks from doing the same runs; without them nothing is lost.
#
# The task that ends last writes the tables into %[4]s. If some failed for good, write those of the runs that there are:
#   kubectl patch job %[3]s-merge --patch '{"spec":{"suspend":false}}'
# To do missing runs, delete both Jobs and apply this again: runs that exist are not repeated.
`

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
	if s = strings.Trim(s[:min(len(s), 40)], "-"); s == "" {
		s = "experiment"
	}
	return "csmacd-" + s
}
