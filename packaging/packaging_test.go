package main

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"
)

// The order in which files were found, and the time at which they are packed, are not in an archive.
func TestArchivesAreReproducible(t *testing.T) {
	at := time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)
	for _, pack := range []func(string, []file, time.Time) ([]byte, error){tarball, zipped} {
		var seen [][]byte
		for _, names := range []string{"csmacd a b", "b csmacd a"} {
			var files []file
			for name := range strings.FieldsSeq(names) {
				files = append(files, file{name: name, content: []byte("the file " + name), program: name == "csmacd"})
			}
			byName(files)
			archive, err := pack("csmacd_1.2.3", files, at)
			require.NoError(t, err)
			seen = append(seen, archive)
		}
		assert.Equal(t, seen[0], seen[1])
	}
}

func TestPlaces(t *testing.T) {
	for name, want := range map[string]string{
		"man/csmacd.1":                        "/usr/share/man/man1/csmacd.1.gz",
		"examples/scenarios/saturated24.yaml": "/usr/share/csmacd/examples/scenarios/saturated24.yaml",
		"LICENSE":                             "/usr/share/doc/csmacd/copyright",
		"README.md":                           "/usr/share/doc/csmacd/README.md",
		"completions/_csmacd":                 "/usr/share/zsh/vendor-completions/_csmacd",
	} {
		assert.Equal(t, want, place(name))
	}
}

func TestUnknownPlatform(t *testing.T) {
	err := pack("..", t.TempDir()+"/dist", []string{"plan9/386"})
	assert.ErrorContains(t, err, `"plan9/386"`)
	assert.ErrorContains(t, err, "linux/amd64")
}

// What csmacd sweep manifest prints are objects of Kubernetes, without a key that it does not know.
func TestManifestIsOfKubernetes(t *testing.T) {
	cmd := exec.Command("go", "run", "./cmd/csmacd", "sweep", "manifest", "testdata/experiments/contention.yaml", "--tasks", "5", "--jobs", "3", "--claim", "data", "--image", "csmacd:1")
	cmd.Dir = ".."
	out, err := cmd.Output()
	require.NoError(t, err)
	documents := bytes.Split(out, []byte("\n---\n"))
	require.Len(t, documents, 3)
	var plan core.ConfigMap
	var sweep, merge batch.Job
	require.NoError(t, yaml.UnmarshalStrict(documents[0], &plan))
	require.NoError(t, yaml.UnmarshalStrict(documents[1], &sweep))
	require.NoError(t, yaml.UnmarshalStrict(documents[2], &merge))

	assert.Contains(t, plan.Data["plan.yaml"], "sweep:")
	assert.EqualValues(t, 5, *sweep.Spec.Completions)
	assert.Equal(t, batch.IndexedCompletion, *sweep.Spec.CompletionMode)
	assert.EqualValues(t, 6, *sweep.Spec.BackoffLimitPerIndex)
	assert.True(t, *merge.Spec.Suspend)
	for _, job := range []batch.Job{sweep, merge} {
		pod := job.Spec.Template.Spec
		// backoffLimitPerIndex needs it, and a merge that fails says what is missing.
		assert.Equal(t, core.RestartPolicyNever, pod.RestartPolicy)
		c := pod.Containers[0]
		assert.Equal(t, "csmacd:1", c.Image)
		assert.Equal(t, "csmacd", c.Command[0])
		assert.EqualValues(t, 3, c.Resources.Requests.Cpu().Value())
		assert.Positive(t, c.Resources.Limits.Memory().Value())
		mounted := map[string]string{}
		for _, v := range c.VolumeMounts {
			mounted[v.Name] = v.MountPath
		}
		for _, v := range pod.Volumes {
			assert.NotEmpty(t, mounted[v.Name], "%s is not mounted", v.Name)
		}
		assert.Equal(t, "/campaigns", mounted["campaigns"])
	}
	assert.Equal(t, plan.Name, sweep.Spec.Template.Spec.Volumes[1].ConfigMap.Name)
	assert.Equal(t, sweep.Spec.Template.Spec.Containers[0].Command[4], merge.Spec.Template.Spec.Containers[0].Command[2], "one folder")
}
